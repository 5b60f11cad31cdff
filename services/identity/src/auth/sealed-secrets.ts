import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { keyedHash, sameText } from '../secrets.ts';

/** A text sealed with one of the keys. */
export interface Sealed {
  keyId: string;
  text: string;
}

/**
 * Seals what the database must not tell, with AES-256-GCM: the first key seals, all open. `of` is whose it is: moved to another account it
 * does not open.
 */
export class SealedSecrets {
  readonly #keys: readonly { id: string; secret: string; key: Buffer }[];

  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => ({
      id: keyedHash(secret, 'key id').slice(0, 8),
      secret,
      key: createHash('sha256').update(secret).digest(),
    }));
  }

  seal(text: string, of: string): Sealed {
    const { id, key } = this.#keys[0]!;
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(of));
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    return { keyId: id, text: Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64') };
  }

  /** @throws Error when its key is not known, or it is not of `of` */
  open({ keyId, text }: Sealed, of: string): string {
    const known = this.#keys.find(({ id }) => id === keyId);
    if (!known) throw new Error(`It was sealed with a key that identity does not have (${keyId})`);
    const bytes = Buffer.from(text, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', known.key, bytes.subarray(0, 12)).setAAD(Buffer.from(of));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
  }

  /** Whether another key seals now. */
  isOld({ keyId }: Sealed): boolean {
    return keyId !== this.#keys[0]!.id;
  }

  hash(text: string): string {
    return keyedHash(this.#keys[0]!.secret, text);
  }

  /** The one of `hashes` that is of this text, by any of the keys. */
  find(text: string, hashes: readonly string[]): string | undefined {
    const own = this.#keys.map(({ secret }) => keyedHash(secret, text));
    return hashes.find((hash) => own.some((one) => sameText(one, hash)));
  }
}
