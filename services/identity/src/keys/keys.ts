import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@shop/service-kit';
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { mongo } from 'mongoose';

/** A stored signing key, with the private half encrypted. */
export interface StoredKey {
  /** The `kid` of its tokens. */
  _id: string;
  publicJwk: JWK;
  sealedPrivateJwk: string;
  createdAt: Date;
}

export interface KeyRules {
  /** How long a key signs before the next one takes over. */
  signForMs: number;
  /** How long it still verifies after that: longer than any token's lifetime. */
  verifyForMs: number;
  /** How long a new key is published before it signs, so that every service has it in its cache. */
  publishAheadMs: number;
  /** Encrypts private keys. */
  secret: string;
  accessTokenMs: number;
}

export interface AccessClaims {
  userId: string;
  sid: string;
  role: 'user' | 'admin';
  /** Of a guest: the account beside which it buys. */
  joins?: string;
}

/**
 * Signing keys (ES256), created, rotated and retired by time; any instance may do it first. Keys that another secret sealed do not count:
 * they sign nothing, verify nothing, and the first one of a new secret takes their place at once.
 */
export class Keys {
  readonly #keys: mongo.Collection<StoredKey>;
  readonly #clock: Clock;
  readonly #rules: KeyRules;

  constructor(keys: mongo.Collection<StoredKey>, clock: Clock, rules: KeyRules) {
    this.#keys = keys;
    this.#clock = clock;
    this.#rules = rules;
  }

  /** The public keys, for `/.well-known/jwks.json`. Creates the next key when it is due. */
  async published(): Promise<{ keys: JWK[] }> {
    const keys = await this.#current();
    return { keys: keys.map((key) => ({ ...key.publicJwk, kid: key._id, alg: 'ES256', use: 'sig' })) };
  }

  async sign({ userId, sid, role, joins }: AccessClaims): Promise<string> {
    const key = await this.#signing();
    const privateKey = await importJWK(this.#open(key.sealedPrivateJwk), 'ES256');
    const now = Math.floor(this.#clock.millis() / 1000);
    return new SignJWT({ sid, role, ...(joins !== undefined && { joins }) })
      .setProtectedHeader({ alg: 'ES256', kid: key._id })
      .setSubject(userId)
      .setIssuer('identity')
      .setAudience('shop')
      .setIssuedAt(now)
      .setExpirationTime(now + Math.floor(this.#rules.accessTokenMs / 1000))
      .sign(privateKey);
  }

  /**
   * The claims of an access token, up to `toleranceMs` after it expired; `undefined` for an invalid token.
   * @throws what MongoDB throws: an outage says nothing about the token
   */
  async read(token: string, toleranceMs: number): Promise<AccessClaims | undefined> {
    const published = createLocalJWKSet(await this.published());
    try {
      const { payload } = await jwtVerify(token, published, {
        issuer: 'identity',
        audience: 'shop',
        algorithms: ['ES256'],
        clockTolerance: Math.floor(toleranceMs / 1000),
        currentDate: this.#clock.now(),
      });
      const { sub, sid, role, joins } = payload as { sub: string } & Omit<AccessClaims, 'userId'>;
      return { userId: sub, sid, role, ...(joins !== undefined && { joins }) };
    } catch {
      return undefined;
    }
  }

  /** The newest key that has been published long enough; the first key ever signs at once. */
  async #signing(): Promise<StoredKey> {
    const keys = await this.#current();
    const publishedBefore = this.#clock.millis() - this.#rules.publishAheadMs;
    const key = keys.find(({ createdAt }) => createdAt.getTime() <= publishedBefore) ?? keys.at(-1);
    if (!key) throw new Error('There is no signing key');
    return key;
  }

  /** Keys that may still verify, newest first. */
  async #current(): Promise<StoredKey[]> {
    const now = this.#clock.millis();
    const { signForMs, verifyForMs, publishAheadMs } = this.#rules;
    const oldest = new Date(now - signForMs - verifyForMs - publishAheadMs);
    // One query decides both whether a key is due and its predecessor: a second query could return another instance's new key.
    const before = await this.#ours();
    const [newest] = before;
    const isDue = !newest || newest.createdAt.getTime() <= now - signForMs;
    if (isDue) await this.#add(newest?._id ?? 'none');
    return (isDue ? await this.#ours() : before).filter(({ createdAt }) => createdAt > oldest);
  }

  /** The keys that this secret opens, newest first: one a month. */
  async #ours(): Promise<StoredKey[]> {
    const keys = await this.#keys.find().sort({ _id: 1 }).toArray();
    return keys.filter((key) => this.#opens(key)).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  }

  /** The id is derived from the previous key's, so that concurrent instances create one key. */
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

  #opens({ sealedPrivateJwk }: StoredKey): boolean {
    try {
      this.#open(sealedPrivateJwk);
      return true;
    } catch {
      return false;
    }
  }

  #sealingKey(): Buffer {
    return createHash('sha256').update(this.#rules.secret).digest();
  }
}
