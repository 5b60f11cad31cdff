import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { Jwks } from './jwks.ts';
import type { Session } from './session.ts';

const claims = z.object({
  sub: z.string().min(1),
  sid: z.string().min(1),
  role: z.enum(['user', 'admin']),
  exp: z.number(),
});

interface Verified {
  held: Session;
  /** Of the key that it is signed with. */
  kid: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** Tokens whose signature was checked: that is done once per token, while its session is looked at with every call. */
@Injectable()
export class VerifiedTokens {
  readonly #verified = new LRUCache<string, Verified>({ max: 5_000 });

  constructor(private readonly jwks: Jwks) {}

  /** What a token says that was verified before, has not expired, and whose key was not withdrawn. */
  of(token: string | null): Session | undefined {
    const known = token === null ? undefined : this.#verified.get(token);
    const holds = known && known.expiresAt * 1000 > Date.now() && this.jwks.publishes(known.kid);
    return holds ? known.held : undefined;
  }

  /**
   * Remembers a token whose signature, issuer, audience and expiry are right, and answers what it says; `undefined` when its
   * payload is none of identity's.
   */
  add(token: string, payload: unknown): Session | undefined {
    const parsed = claims.safeParse(payload);
    if (!parsed.success) return undefined;
    const { sub, sid, role, exp } = parsed.data;
    const held: Session = { userId: sub, sessionId: sid, role };
    const { kid } = decodeProtectedHeader(token);
    if (kid !== undefined) this.#verified.set(token, { held, kid, expiresAt: exp });
    return held;
  }
}
