import { Injectable } from '@nestjs/common';
import { type AnyCall, holds, isForLimited, needsRedis, permissionOf } from '@shop/contracts';
import { Failure, forbidden, Jwks, liveSession, Redis, type Session, tokenOf, VerifiedTokens } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { decodeProtectedHeader, errors as joseErrors, jwtVerify } from 'jose';
import { RedisCircuit } from '../redis-circuit.ts';

/** Checks a request's access token and that its session is live. Each service checks both again. */
@Injectable()
export class SessionCheck {
  constructor(
    private readonly jwks: Jwks,
    private readonly tokens: VerifiedTokens,
    private readonly redis: Redis,
    private readonly circuit: RedisCircuit,
  ) {}

  /**
   * The session of a call for signed-in users or staff.
   * @throws Failure `session.required`, `session.limited`, `session.forbidden`; `session.unavailable` when the call needs a live session
   * and Redis cannot confirm it
   */
  async require(
    call: Pick<AnyCall, 'access' | 'limited' | 'limit' | 'redis'>,
    request: Pick<FastifyRequest, 'headers'>,
  ): Promise<Session> {
    const tokenSession = await this.#verify(tokenOf(request));
    const session = await this.#live(tokenSession, needsRedis(call) !== undefined);
    if (session.joins !== undefined && !isForLimited(call)) throw new Failure('session.limited');
    const permission = permissionOf(call.access);
    if (permission && !holds(session.permissions, permission)) throw forbidden(session, permission);
    return session;
  }

  /** The session of a token that was verified before. It may have ended since. */
  cached(request: Pick<FastifyRequest, 'headers'>): Session | undefined {
    return this.tokens.of(tokenOf(request));
  }

  /** Signing in does not work without Redis. @throws Failure `session.unavailable` */
  async requireRedis(): Promise<void> {
    await this.circuit
      .execute(() => this.redis.client.ping())
      .catch((cause: unknown) => {
        throw unavailable(cause);
      });
  }

  /** Whether a session is still live; true while Redis is unavailable. */
  async isLive(session: Session): Promise<boolean> {
    return this.#live(session, false).then(
      () => true,
      (error: unknown) => !(error instanceof Failure),
    );
  }

  async #verify(token: string | null): Promise<Session> {
    if (token === null) throw new Failure('session.required');
    const cached = this.tokens.of(token);
    if (cached) return cached;
    if (!isToken(token)) throw new Failure('session.required');
    const key = await this.jwks.keyFor(token).catch((cause: unknown) => {
      throw isTokenError(cause) ? new Failure('session.required', { cause }) : unavailable(cause);
    });
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['ES256'],
      issuer: 'identity',
      audience: 'shop',
    }).catch((cause: unknown) => {
      throw new Failure('session.required', { cause });
    });
    const session = this.tokens.add(token, payload);
    if (!session) throw new Failure('session.required');
    return session;
  }

  async #live(tokenSession: Session, requireRedis: boolean): Promise<Session> {
    let live: Session | null;
    try {
      live = await liveSession(tokenSession, (key) =>
        this.circuit.execute(() => this.redis.client.get(this.redis.key(key))),
      );
    } catch (cause) {
      if (requireRedis) throw unavailable(cause);
      return tokenSession;
    }
    if (!live) throw new Failure('session.required');
    return live;
  }
}

const unavailable = (cause: unknown) => new Failure('session.unavailable', { cause, headers: { 'retry-after': '2' } });

/** Whether the token names a key that identity does not have, as opposed to identity being unavailable. */
const isTokenError = (error: unknown): boolean =>
  error instanceof joseErrors.JWKSNoMatchingKey || error instanceof joseErrors.JOSENotSupported;

function isToken(text: string): boolean {
  try {
    decodeProtectedHeader(text);
    return true;
  } catch {
    return false;
  }
}
