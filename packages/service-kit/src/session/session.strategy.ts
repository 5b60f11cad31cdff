import crypto from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { decodeProtectedHeader } from 'jose';
import { LRUCache } from 'lru-cache';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { z } from 'zod';
import { Redis } from '../redis/redis.module.ts';
import { Jwks } from './jwks.ts';
import type { Session } from './session.ts';

/** Where identity keeps a live session in Redis, before the shop's prefix. */
export const sessionKey = (sessionId: string): string => `session:${sessionId}`;

const claims = z.object({
  sub: z.string().min(1),
  sid: z.string().min(1),
  role: z.enum(['user', 'admin']),
  exp: z.number(),
});
const stored = z.object({ userId: z.string(), role: z.enum(['user', 'admin']) });

interface Verified {
  held: Session;
  /** Of the key that it is signed with. */
  kid: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** Thrown when Redis cannot say whether a session lives. `held` is what the token alone says. */
export class SessionUnknown extends Error {
  readonly held: Session;

  constructor(held: Session, cause: unknown) {
    super('Redis cannot say whether the session lives', { cause });
    this.held = held;
  }
}

/** The access token: cookie `access`, else `Authorization: Bearer`. */
export function tokenOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === 'access' && value) return value;
  }
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Checks an access token against identity's keys, and that its session still lives in Redis. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy) {
  readonly #redis: Redis;
  readonly #logger = new Logger(SessionStrategy.name);
  readonly #jwks: Jwks;
  // A signature is checked once per token, its session at every call.
  readonly #verified = new LRUCache<string, Verified>({ max: 5_000 });

  constructor(jwks: Jwks, redis: Redis) {
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
    this.#jwks = jwks;
    this.#redis = redis;
    // Passport knows strategies by name, for the whole process: two services in one (tests) would take each other's.
    this.name = `session-${crypto.randomUUID()}`;
    passport.use(this);
  }

  /** Called by passport with the payload of a token whose signature, issuer, audience and expiry are right. */
  async validate(request: FastifyRequest, payload: unknown): Promise<Session | null> {
    const parsed = claims.safeParse(payload);
    if (!parsed.success) return null;
    const { sub, sid, role, exp } = parsed.data;
    const held: Session = { userId: sub, sessionId: sid, role };
    const token = tokenOf(request)!;
    const { kid } = decodeProtectedHeader(token);
    if (kid !== undefined) this.#verified.set(token, { held, kid, expiresAt: exp });
    return this.alive(held);
  }

  /** What a token says that was verified before, has not expired, and whose key was not withdrawn. */
  verified(token: string | null): Session | undefined {
    const known = token === null ? undefined : this.#verified.get(token);
    const holds = known && known.expiresAt * 1000 > Date.now() && this.#jwks.publishes(known.kid);
    return holds ? known.held : undefined;
  }

  /** The session as Redis has it; `null` when it is over. @throws SessionUnknown */
  async alive(held: Session): Promise<Session | null> {
    let found: string | null;
    try {
      found = await this.#redis.client.get(this.#redis.key(sessionKey(held.sessionId)));
    } catch (error) {
      throw new SessionUnknown(held, error);
    }
    if (found === null) return null;
    const live = stored.safeParse(JSON.parse(found));
    if (!live.success || live.data.userId !== held.userId) {
      this.#logger.error('A session in Redis does not belong to its token');
      return null;
    }
    // The role of the session counts: it changes at once, the token's only with the next token.
    return { ...held, role: live.data.role };
  }
}
