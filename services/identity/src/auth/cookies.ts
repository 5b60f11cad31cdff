import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookies of signing in. `access` and `refresh` are HttpOnly; `signed-in` only tells the page's script to renew. */
export interface CookieRules {
  secure: boolean;
  sessionSeconds: number;
  codeSeconds: number;
}

const AUTH_PATH = '/api/v1/auth';

export const readCookies = (request: FastifyRequest): Partial<Record<string, string>> =>
  parseCookie(request.headers.cookie ?? '');

function put(
  reply: FastifyReply,
  name: string,
  value: string,
  maxAge: number,
  path: string,
  secure: boolean,
  httpOnly = true,
) {
  reply.header('set-cookie', stringifySetCookie({ name, value, path, maxAge, httpOnly, secure, sameSite: 'lax' }));
}

/**
 * Gives the browser its session. The access cookie outlives its token, so that signing out still knows which session to
 * end; the token inside expires by itself.
 */
export function giveSession(reply: FastifyReply, rules: CookieRules, access: string, refresh: string): void {
  put(reply, 'access', access, rules.sessionSeconds, '/', rules.secure);
  put(reply, 'refresh', refresh, rules.sessionSeconds, AUTH_PATH, rules.secure);
  put(reply, 'signed-in', '1', rules.sessionSeconds, '/', rules.secure, false);
}

export function takeSession(reply: FastifyReply, { secure }: CookieRules): void {
  put(reply, 'access', '', 0, '/', secure);
  put(reply, 'refresh', '', 0, AUTH_PATH, secure);
  put(reply, 'signed-in', '', 0, '/', secure, false);
}

/** Binds a one-time code to this browser. */
export function giveChallenge(reply: FastifyReply, rules: CookieRules, id: string): void {
  put(reply, 'otp', id, rules.codeSeconds, AUTH_PATH, rules.secure);
}

export function takeChallenge(reply: FastifyReply, rules: CookieRules): void {
  put(reply, 'otp', '', 0, AUTH_PATH, rules.secure);
}
