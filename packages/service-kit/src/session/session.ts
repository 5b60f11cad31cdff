import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

export type Role = 'user' | 'admin';

export interface Session {
  userId: string;
  sessionId: string;
  role: Role;
  /** Of the account when the session began; missing while Redis is unavailable, and in sessions from before it was recorded. */
  email?: string;
  /**
   * Of a limited session, which has an id of its own as `userId` and sees nothing of the account that its e-mail address has: the account
   * that its orders join.
   */
  joins?: string;
}

/** Passport stores the session in `user`. */
export type WithSession = FastifyRequest & { user?: Session };

/** The session that the guard read; `undefined` for guests. */
export const sessionOf = (request: FastifyRequest): Session | undefined => (request as WithSession).user;

/** The Redis key of a live session, without the shop's prefix. Identity writes it. */
export const sessionKey = (sessionId: string): string => `session:${sessionId}`;

const stored = z.object({ userId: z.string(), role: z.enum(['user', 'admin']), email: z.string().optional() });

/**
 * The token's session with the role and the e-mail address that are stored in Redis (`found`): a role change takes effect
 * there at once, in the token only when it is renewed. `null` when the session has ended.
 */
export function liveSession(tokenSession: Session, found: string | null): Session | null {
  if (found === null) return null;
  const live = stored.safeParse(parsedJson(found));
  if (!live.success || live.data.userId !== tokenSession.userId) return null;
  const { role, email } = live.data;
  return { ...tokenSession, role, ...(email !== undefined && { email }) };
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
