import { z } from 'zod';
import { defineEvent } from '../core/event.ts';
import { role } from './user.ts';

const facts = z.object({ userId: z.string(), name: z.string(), email: z.string(), role });

export const userCreated = defineEvent({
  name: 'user.created.v1',
  publisher: 'identity',
  summary: 'An account was verified for the first time',
  key: 'userId',
  data: facts,
  consumers: {
    catalog: { subscription: 'work', effect: 'keeps the names shown on reviews' },
    'cart-order': { subscription: 'work', effect: 'keeps the names of staff for the audit trail' },
    payment: { subscription: 'work', effect: 'keeps the names of staff for the audit trail' },
    content: { subscription: 'work', effect: 'keeps the address that mails go to' },
  },
});

export const userUpdated = defineEvent({
  name: 'user.updated.v1',
  publisher: 'identity',
  summary: 'Name, e-mail or role of an account changed',
  key: 'userId',
  data: facts,
  consumers: {
    catalog: { subscription: 'work', effect: 'keeps the names shown on reviews' },
    'cart-order': { subscription: 'work', effect: 'keeps the names of staff for the audit trail' },
    payment: { subscription: 'work', effect: 'keeps the names of staff for the audit trail' },
    content: { subscription: 'work', effect: 'keeps the address that mails go to' },
  },
});

export const userDeleted = defineEvent({
  name: 'user.deleted.v1',
  publisher: 'identity',
  summary: 'An account is gone; what others keep of it loses its name',
  key: 'userId',
  data: z.object({ userId: z.string() }),
  consumers: {
    catalog: { subscription: 'work', effect: 'keeps the names shown on reviews' },
    'cart-order': { subscription: 'work', effect: 'forgets the name, and the cart' },
    payment: { subscription: 'work', effect: 'forgets the name' },
    content: { subscription: 'work', effect: 'forgets the address' },
  },
});
