import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { KEPT_TIMEOUT_MS, keptOfUser, keptOfWhom } from '../core/kept.ts';

/** Why an account cannot go yet, and the order or checkout that it is about. */
export const unfinished = z.object({
  kind: z.enum(['order', 'refund', 'dispute', 'checkout', 'payment']),
  id: z.string(),
});
export type Unfinished = z.infer<typeof unfinished>;

export const getUnfinished = defineCall({
  id: 'cart-order.get-unfinished',
  service: 'cart-order',
  method: 'GET',
  path: '/internal/users/:userId/unfinished',
  access: 'service',
  summary: 'Orders, refunds, disputes and checkouts of an account that are under way',
  params: keptOfWhom,
  answer: z.object({ unfinished: z.array(unfinished) }),
  errors: [],
});

export const getKept = defineCall({
  id: 'cart-order.get-kept',
  service: 'cart-order',
  method: 'GET',
  path: '/internal/buyers/:userId/kept',
  access: 'service',
  summary:
    'Cart, checkouts and orders of an account, for its owner to read; `checkoutIds` are those that payments may be of',
  params: keptOfWhom,
  answer: z.object({ kept: keptOfUser, checkoutIds: z.array(z.string()) }),
  errors: [],
  timeoutMs: KEPT_TIMEOUT_MS,
});
