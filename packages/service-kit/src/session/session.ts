import type { FastifyRequest } from 'fastify';

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
