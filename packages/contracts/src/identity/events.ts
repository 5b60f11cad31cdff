import { z } from 'zod';
import { defineEvent } from '../core/event.ts';
import { role } from './user.ts';

const account = z.object({ userId: z.string(), name: z.string(), email: z.string(), role });

export const userCreated = defineEvent({
  name: 'user.created.v1',
  publisher: 'identity',
  summary: 'An account was verified for the first time',
  key: 'userId',
  data: account,
  consumers: {
    catalog: { subscription: 'work', effect: 'updates the names shown on reviews, and tells caches' },
    'cart-order': {
      subscription: 'work',
      effect: 'updates its copy of account names, which the audit trail and screens show',
    },
    payment: {
      subscription: 'work',
      effect: 'updates its copy of account names, which the audit trail and screens show',
    },
    content: { subscription: 'work', effect: 'updates the e-mail address of the recipient' },
  },
});

export const userUpdated = defineEvent({
  name: 'user.updated.v1',
  publisher: 'identity',
  summary: 'Name, e-mail or role of an account changed, or one of the staff signed in',
  key: 'userId',
  data: account,
  consumers: {
    catalog: { subscription: 'work', effect: 'updates the names shown on reviews, and tells caches' },
    'cart-order': {
      subscription: 'work',
      effect: 'updates its copy of account names, which the audit trail and screens show',
    },
    payment: {
      subscription: 'work',
      effect: 'updates its copy of account names, which the audit trail and screens show',
    },
    content: { subscription: 'work', effect: 'updates the e-mail address of the recipient' },
  },
});

export const userDeleted = defineEvent({
  name: 'user.deleted.v1',
  publisher: 'identity',
  summary: 'An account was deleted; consumers remove its name',
  key: 'userId',
  data: z.object({
    userId: z.string(),
    /** Of a guest: the account beside which it bought, which may go on. */
    joins: z.string().optional(),
  }),
  consumers: {
    catalog: { subscription: 'work', effect: 'updates the names shown on reviews, and tells caches' },
    'cart-order': { subscription: 'work', effect: 'removes the name, the cart and the wishlist' },
    payment: { subscription: 'work', effect: 'removes the name' },
    content: { subscription: 'work', effect: 'removes the e-mail address' },
  },
});
