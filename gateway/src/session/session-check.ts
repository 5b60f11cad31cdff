import { Injectable } from '@nestjs/common';
import { type AnyCall, holds, isStaffAccess, permissionOf } from '@shop/contracts';
import {
  Failure,
  Jwks,
  liveSession,
  Redis,
  type Session,
  sessionKey,
  tokenOf,
  VerifiedTokens,
} from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { decodeProtectedHeader, errors as joseErrors, jwtVerify } from 'jose';
import { RedisCircuit } from '../redis-circuit.ts';

/** Checks the access token of a request, and that its session lives. Each service does so again. */
@Injectable()
export class SessionCheck {
  constructor(
    private readonly jwks: Jwks,
    private readonly tokens: VerifiedTokens,
    private readonly redis: Redis,
    private readonly circuit: RedisCircuit,
  ) {}

  /**
   * The session of a call for signed-in people or staff. Throws `session.required`, `session.forbidden`, or
   * `session.unavailable` where Redis is away and the call must be sure.
   */
  async require(call: Pick<AnyCall, 'access' | 'limit'>, request: Pick<FastifyRequest, 'headers'>): Promise<Session> {
    const held = await this.#verify(tokenOf(request));
    const session = await this.#alive(
      held,
      isStaffAccess(call.access) || call.limit === 'payment' || call.limit === 'sign-in',
    );
    const permission = permissionOf(call.access);
    if (permission && !holds(session.role, permission)) throw new Failure('session.forbidden');
    return session;
  }

  /** What the token of a request says, where it was verified before. Whether the session lives is not known by that. */
  known(request: Pick<FastifyRequest, 'headers'>): Session | undefined {
    return this.tokens.of(tokenOf(request));
  }

  /** Throws `session.unavailable` while Redis is away: signing in cannot work without it. */
  async requireStore(): Promise<void> {
    await this.circuit
      .ask(() => this.redis.client.ping())
      .catch((cause: unknown) => {
        throw unavailable(cause);
      });
  }

  /** Whether a session that was let in still lives; yes when Redis cannot say. */
  async stillAlive(session: Session): Promise<boolean> {
    return this.#alive(session, false).then(
      () => true,
      (error: unknown) => !(error instanceof Failure),
    );
  }

  async #verify(token: string | null): Promise<Session> {
    if (token === null) throw new Failure('session.required');
    const known = this.tokens.of(token);
    if (known) return known;
    if (!isToken(token)) throw new Failure('session.required');
    const key = await this.jwks.keyFor(token).catch((cause: unknown) => {
      throw isFaultOfTheToken(cause) ? new Failure('session.required', { cause }) : unavailable(cause);
    });
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['ES256'],
      issuer: 'identity',
      audience: 'shop',
    }).catch((cause: unknown) => {
      throw new Failure('session.required', { cause });
    });
    const held = this.tokens.add(token, payload);
    if (!held) throw new Failure('session.required');
    return held;
  }

  async #alive(held: Session, mustBeSure: boolean): Promise<Session> {
    let found: string | null;
    try {
      found = await this.circuit.ask(() => this.redis.client.get(this.redis.key(sessionKey(held.sessionId))));
    } catch (cause) {
      if (mustBeSure) throw unavailable(cause);
      return held;
    }
    const live = liveSession(held, found);
    if (!live) throw new Failure('session.required');
    return live;
  }
}

const unavailable = (cause: unknown) => new Failure('session.unavailable', { cause, headers: { 'retry-after': '2' } });

/** It names a key that identity does not have; as opposed to: identity could not be asked for its keys. */
const isFaultOfTheToken = (error: unknown): boolean =>
  error instanceof joseErrors.JWKSNoMatchingKey || error instanceof joseErrors.JOSENotSupported;

function isToken(text: string): boolean {
  try {
    decodeProtectedHeader(text);
    return true;
  } catch {
    return false;
  }
}
