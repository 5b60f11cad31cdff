import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { moment, objectId } from '../core/shapes.ts';
import { oneTimeCode, recoveryCode } from './auth.ts';
import { proof } from './security.ts';

/** An authenticator app (TOTP, RFC 6238), whose codes take the place of mailed ones. For staff. */

export const authenticatorErrors = defineErrors({
  'authenticator.exists': { status: 409, message: 'This account has an authenticator app. Remove it first' },
  'authenticator.not-begun': { status: 409, message: 'This took too long. Please begin again' },
  'authenticator.not-found': { status: 404, message: 'This account has no authenticator app' },
});

export const getAuthenticator = defineCall({
  id: 'identity.get-authenticator',
  service: 'identity',
  method: 'GET',
  path: '/auth/account/authenticator',
  access: 'user',
  summary: 'Whether the account has an authenticator app, and how many recovery codes are left',
  answer: z.object({ authenticator: z.object({ since: moment, recoveryCodesLeft: z.int() }).nullable() }),
  errors: [],
});

export const beginAuthenticator = defineCall({
  id: 'identity.begin-authenticator',
  service: 'identity',
  method: 'POST',
  path: '/auth/account/authenticator',
  access: 'user',
  summary: 'Makes the secret for an authenticator app of staff; it counts once a code of the app confirms it',
  body: proof,
  answer: z.object({
    /** Base32, to be typed where no picture can be read. */
    secret: z.string(),
    /** `otpauth://…`, for the picture. */
    url: z.string(),
  }),
  errors: ['auth.wrong-password', 'auth.wrong-code', 'authenticator.exists', 'session.forbidden'],
  limit: 'sign-in',
});

export const confirmAuthenticator = defineCall({
  id: 'identity.confirm-authenticator',
  service: 'identity',
  method: 'PUT',
  path: '/auth/account/authenticator',
  access: 'user',
  summary: 'From now on the account signs in with codes of the app; answers the recovery codes, once',
  body: z.object({ otp: oneTimeCode }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['auth.wrong-code', 'authenticator.exists', 'authenticator.not-begun'],
  limit: 'code',
});

export const removeAuthenticator = defineCall({
  id: 'identity.remove-authenticator',
  service: 'identity',
  method: 'POST',
  path: '/auth/account/authenticator/remove',
  access: 'user',
  summary: 'Back to mailed codes, with the proof of the owner and a code of the app or a recovery code',
  body: proof.extend({ code: z.union([oneTimeCode, recoveryCode], 'A code of the app, or a recovery code') }),
  answer: z.object({ authenticator: z.null() }),
  errors: ['auth.wrong-password', 'auth.wrong-code', 'authenticator.not-found'],
  limit: 'sign-in',
});

export const resetAuthenticator = defineCall({
  id: 'identity.reset-authenticator',
  service: 'identity',
  method: 'DELETE',
  path: '/admin/people/:id/authenticator',
  access: staff('people.change'),
  summary: 'Back to mailed codes for somebody who lost app and recovery codes; ends the sessions of the account',
  params: z.object({ id: objectId }),
  answer: z.object({ id: objectId }),
  errors: ['user.not-found', 'authenticator.not-found', 'role.more-than-yours'],
});
