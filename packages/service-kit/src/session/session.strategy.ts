import crypto from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { Redis } from '../redis/redis.module.ts';
import { Jwks } from './jwks.ts';
import { liveSession, type Session, sessionKey, tokenOf } from './session.ts';
import { VerifiedTokens } from './verified-tokens.ts';

/** Thrown when Redis cannot say whether a session lives. `held` is what the token alone says. */
export class SessionUnknown extends Error {
  readonly held: Session;

  constructor(held: Session, cause: unknown) {
    super('Redis cannot say whether the session lives', { cause });
    this.held = held;
  }
}

/** Checks an access token against identity's keys, and that its session still lives in Redis. */
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
    // Passport knows strategies by name, for the whole process: two services in one (tests) would take each other's.
    this.name = `session-${crypto.randomUUID()}`;
    passport.use(this);
  }

  /** Called by passport with the payload of a token whose signature, issuer, audience and expiry are right. */
  async validate(request: FastifyRequest, payload: unknown): Promise<Session | null> {
    const held = this.#tokens.add(tokenOf(request)!, payload);
    return held ? this.alive(held) : null;
  }

  /** The session as Redis has it; `null` when it is over. @throws SessionUnknown */
  async alive(held: Session): Promise<Session | null> {
    let found: string | null;
    try {
      found = await this.#redis.client.get(this.#redis.key(sessionKey(held.sessionId)));
    } catch (error) {
      throw new SessionUnknown(held, error);
    }
    const live = liveSession(held, found);
    if (!live && found !== null) this.#logger.error('A session in Redis does not belong to its token');
    return live;
  }
}
