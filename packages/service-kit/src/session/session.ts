import { isPermission, type Permission, PERMISSIONS, builtInRole, staffRoleOf } from '@shop/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

export type Role = 'user' | 'admin';

export interface Session {
  userId: string;
  sessionId: string;
  /** `admin` is the owner; people of other roles of the staff are `user`, with `permissions`. */
  role: Role;
  /** What it may do as staff; empty for shoppers. */
  permissions: readonly Permission[];
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

/** The Redis key of what people of one of the shop's own roles may do, without the shop's prefix. Identity writes it. */
export const staffRoleKey = (roleId: string): string => `staff-role:${roleId}`;

/** The Redis key by which the owner of a session has proved who they are lately, without the shop's prefix. Identity writes it. */
export const proofKey = (sessionId: string): string => `proof:${sessionId}`;

const stored = z.object({
  userId: z.string(),
  role: z.enum(['user', 'admin']),
  staffRole: z.string().optional(),
  email: z.string().optional(),
});

const storedRole = z.object({ permissions: z.array(z.string()) });

/**
 * The token's session with the role and the e-mail address that are stored in Redis: a change of role takes effect there at once, in the
 * token only when it is renewed. `null` when the session has ended.
 * @param read reads a key of Redis, without the shop's prefix
 */
export async function liveSession(
  tokenSession: Session,
  read: (key: string) => Promise<string | null>,
): Promise<Session | null> {
  const found = await read(sessionKey(tokenSession.sessionId));
  if (found === null) return null;
  const live = stored.safeParse(parsedJson(found));
  if (!live.success || live.data.userId !== tokenSession.userId) return null;
  const { role, email } = live.data;
  const permissions = await permissionsOf(staffRoleOf(live.data), read);
  return { ...tokenSession, role, permissions, ...(email !== undefined && { email }) };
}

/** What a role may do. One that is not known may do nothing. */
async function permissionsOf(
  roleId: string | undefined,
  read: (key: string) => Promise<string | null>,
): Promise<readonly Permission[]> {
  if (roleId === undefined) return [];
  const builtIn = builtInRole(roleId);
  if (builtIn) return builtIn.permissions;
  const own = storedRole.safeParse(parsedJson((await read(staffRoleKey(roleId))) ?? ''));
  return own.success ? own.data.permissions.filter(isPermission) : [];
}

/** What a token alone proves, while Redis is unavailable. */
export const permissionsOfToken = (role: Role): readonly Permission[] => (role === 'admin' ? PERMISSIONS : []);

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
