import { z } from 'zod';
import { smallestUnit } from '../cart-order/checkout.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { currencyCode, moment, objectId, pageQuery } from '../core/shapes.ts';
import { taker, takerChange } from '../core/taker.ts';
import { paymentState } from './paying.ts';
import { liveProvider, paymentProvider } from './provider-name.ts';

export const getPaymentOfCheckout = defineCall({
  id: 'payment.get-payment-of-checkout',
  service: 'payment',
  method: 'GET',
  path: '/payment/checkout/:checkoutId',
  access: 'user',
  limited: 'It pays its own checkouts',
  summary: 'The payment of an own checkout, for a browser that was closed or returns from a provider',
  params: z.object({ checkoutId: objectId }),
  answer: z.object({
    /** `null`: no payment was started. */
    payment: z
      .object({
        provider: paymentProvider,
        state: paymentState,
        /** Set once captured, for `POST /order/new`, which waits for the order. */
        paymentId: z.string().nullable(),
      })
      .nullable(),
  }),
  errors: [],
});

/** A way to pay. `currencies`: those that it takes. */
const method = z.object({ provider: liveProvider, currencies: z.array(currencyCode) });

export const listMethods = defineCall({
  id: 'payment.list-methods',
  service: 'payment',
  method: 'GET',
  path: '/payment/methods',
  access: 'guest',
  summary: 'The ways to pay that are switched on, the first of a currency is the proposed one',
  answer: z.object({ methods: z.array(method) }),
  errors: [],
});

const methodForStaff = method
  .extend({
    isOn: z.boolean(),
    /** What it needs before it can be switched on; `null` when nothing is missing. */
    missing: z.string().nullable(),
  })
  .meta({ id: 'PaymentMethod' });

export const listMethodsForStaff = defineCall({
  id: 'payment.list-methods-for-staff',
  service: 'payment',
  method: 'GET',
  path: '/admin/payments/methods',
  access: staff('payments.read'),
  summary: 'Every way to pay, and whether buyers are offered it',
  answer: z.object({ methods: z.array(methodForStaff) }),
  errors: [],
});

export const switchMethod = defineCall({
  id: 'payment.switch-method',
  service: 'payment',
  method: 'PUT',
  path: '/admin/payments/methods/:provider',
  access: staff('payments.change-methods'),
  summary: 'Offers a way to pay, or no longer does. Payments that were started go on',
  params: z.object({ provider: liveProvider }),
  body: z.object({ isOn: z.boolean() }),
  answer: z.object({ method: methodForStaff }),
  errors: ['payment.method-incomplete'],
});

/** Something that needs staff to resolve it. */
export const attention = z
  .object({
    _id: objectId,
    provider: paymentProvider,
    /** `wrong-amount`, `unknown-order`, `refund-failed`, `dispute`, `order-withdrawn`, … */
    reason: z.string(),
    message: z.string(),
    checkoutId: objectId.nullable(),
    providerOrderId: z.string().nullable(),
    providerPaymentId: z.string().nullable(),
    amount: smallestUnit.nullable(),
    currency: z.string().nullable(),
    createdAt: moment,
    resolvedAt: moment.nullable(),
    /** Who works on it. */
    taker: taker.optional(),
  })
  .meta({ id: 'PaymentAttention' });

export const listAttention = defineCall({
  id: 'payment.list-attention',
  service: 'payment',
  method: 'GET',
  path: '/admin/payments/attention',
  access: staff('payments.read'),
  summary:
    'What needs attention: webhooks that could not be processed, failed refunds, disputes, withdrawals from contracts; newest first',
  query: pageQuery.extend({ resolved: z.enum(['yes', 'no']).default('no') }),
  answer: z.object({ attention: z.array(attention), totalCount: z.int().nonnegative() }),
  errors: [],
});

export const takeAttention = defineCall({
  id: 'payment.take-attention',
  service: 'payment',
  method: 'PUT',
  path: '/admin/payments/attention/:id/taker',
  access: staff('payments.resolve'),
  summary: 'Takes an entry, so that others leave it, gives it back, or takes it over from who has it',
  params: z.object({ id: objectId }),
  body: takerChange,
  answer: z.object({ attention }),
  // `attention.taken`: by another one than `takeFrom`, `details.name`.
  errors: ['payment.not-found', 'attention.taken'],
  repeatable: 'What one has stays one’s own, and what one does not have stays as it is',
});

export const resolveAttention = defineCall({
  id: 'payment.resolve-attention',
  service: 'payment',
  method: 'PUT',
  path: '/admin/payments/attention/:id',
  access: staff('payments.resolve'),
  summary: 'Resolves an entry, with a note for the audit trail',
  params: z.object({ id: objectId }),
  body: z.object({ note: z.string().trim().min(1, 'Say what was done').max(300) }),
  answer: z.object({ attention }),
  errors: ['payment.not-found'],
});
