import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createClient, type RedisClientType } from 'redis';
import { json, standIn, type StandIn } from './stand-in.ts';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** A stand-in for identity: publishes keys, signs access tokens, and stores sessions in the real Redis. */
export class Identity {
  readonly #redis: RedisClientType;
  #keys: Keys | undefined;
  #kid = 0;

  private constructor(
    readonly server: StandIn,
    redisUrl: string,
    private readonly prefix: string,
  ) {
    this.#redis = createClient({ url: redisUrl }) as RedisClientType;
  }

  static async start(redisUrl: string, prefix: string): Promise<Identity> {
    const identity = new Identity(await standIn(), redisUrl, prefix);
    await identity.#redis.connect();
    await identity.rotateKey();
    return identity;
  }

  /** Replaces the signing key and publishes the new one only. */
  async rotateKey(): Promise<void> {
    this.#keys = await generateKeyPair('ES256');
    const kid = `key-${++this.#kid}`;
    const keys = [{ ...(await exportJWK(this.#keys.publicKey)), kid, alg: 'ES256', use: 'sig' }];
    const others = json({ user: null });
    this.server.answer = (request, response) =>
      request.url === '/.well-known/jwks.json' ? json({ keys })(request, response) : others(request, response);
  }

  /** Creates a session and returns its access cookie. */
  async signIn(userId: string, role: 'user' | 'admin' = 'user'): Promise<string> {
    const sid = `session-of-${userId}`;
    await this.#redis.set(`${this.prefix}session:${sid}`, JSON.stringify({ userId, role }));
    return this.cookie(userId, role);
  }

  /** An access cookie, without creating its session. */
  async cookie(
    userId: string,
    role: 'user' | 'admin' = 'user',
    { expires = '5m', key = this.#keys!.privateKey }: { expires?: string | Date; key?: Keys['privateKey'] } = {},
  ): Promise<string> {
    const token = await new SignJWT({ sid: `session-of-${userId}`, role })
      .setProtectedHeader({ alg: 'ES256', kid: `key-${this.#kid}` })
      .setSubject(userId)
      .setIssuer('identity')
      .setAudience('shop')
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
    return `access=${token}`;
  }

  async signOut(userId: string): Promise<void> {
    await this.#redis.del(`${this.prefix}session:session-of-${userId}`);
  }

  async stop(): Promise<void> {
    await this.server.stop().catch(() => {});
    await this.#redis.close();
  }
}
