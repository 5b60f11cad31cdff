import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { filledLine } from '../core/shapes.ts';
import { user } from './user.ts';

export const authErrors = defineErrors({
  'auth.wrong-credentials': { status: 401, message: 'This username, e-mail or password is not right' },
  'auth.weak-password': { status: 400, message: 'This password is too easy to guess. Please choose another' },
  'auth.wrong-code': { status: 401, message: 'Invalid or expired OTP' },
  /** The second factor is the app, which the flow of a new password does not ask for. */
  'auth.sign-in-again': {
    status: 409,
    message: 'Your password is set. Please sign in with it and a code of your authenticator app',
  },
  'auth.code-too-soon': { status: 429, message: 'A code was just sent. Please wait a moment before asking again' },
  'auth.code-not-sent': { status: 503, message: 'Failed to send OTP' },
});

/** Given by the specification: the field is called `email` and accepts a username as well. */
const login = z.string().trim().min(1, 'Username or e-mail is required').max(254);
export const writtenEmail = z.email('Please enter a valid e-mail address').max(254, 'At most 254 characters');
export const newPassword = z.string().min(8, 'At least 8 characters').max(128, 'At most 128 characters');
export const oneTimeCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'The code has six digits');
/** One of the codes that are written down for when the authenticator app is lost. */
export const recoveryCode = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z2-9]{5}-[a-z2-9]{5}$/, 'A recovery code looks like abcde-fgh23');

export const codeSent = z.object({
  message: z.string(),
  /** Masked recipient (`a…@example.com`). */
  sentTo: z.string(),
  /** Seconds until another code may be requested. */
  resendAfterS: z.int(),
  /** The code is one of the account's authenticator app, and none was mailed. */
  by: z.literal('app').optional(),
});

export const sendCode = defineCall({
  id: 'identity.send-code',
  service: 'identity',
  method: 'POST',
  path: '/auth/send-otp',
  access: 'guest',
  summary: 'Checks a password and mails a one-time code to sign in with; a repeated call mails another code',
  body: z.object({ email: login, password: z.string().min(1, 'Password is required').max(128) }),
  answer: codeSent,
  errors: ['auth.wrong-credentials', 'auth.code-too-soon', 'auth.code-not-sent'],
  limit: 'sign-in',
});

export const register = defineCall({
  id: 'identity.register',
  service: 'identity',
  method: 'POST',
  path: '/auth/register',
  access: 'guest',
  summary: 'Starts a registration; the account exists once the mailed code is verified',
  body: z.object({ name: filledLine('Name', 100), email: writtenEmail, password: newPassword }),
  answer: codeSent,
  errors: ['auth.weak-password', 'auth.code-too-soon', 'auth.code-not-sent'],
  limit: 'code',
});

export const forgotPassword = defineCall({
  id: 'identity.forgot-password',
  service: 'identity',
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'guest',
  summary: 'Sets a new password once the mailed code is verified, and ends every other session',
  body: z.object({ email: login, password: newPassword }),
  answer: codeSent,
  errors: ['auth.weak-password', 'auth.code-too-soon'],
  limit: 'code',
});

export const continueWithEmail = defineCall({
  id: 'identity.continue-with-email',
  service: 'identity',
  method: 'POST',
  path: '/auth/continue',
  access: 'guest',
  summary:
    'Mails a code by which the owner of an e-mail address buys without a password: with a new account, or beside the account that has the address and joins what was ordered. The answer is the same',
  body: z.object({ email: writtenEmail }),
  answer: codeSent,
  errors: ['auth.code-too-soon', 'auth.code-not-sent'],
  limit: 'code',
});

export const verifyCode = defineCall({
  id: 'identity.verify-code',
  service: 'identity',
  method: 'POST',
  path: '/auth/verify-otp',
  access: 'guest',
  summary: 'Completes any of the four flows and starts the session, in HttpOnly cookies',
  body: z
    .object({
      email: login,
      otp: oneTimeCode.optional(),
      /** In place of a code of the authenticator app. */
      recoveryCode: recoveryCode.optional(),
    })
    .refine(({ otp, recoveryCode: recovery }) => otp !== undefined || recovery !== undefined, {
      message: 'The code has six digits',
      path: ['otp'],
    }),
  answer: z.object({ user }),
  errors: ['auth.wrong-code', 'auth.sign-in-again'],
  limit: 'code',
});

export const refreshSession = defineCall({
  id: 'identity.refresh-session',
  service: 'identity',
  method: 'POST',
  path: '/auth/refresh',
  access: 'guest',
  summary: 'Renews the access token and rotates the refresh token',
  answer: z.object({ success: z.literal(true) }),
  errors: ['session.required'],
  redis: 'sessions are in Redis',
  whileReadOnly: 'Readers stay signed in; sessions are in Redis',
});

const loggedOut = z.object({ success: z.literal(true), message: z.string() });

export const logoutByLink = defineCall({
  id: 'identity.logout-by-get',
  service: 'identity',
  method: 'GET',
  path: '/logout',
  access: 'guest',
  summary: 'Given by the specification, for same-origin fetches only; a cross-site link does not sign out',
  answer: loggedOut,
  errors: ['request.foreign-origin'],
  redis: 'sessions are in Redis',
});

export const logout = defineCall({
  id: 'identity.logout',
  service: 'identity',
  method: 'POST',
  path: '/logout',
  access: 'guest',
  summary: 'Ends the session at once',
  answer: loggedOut,
  errors: [],
  redis: 'sessions are in Redis',
  whileReadOnly: 'Sessions are in Redis',
});

export const keys = defineCall({
  id: 'identity.keys',
  service: 'identity',
  method: 'GET',
  path: '/.well-known/jwks.json',
  access: 'guest',
  summary: 'The public keys that verify access tokens (RFC 7517); for services, not routed by the gateway',
  answer: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  errors: [],
});
