import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../variables.ts';
import type { SignedIn } from './browser-sessions.ts';
import type { ClientInfo } from './codes.ts';

/** Authentication cookies: `access` and `refresh` are HttpOnly; `signed-in` lets scripts know that the session can be renewed. */
export interface CookieRules {
  secure: boolean;
  sessionSeconds: number;
  codeSeconds: number;
  knownBrowserSeconds: number;
}

const AUTH_PATH = '/api/v1/auth';

export const cookieRulesOf = (config: Config): CookieRules => ({
  secure: config.SHOP_URL.startsWith('https:'),
  sessionSeconds: Math.floor(config.SESSION_LIFETIME / 1000),
  codeSeconds: Math.floor(config.CODE_LIFETIME / 1000),
  knownBrowserSeconds: Math.floor(config.KNOWN_BROWSER_LIFETIME / 1000),
});

export function clientInfoOf(request: FastifyRequest): ClientInfo {
  const { otp, known } = readCookies(request);
  const userAgent = request.headers['user-agent'];
  return { address: request.ip, challengeId: otp, knownBrowser: known, userAgent };
}

export const readCookies = (request: FastifyRequest): Partial<Record<string, string>> =>
  parseCookie(request.headers.cookie ?? '');

function setCookie(
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

/** The access cookie outlives its token, so that signing out still identifies the session to end. */
export function setSessionCookies(reply: FastifyReply, rules: CookieRules, access: string, refresh: string): void {
  setCookie(reply, 'access', access, rules.sessionSeconds, '/', rules.secure);
  setCookie(reply, 'refresh', refresh, rules.sessionSeconds, AUTH_PATH, rules.secure);
  setCookie(reply, 'signed-in', '1', rules.sessionSeconds, '/', rules.secure, false);
}

export function clearSessionCookies(reply: FastifyReply, { secure }: CookieRules): void {
  setCookie(reply, 'access', '', 0, '/', secure);
  setCookie(reply, 'refresh', '', 0, AUTH_PATH, secure);
  setCookie(reply, 'signed-in', '', 0, '/', secure, false);
}

/** Binds a one-time code to this browser. */
export function setChallengeCookie(reply: FastifyReply, rules: CookieRules, id: string): void {
  setCookie(reply, 'otp', id, rules.codeSeconds, AUTH_PATH, rules.secure);
}

/** The browser has signed in, or what it is signed in with was changed in it. */
export function setSignedInCookies(reply: FastifyReply, rules: CookieRules, signedIn: SignedIn): void {
  clearChallengeCookie(reply, rules);
  setSessionCookies(reply, rules, signedIn.accessToken, signedIn.refreshToken);
  if (signedIn.knownBrowser !== undefined) setKnownBrowserCookie(reply, rules, signedIn.knownBrowser);
}

function clearChallengeCookie(reply: FastifyReply, rules: CookieRules): void {
  setCookie(reply, 'otp', '', 0, AUTH_PATH, rules.secure);
}

/** Tells this browser from those of strangers, also after signing out. */
function setKnownBrowserCookie(reply: FastifyReply, rules: CookieRules, value: string): void {
  setCookie(reply, 'known', value, rules.knownBrowserSeconds, AUTH_PATH, rules.secure);
}
