import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { RETURN_CODES, type ReturnCode } from '../core/refund-codes.ts';
import { currencyCode, moment, objectId, pageQuery } from '../core/shapes.ts';
import { paymentProvider } from '../payment/provider-name.ts';
import { amount } from './checkout.ts';

/** Who or what caused that money went back. `staff` with the account; `shop`: by itself. */
const causedBy = z.object({ who: z.enum(['buyer', 'staff', 'shop', 'provider']), userId: z.string().optional() });

/** A capture at a provider, and where its money went. Amounts in the major unit. */
export const capture = z
  .object({
    /** Provider and the provider's id of the payment. */
    _id: z.string(),
    provider: paymentProvider,
    providerPaymentId: z.string(),
    amount,
    currency: currencyCode,
    capturedAt: moment,
    userId: z.string(),
    checkoutId: objectId,
    /** `null`: it became none, and its money goes back. */
    orderId: objectId.nullable(),
    refunds: z.array(
      z.object({
        refundId: z.string(),
        amount,
        state: z.enum(['requested', 'completed', 'failed']),
        code: z.enum(Object.keys(RETURN_CODES) as [ReturnCode, ...ReturnCode[]]),
        causedBy,
        requestedAt: moment,
        settledAt: moment.nullable(),
      }),
    ),
  })
  .meta({ id: 'Capture' });
export type Capture = z.infer<typeof capture>;

export const listCaptures = defineCall({
  id: 'cart-order.list-captures',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/captures',
  access: staff('payments.read'),
  summary:
    'Captured payments with their order and refunds, newest first; `q`: a provider’s payment id, an order or an account',
  query: pageQuery.extend({
    show: z.enum(['came-back', 'on-its-way', 'failed', 'all']).default('came-back'),
    code: z.enum(Object.keys(RETURN_CODES) as [ReturnCode, ...ReturnCode[]]).optional(),
    q: z.string().trim().max(100).optional(),
  }),
  answer: z.object({ captures: z.array(capture), totalCount: z.int().nonnegative() }),
  errors: [],
});
