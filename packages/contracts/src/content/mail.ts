import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { moment, pageQuery } from '../core/shapes.ts';

export const mailErrors = defineErrors({
  'mail.not-sent': { status: 503, message: 'The mail could not be sent' },
  'mail.not-found': { status: 404, message: 'There is no such mail' },
  'mail.not-given-up': { status: 409, message: 'This mail was not given up' },
});

/** One-time codes take this way and never the broker: they are secrets, and the browser is waiting. */
export const mailCode = defineCall({
  id: 'content.mail-code',
  service: 'content',
  method: 'POST',
  path: '/internal/mail/code',
  access: 'service',
  summary: 'Mails what follows from asking for a one-time code; answers when the mail server has taken it',
  body: z.object({
    to: z.email(),
    name: z.string().max(100),
    mail: z.discriminatedUnion('kind', [
      z.object({
        kind: z.enum(['sign-in', 'register', 'new-password']),
        code: z.string().regex(/^\d{6}$/),
        validForMinutes: z.int().positive(),
      }),
      /** Somebody tried to register with the address of an account; its owner is told, the stranger is not. */
      z.object({ kind: z.literal('account-exists') }),
    ]),
  }),
  answer: z.object({ accepted: z.literal(true) }),
  errors: ['mail.not-sent'],
  timeoutMs: 10_000,
});

/**
 * - `queued`: it will be sent, or tried again
 * - `sent`: the mail server has taken it
 * - `superseded`: a later one about the same was there before it
 * - `dead`: given up; staff see why
 */
export const mailState = z.enum(['queued', 'sent', 'superseded', 'dead']);

export const mailKind = z.enum([
  'order-created',
  'order-moved-on',
  'refund-requested',
  'checkout-refused',
  'refund-completed',
  'refund-failed',
]);

/** A mail that an event asked for. Its text is made when it is sent. */
export const mailRecord = z
  .object({
    /** The id of the event. */
    _id: z.uuid(),
    kind: mailKind,
    /** Of the order, or of the checkout where it never became one. */
    orderId: z.string(),
    userId: z.string(),
    /** `null` where the account is gone, or was not heard of yet. */
    to: z.string().nullable(),
    state: mailState,
    /** How often the mail server was asked to take it. */
    attempts: z.int().nonnegative(),
    /** What went wrong last. */
    problem: z.string().nullable(),
    occurredAt: moment,
    sentAt: moment.nullable(),
  })
  .meta({ id: 'MailRecord' });
export type MailRecord = z.infer<typeof mailRecord>;

export const listMails = defineCall({
  id: 'content.list-mails',
  service: 'content',
  method: 'GET',
  path: '/admin/mails',
  access: staff('mails.read'),
  summary: 'Mails that events asked for, newest first; those that were given up unless told',
  query: pageQuery.extend({ state: mailState.default('dead') }),
  answer: z.object({ mails: z.array(mailRecord), totalCount: z.int().nonnegative() }),
  errors: [],
});

export const retryMail = defineCall({
  id: 'content.retry-mail',
  service: 'content',
  method: 'POST',
  path: '/admin/mails/:id/retry',
  access: staff('mails.retry'),
  summary: 'Queues a mail again that was given up, after its address or the mail server was put right',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ mail: mailRecord }),
  errors: ['mail.not-found', 'mail.not-given-up'],
});
