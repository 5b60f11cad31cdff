import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { Jwks } from './jwks.ts';
import { permissionsOfToken, type Session } from './session.ts';

const claims = z.object({
  sub: z.string().min(1),
  sid: z.string().min(1),
  role: z.enum(['user', 'admin']),
  joins: z.string().min(1).optional(),
  exp: z.number(),
});

const CACHE_SIZE = 5_000;

interface VerifiedToken {
  session: Session;
  /** Id of the signing key. */
  kid: string;
  /** Unix time, seconds. */
  expiresAt: number;
}

/** Cache of tokens whose signature was verified: verified once per token, while the session is checked with every call. */
@Injectable()
export class VerifiedTokens {
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: CACHE_SIZE });

  constructor(private readonly jwks: Jwks) {}

  /** The session of a cached token that has not expired and whose key is still published. */
  of(token: string | null): Session | undefined {
    const cached = token === null ? undefined : this.#verified.get(token);
    const isValid = cached && cached.expiresAt * 1000 > Date.now() && this.jwks.publishes(cached.kid);
    return isValid ? cached.session : undefined;
  }

  /** Caches a verified token and returns its session; `undefined` when the payload is not one of identity's. */
  add(token: string, payload: unknown): Session | undefined {
    const parsed = claims.safeParse(payload);
    if (!parsed.success) return undefined;
    const { sub, sid, role, joins, exp } = parsed.data;
    const session: Session = {
      userId: sub,
      sessionId: sid,
      role,
      permissions: permissionsOfToken(role),
      ...(joins !== undefined && { joins }),
    };
    const { kid } = decodeProtectedHeader(token);
    if (kid !== undefined) this.#verified.set(token, { session, kid, expiresAt: exp });
    return session;
  }
}
