import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { moment, objectId } from '../core/shapes.ts';
import { proof } from './security.ts';

export const ownDataErrors = defineErrors({
  'download.not-found': { status: 404, message: 'This download does not exist any more. Please ask for another' },
  'user.is-staff': { status: 409, message: 'This is an account of staff. Another admin can delete it' },
  /** `details.unfinished`: what it is. */
  'user.unfinished': { status: 409, message: 'Something of this account is not finished yet' },
});

/** What is kept of an account, collected from every service into one file. */
export const download = z
  .object({
    _id: objectId,
    state: z.enum(['preparing', 'ready', 'failed']),
    requestedAt: moment,
    /** Thrown away then; `null` until it is ready. */
    keptUntil: moment.nullable(),
    /** Of the file. */
    bytes: z.int().nonnegative().nullable(),
  })
  .meta({ id: 'Download' });

export const requestDownload = defineCall({
  id: 'identity.request-download',
  service: 'identity',
  method: 'POST',
  path: '/auth/account/download',
  access: 'user',
  summary: 'Collects what is kept of the account; in place of an earlier download, unless that is being prepared',
  body: proof,
  answer: z.object({ download }),
  status: 202,
  errors: ['auth.wrong-password', 'auth.wrong-code'],
  limit: 'sign-in',
});

export const getDownload = defineCall({
  id: 'identity.get-download',
  service: 'identity',
  method: 'GET',
  path: '/me/download',
  access: 'user',
  summary: 'The download that was asked for last',
  answer: z.object({ download: download.nullable() }),
  errors: [],
});

export const fetchDownload = defineCall({
  id: 'identity.fetch-download',
  service: 'identity',
  method: 'GET',
  path: '/me/download/:id',
  access: 'user',
  summary: 'The file: JSON',
  params: z.object({ id: objectId }),
  answer: z.record(z.string(), z.unknown()),
  errors: ['download.not-found'],
});

export const deleteAccount = defineCall({
  id: 'identity.delete-account',
  service: 'identity',
  method: 'POST',
  path: '/auth/account/delete',
  access: 'user',
  summary:
    'Deletes the account and, within a day, what every service keeps of it; bills stay sealed as long as the law says',
  body: proof,
  answer: z.object({ success: z.literal(true) }),
  errors: ['auth.wrong-password', 'auth.wrong-code', 'user.is-staff', 'user.unfinished'],
  limit: 'sign-in',
  timeoutMs: 10_000,
});
