import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';

export const mailErrors = defineErrors({
  'mail.not-sent': { status: 503, message: 'The mail could not be sent' },
});

/** One-time codes take this way and never the broker: they are secrets, and the browser is waiting. */
export const mailCode = defineCall({
  id: 'content.mail-code',
  service: 'content',
  method: 'POST',
  path: '/internal/mail/code',
  who: 'service',
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
