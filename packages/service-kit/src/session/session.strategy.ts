import crypto from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { Redis } from '../redis/redis.module.ts';
import { Jwks } from './jwks.ts';
import { liveSession, proofKey, type Session, tokenOf } from './session.ts';
import { VerifiedTokens } from './verified-tokens.ts';

/** Redis is unavailable, so whether a session is live is unknown. `tokenSession` is the session as the token states it. */
export class SessionUnknown extends Error {
  readonly tokenSession: Session;

  constructor(tokenSession: Session, cause: unknown) {
    super('Redis cannot confirm that the session is live', { cause });
    this.tokenSession = tokenSession;
  }
}

/** Verifies an access token with identity's keys, and checks in Redis that its session is live. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy) {
  readonly #redis: Redis;
  readonly #tokens: VerifiedTokens;
  readonly #logger = new Logger(SessionStrategy.name);

  constructor(jwks: Jwks, tokens: VerifiedTokens, redis: Redis) {
    super({
      jwtFromRequest: tokenOf as never,
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: never) => void) => {
        jwks.keyFor(token).then(
          (key) => done(null, key as never),
          (error: unknown) => done(error),
        );
      },
      algorithms: ['ES256'],
      issuer: 'identity',
      audience: 'shop',
      passReqToCallback: true,
    });
    this.#redis = redis;
    this.#tokens = tokens;
    // Passport registers strategies by name per process: two services in one process (tests) would share one.
    this.name = `session-${crypto.randomUUID()}`;
    passport.use(this);
  }

  /** Called by passport with the payload of a token whose signature, issuer, audience and expiry are valid. */
  async validate(request: FastifyRequest, payload: unknown): Promise<Session | null> {
    const tokenSession = this.#tokens.add(tokenOf(request)!, payload);
    return tokenSession ? this.findLive(tokenSession) : null;
  }

  /** Whether the owner of a session proved lately who they are. */
  async isProved(sessionId: string): Promise<boolean> {
    return (await this.#redis.client.exists(this.#redis.key(proofKey(sessionId)))) === 1;
  }

  /** The session as it is in Redis; `null` when it has ended. @throws SessionUnknown */
  async findLive(tokenSession: Session): Promise<Session | null> {
    let found: string | null = null;
    const live = await liveSession(tokenSession, async (key) => {
      found = await this.#redis.client.get(this.#redis.key(key));
      return found;
    }).catch((error: unknown) => {
      throw new SessionUnknown(tokenSession, error);
    });
    if (!live && found !== null) this.#logger.error('A session in Redis does not belong to its token');
    return live;
  }
}
