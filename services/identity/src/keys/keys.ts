import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@shop/service-kit';
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { mongo } from 'mongoose';

/** A signing key as it lies in the database: the private half sealed. */
export interface StoredKey {
  /** The `kid` of its tokens. */
  _id: string;
  publicJwk: JWK;
  sealedPrivateJwk: string;
  createdAt: Date;
}

export interface KeyRules {
  /** A key signs for so long; then the next one does. */
  signForMs: number;
  /** After that it still verifies for so long: longer than any token lives. */
  verifyForMs: number;
  /** A new key is published for so long before it signs, so that no service meets a token of a key it has not seen. */
  publishAheadMs: number;
  /** Seals private keys. */
  secret: string;
  accessTokenMs: number;
}

export interface AccessClaims {
  userId: string;
  sid: string;
  role: 'user' | 'admin';
}

/** Signing keys (ES256): made, published, rotated and retired by time alone, by whichever instance comes first. */
export class Keys {
  readonly #keys: mongo.Collection<StoredKey>;
  readonly #clock: Clock;
  readonly #rules: KeyRules;

  constructor(keys: mongo.Collection<StoredKey>, clock: Clock, rules: KeyRules) {
    this.#keys = keys;
    this.#clock = clock;
    this.#rules = rules;
  }

  /** The public keys, for `/.well-known/jwks.json`. Makes the next key when its time has come. */
  async published(): Promise<{ keys: JWK[] }> {
    const keys = await this.#current();
    return { keys: keys.map((key) => ({ ...key.publicJwk, kid: key._id, alg: 'ES256', use: 'sig' })) };
  }

  /** An access token for one session. */
  async sign({ userId, sid, role }: AccessClaims): Promise<string> {
    const key = await this.#signing();
    const privateKey = await importJWK(this.#open(key.sealedPrivateJwk), 'ES256');
    const now = Math.floor(this.#clock.millis() / 1000);
    return new SignJWT({ sid, role })
      .setProtectedHeader({ alg: 'ES256', kid: key._id })
      .setSubject(userId)
      .setIssuer('identity')
      .setAudience('shop')
      .setIssuedAt(now)
      .setExpirationTime(now + Math.floor(this.#rules.accessTokenMs / 1000))
      .sign(privateKey);
  }

  /** What an access token of ours says, within `toleranceMs` after it expired; `undefined` for any other text. */
  async read(token: string, toleranceMs: number): Promise<AccessClaims | undefined> {
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(await this.published()), {
        issuer: 'identity',
        audience: 'shop',
        algorithms: ['ES256'],
        clockTolerance: Math.floor(toleranceMs / 1000),
        currentDate: this.#clock.now(),
      });
      const { sub, sid, role } = payload as { sub: string; sid: string; role: AccessClaims['role'] };
      return { userId: sub, sid, role };
    } catch {
      return undefined;
    }
  }

  /** The newest key that has been published long enough; the very first one signs at once. */
  async #signing(): Promise<StoredKey> {
    const keys = await this.#current();
    const seenBefore = this.#clock.millis() - this.#rules.publishAheadMs;
    const key = keys.find(({ createdAt }) => createdAt.getTime() <= seenBefore) ?? keys.at(-1);
    if (!key) throw new Error('there is no signing key');
    return key;
  }

  /** Keys that may still verify, newest first. */
  async #current(): Promise<StoredKey[]> {
    const now = this.#clock.millis();
    const { signForMs, verifyForMs, publishAheadMs } = this.#rules;
    const oldest = new Date(now - signForMs - verifyForMs - publishAheadMs);
    // One look decides both whether a key is due and which one it follows: a second look could meet another instance's.
    const newest = await this.#keys.findOne({}, { sort: { createdAt: -1 } });
    if (!newest || newest.createdAt.getTime() <= now - signForMs) await this.#add(newest?._id ?? 'none');
    return this.#keys
      .find({ createdAt: { $gt: oldest } })
      .sort({ createdAt: -1 })
      .toArray();
  }

  /** Adds the key after `previous`. Its id follows from the one before, so that two instances make one key, not two. */
  async #add(previous: string): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const _id = createHash('sha256').update(`${this.#rules.secret}.${previous}`).digest('base64url').slice(0, 16);
    await this.#keys.updateOne(
      { _id },
      {
        $setOnInsert: {
          publicJwk: await exportJWK(publicKey),
          sealedPrivateJwk: this.#seal(await exportJWK(privateKey)),
          createdAt: this.#clock.now(),
        },
      },
      { upsert: true },
    );
  }

  #seal(jwk: JWK): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#sealingKey(), iv);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(jwk)), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  #open(text: string): JWK {
    const bytes = Buffer.from(text, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.#sealingKey(), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()) as JWK;
  }

  #sealingKey(): Buffer {
    return createHash('sha256').update(this.#rules.secret).digest();
  }
}
