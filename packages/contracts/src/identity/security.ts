import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { defineEvent } from '../core/event.ts';
import { moment } from '../core/shapes.ts';
import { codeSent, newPassword, oneTimeCode, writtenEmail } from './auth.ts';
import { user } from './user.ts';

/** Below `/auth`, where browsers send the cookie that binds a code to them. */

export const securityErrors = defineErrors({
  'auth.wrong-password': { status: 403, message: 'This is not your password' },
  'auth.same-email': { status: 409, message: 'This is your e-mail address already' },
  'session.not-found': { status: 404, message: 'This device is signed out already' },
});

/** That the account's owner is asking, not who found the browser open: the password, or a code where the account has none. */
export const proof = z.object({
  password: z.string().min(1, 'Password is required').max(128).optional(),
  otp: oneTimeCode.optional(),
});
export type Proof = z.infer<typeof proof>;

export const sendProofCode = defineCall({
  id: 'identity.send-proof-code',
  service: 'identity',
  method: 'POST',
  path: '/auth/account/code',
  access: 'user',
  summary:
    'Mails a code to the account’s own address, by which an account without password proves that its owner is asking',
  answer: codeSent,
  errors: ['auth.code-too-soon', 'auth.code-not-sent'],
  limit: 'code',
});

export const proveAgain = defineCall({
  id: 'identity.prove-again',
  service: 'identity',
  method: 'POST',
  path: '/auth/account/proof',
  access: 'user',
  summary: 'Shows that the owner is there: for some minutes this session may make the calls that ask for it',
  body: proof,
  answer: z.object({ validForS: z.int() }),
  errors: ['auth.wrong-password', 'auth.wrong-code'],
  limit: 'sign-in',
});

export const changePassword = defineCall({
  id: 'identity.change-password',
  service: 'identity',
  method: 'PUT',
  path: '/auth/account/password',
  access: 'user',
  summary: 'Sets a new password and ends every session but this browser’s, pending codes and pending resets',
  body: proof.extend({ newPassword }),
  answer: z.object({ user }),
  errors: ['auth.wrong-password', 'auth.wrong-code', 'auth.weak-password'],
  limit: 'sign-in',
});

export const requestEmail = defineCall({
  id: 'identity.request-email',
  service: 'identity',
  method: 'POST',
  path: '/auth/account/email',
  access: 'user',
  summary: 'Mails a code to a new e-mail address; answers the same whether or not another account has it',
  body: proof.extend({ email: writtenEmail }),
  answer: codeSent,
  errors: ['auth.wrong-password', 'auth.wrong-code', 'auth.same-email', 'auth.code-too-soon', 'auth.code-not-sent'],
  limit: 'sign-in',
});

export const confirmEmail = defineCall({
  id: 'identity.confirm-email',
  service: 'identity',
  method: 'POST',
  path: '/auth/account/email/confirm',
  access: 'user',
  summary:
    'Changes the e-mail address to the one that the code was mailed to, and ends every session but this browser’s',
  body: z.object({ otp: oneTimeCode }),
  answer: z.object({ user }),
  errors: ['auth.wrong-code'],
  limit: 'code',
});

export const signedInBrowser = z
  .object({
    id: z.string(),
    /** As the browser names itself; `null` where it does not, or the session is from before it was kept. */
    browser: z.string().nullable(),
    system: z.string().nullable(),
    device: z.enum(['computer', 'phone', 'tablet', 'unknown']),
    /** `null` for a session from before it was kept. */
    signedInAt: moment.nullable(),
    /** To a few minutes: when the session was renewed last. */
    lastUsedAt: moment,
    isThis: z.boolean(),
    /** It sees nothing of the account: it was begun by a code to its e-mail address alone, to buy. */
    isLimited: z.literal(true).optional(),
  })
  .meta({ id: 'SignedInBrowser' });

export const listSessions = defineCall({
  id: 'identity.list-sessions',
  service: 'identity',
  method: 'GET',
  path: '/auth/sessions',
  access: 'user',
  summary: 'Where the account is signed in: this browser first, then those used last; a hundred at most',
  answer: z.object({ sessions: z.array(signedInBrowser) }),
  errors: [],
  redis: 'sessions are in Redis',
});

export const endSession = defineCall({
  id: 'identity.end-session',
  service: 'identity',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'user',
  summary: 'Signs one browser out, with its next call to any service',
  params: z.object({ id: z.string().min(1).max(100) }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['session.not-found'],
  redis: 'sessions are in Redis',
  whileReadOnly: 'Sessions are in Redis',
});

export const endOtherSessions = defineCall({
  id: 'identity.end-other-sessions',
  service: 'identity',
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'user',
  summary: 'Signs every other browser out, with its next call to any service',
  answer: z.object({ ended: z.int().nonnegative() }),
  errors: [],
  redis: 'sessions are in Redis',
  whileReadOnly: 'Sessions are in Redis',
});

/** What was changed about how an account is signed in to, or taken out of it. */
export const securityChange = z.enum(['password-changed', 'password-set', 'email-changed', 'download-ready']);

export const accountSecured = defineEvent({
  name: 'account.secured.v1',
  publisher: 'identity',
  summary: 'How an account is signed in to was changed: its owner is told, at the address from before',
  key: 'userId',
  unordered: 'Each is told to the owner, in whatever order',
  data: z.object({
    userId: z.string(),
    change: securityChange,
    name: z.string(),
    /** Where the owner is told: of a new e-mail address, the one from before. */
    email: z.string(),
  }),
  consumers: { content: { subscription: 'work', effect: 'mails a notice to the owner' } },
});
