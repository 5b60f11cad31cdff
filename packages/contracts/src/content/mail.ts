import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { moment, pageQuery } from '../core/shapes.ts';
import { taker, takerChange } from '../core/taker.ts';

export const mailErrors = defineErrors({
  'mail.not-sent': { status: 503, message: 'The mail could not be sent' },
  'mail.recipient-refused': { status: 422, message: 'This address takes no mail' },
  'mail.not-found': { status: 404, message: 'There is no such mail' },
  'mail.not-given-up': { status: 409, message: 'This mail was not given up' },
  'mail.not-sent-yet': { status: 409, message: 'This mail was not sent yet' },
  'mail.not-kept': {
    status: 409,
    message: 'What this mail said is not kept any more: it was sent too long ago, or the account was deleted',
  },
  'mail.outdated': { status: 409, message: 'This mail is out of date: a later one says how things are now' },
  'mail.just-sent': { status: 429, message: 'This mail was sent a moment ago. Please give it two minutes to arrive' },
  'mail.sent-often': {
    status: 429,
    message: 'This mail was sent again three times within a day. Please ask the buyer for another e-mail address',
  },
});

/** One-time codes are sent by this call instead of an event: they are secrets, and the browser is waiting. */
export const mailCode = defineCall({
  id: 'content.mail-code',
  service: 'content',
  method: 'POST',
  path: '/internal/mail/code',
  access: 'service',
  summary: 'Sends the mail that a request for a one-time code leads to; responds when the mail server has accepted it',
  body: z.object({
    to: z.email(),
    name: z.string().max(100),
    mail: z.discriminatedUnion('kind', [
      z.object({
        kind: z.enum(['sign-in', 'register', 'new-password', 'proof', 'new-email', 'continue']),
        code: z.string().regex(/^\d{6}$/),
        validForMinutes: z.int().positive(),
      }),
      z.object({
        kind: z.literal('invitation'),
        /** The role's name. */
        role: z.string().max(40),
        invitedBy: z.string().max(100),
        url: z.url(),
        validForDays: z.int().positive(),
      }),
      /** Registration with the address of an existing account: only its owner is notified. */
      z.object({ kind: z.literal('account-exists') }),
      /** Another account asked to have this address: only its owner is notified. */
      z.object({ kind: z.literal('email-taken') }),
    ]),
  }),
  answer: z.object({ accepted: z.literal(true) }),
  errors: ['mail.not-sent', 'mail.recipient-refused'],
  timeoutMs: 10_000,
});

/**
 * - `queued`: will be sent or retried
 * - `sent`: accepted by the mail server
 * - `superseded`: a newer mail on the same subject made it obsolete
 * - `dead`: given up; staff see the error
 */
export const mailState = z.enum(['queued', 'sent', 'superseded', 'dead']);

export const mailKind = z.enum([
  'order-created',
  'order-moved-on',
  'order-withdrawn',
  'payment-awaited',
  'payment-lapsed',
  'refund-requested',
  'checkout-refused',
  'refund-completed',
  'refund-failed',
]);

export type MailKind = z.infer<typeof mailKind>;

/** What staff can see an example of: mails with codes too, which no event causes. */
export const mailPreviewKind = z.enum([
  ...mailKind.options,
  'account-secured',
  'account-deleted',
  'alert-requested',
  'alert-raised',
  'order-link',
  'staff-notice',
  'code',
]);

/** A mail caused by an event. Its text is rendered when it is sent. */
export const mailRecord = z
  .object({
    /** The id of the event. */
    _id: z.uuid(),
    kind: mailKind,
    /** Id of the order, or of the checkout when it did not become one. */
    orderId: z.string(),
    userId: z.string(),
    /** `null` when the account was removed, or its event has not arrived yet. */
    to: z.string().nullable(),
    state: mailState,
    /** Number of attempts to send it. */
    attempts: z.int().nonnegative(),
    /** The last error. */
    problem: z.string().nullable(),
    occurredAt: moment,
    sentAt: moment.nullable(),
    /** Whether what it said is kept, so that it can be sent again. */
    isKept: z.boolean().optional(),
    /** The mail that was sent again as this one. */
    copyOf: z.uuid().optional(),
    /** Who works on it, of one that was given up. */
    taker: taker.optional(),
  })
  .meta({ id: 'MailRecord' });
export type MailRecord = z.infer<typeof mailRecord>;

export const listMails = defineCall({
  id: 'content.list-mails',
  service: 'content',
  method: 'GET',
  path: '/admin/mails',
  access: staff('mails.read'),
  summary:
    'Mails caused by events, newest first; by default those given up. With `orderId` those of this order, in any state',
  query: pageQuery.extend({ state: mailState.default('dead'), orderId: z.string().max(100).optional() }),
  answer: z.object({ mails: z.array(mailRecord), totalCount: z.int().nonnegative() }),
  errors: [],
});

export const retryMail = defineCall({
  id: 'content.retry-mail',
  service: 'content',
  method: 'POST',
  path: '/admin/mails/:id/retry',
  access: staff('mails.retry'),
  summary: 'Queues a given-up mail again, after its address or the mail server was fixed',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ mail: mailRecord }),
  errors: ['mail.not-found', 'mail.not-given-up'],
});

export const sendMailAgain = defineCall({
  id: 'content.send-mail-again',
  service: 'content',
  method: 'POST',
  path: '/admin/mails/:id/again',
  access: staff('mails.retry'),
  summary:
    'Sends a mail again that was sent, as another mail, to the address that the account has now. Its link to the order is a new one',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ mail: mailRecord }),
  errors: [
    'mail.not-found',
    'mail.not-sent-yet',
    'mail.not-kept',
    'mail.outdated',
    'mail.just-sent',
    'mail.sent-often',
  ],
});

export const takeMail = defineCall({
  id: 'content.take-mail',
  service: 'content',
  method: 'PUT',
  path: '/admin/mails/:id/taker',
  access: staff('mails.retry'),
  summary: 'Takes a mail that was given up, so that others leave it, gives it back, or takes it over from who has it',
  params: z.object({ id: z.uuid() }),
  body: takerChange,
  answer: z.object({ mail: mailRecord }),
  // `attention.taken`: by another one than `takeFrom`, `details.name`.
  errors: ['mail.not-found', 'mail.not-given-up', 'attention.taken'],
  repeatable: 'What one has stays one’s own, and what one does not have stays as it is',
});

export const previewMail = defineCall({
  id: 'content.preview-mail',
  service: 'content',
  method: 'GET',
  path: '/admin/mails/preview/:kind',
  access: staff('mails.read'),
  summary: 'How mails of a kind look, made of example data with the shop’s brand',
  params: z.object({ kind: mailPreviewKind }),
  query: z.object({
    example: z.string().max(40).optional().meta({ description: 'Its name; the first example by default' }),
  }),
  answer: z.any().meta({ description: 'text/html' }),
  answerTypes: ['text/html'],
  errors: ['mail.not-found'],
});
