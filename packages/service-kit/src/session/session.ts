import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

export type Role = 'user' | 'admin';

/** Who is signed in. */
export interface Session {
  userId: string;
  sessionId: string;
  role: Role;
}

/** Where passport leaves what it found. */
export type WithSession = FastifyRequest & { user?: Session };

/** The session that the guard found on a request; guests have none. */
export const sessionOf = (request: FastifyRequest): Session | undefined => (request as WithSession).user;

/** Where identity keeps a live session in Redis, before the shop's prefix. */
export const sessionKey = (sessionId: string): string => `session:${sessionId}`;

const stored = z.object({ userId: z.string(), role: z.enum(['user', 'admin']) });

/**
 * The session that a token holds, as `found` under its key: with the role that counts, for that changes at once, the token's only
 * with the next token. `null` when it is over.
 */
export function liveSession(held: Session, found: string | null): Session | null {
  if (found === null) return null;
  const live = stored.safeParse(parsedJson(found));
  return live.success && live.data.userId === held.userId ? { ...held, role: live.data.role } : null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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
