import { z } from 'zod';
import { smallestUnit } from '../cart-order/checkout.ts';
import { defineEvent } from '../core/event.ts';
import { currencyCode, moment, objectId } from '../core/shapes.ts';
import { paymentProvider } from './provider-name.ts';

/** `won`: the shop keeps the money; `lost`: the buyer gets it back; `closed`: ended without a reported outcome. */
export const disputeStatus = z.enum(['open', 'under-review', 'won', 'lost', 'closed']);

const payment = {
  /** The attempt's id, not the provider's. */
  paymentId: z.string(),
  provider: paymentProvider,
  checkoutId: objectId,
  userId: z.string(),
};

export const paymentCaptured = defineEvent({
  name: 'payment.captured.v1',
  publisher: 'payment',
  summary: 'The money of a checkout was captured',
  key: 'paymentId',
  unordered: 'A payment is captured once, and the checkout decides what becomes of it',
  data: z.object({
    ...payment,
    /** The provider's id of the payment, or of its capture where those differ. */
    providerPaymentId: z.string(),
    amount: smallestUnit.positive(),
    currency: currencyCode,
    capturedAt: moment,
  }),
  consumers: {
    'cart-order': { subscription: 'work', effect: 'creates the order, or sends the money back' },
  },
  consumerRequired: true,
});

export const paymentFailed = defineEvent({
  name: 'payment.failed.v1',
  publisher: 'payment',
  summary: 'A payment attempt ended without money; the checkout can be paid by another one',
  key: 'paymentId',
  data: z.object({
    ...payment,
    reason: z.string(),
    /** Number of the last capture started (`cart-order.begin-capture`); the event does not apply to a later one. */
    capture: z.int().nonnegative().optional(),
    failedAt: moment,
  }),
  consumers: { 'cart-order': { subscription: 'work', effect: 'allows another payment' } },
  consumerRequired: true,
});

export const paymentAwaited = defineEvent({
  name: 'payment.awaited.v1',
  publisher: 'payment',
  summary: 'The buyer has to do something outside the shop before the money of a checkout can come',
  key: 'paymentId',
  data: z.object({
    ...payment,
    amount: smallestUnit.positive(),
    currency: currencyCode,
    /** What to do, in the words of the buyer’s page: account, reference, … */
    steps: z.array(z.object({ name: z.string(), value: z.string() })),
    /** The pieces are held until then. */
    until: moment,
    at: moment,
  }),
  consumers: { content: { subscription: 'work', effect: 'mails the buyer what to do' } },
});

export const paymentLapsed = defineEvent({
  name: 'payment.lapsed.v1',
  publisher: 'payment',
  summary: 'What a buyer was asked for by payment.awaited.v1 did not come in time: the pieces are free again',
  key: 'paymentId',
  data: z.object({
    ...payment,
    amount: smallestUnit.positive(),
    currency: currencyCode,
    until: moment,
    at: moment,
  }),
  consumers: { content: { subscription: 'work', effect: 'mails the buyer that nothing came' } },
});

const refund = {
  /** Given by cart-order; a new one for refunds made in the provider's dashboard. */
  refundId: z.string(),
  paymentId: z.string(),
  checkoutId: objectId,
  userId: z.string(),
  /** Of a completed refund less than requested, where less was left of the payment. */
  amount: smallestUnit.positive(),
  currency: currencyCode,
};

export const refundCompleted = defineEvent({
  name: 'refund.completed.v1',
  publisher: 'payment',
  summary: 'The provider paid out a refund',
  key: 'refundId',
  data: z.object({ ...refund, completedAt: moment }),
  consumers: {
    'cart-order': { subscription: 'work', effect: 'shows it on the order' },
    content: { subscription: 'work', effect: 'mails the buyer that it is on its way' },
  },
  consumerRequired: true,
});

export const refundFailed = defineEvent({
  name: 'refund.failed.v1',
  publisher: 'payment',
  summary: 'A refund failed at the provider, immediately or days later',
  key: 'refundId',
  data: z.object({
    ...refund,
    reason: z.string(),
    /** The money is back already, by other refunds or a lost dispute: the refund is void and its buyer owed nothing. */
    nothingLeft: z.boolean().optional(),
    failedAt: moment,
  }),
  consumers: {
    'cart-order': { subscription: 'work', effect: 'shows it on the order' },
    content: { subscription: 'work', effect: 'mails the buyer that the shop takes care of it' },
  },
  consumerRequired: true,
});

export const paymentReturned = defineEvent({
  name: 'payment.returned.v1',
  publisher: 'payment',
  summary: 'An extra or wrong payment at the provider is refunded automatically; it belongs to no order',
  key: 'refundId',
  data: z.object({
    ...refund,
    provider: paymentProvider.optional(),
    /** The provider's id of the refunded payment. */
    providerPaymentId: z.string(),
    /** `paid-again`: the order is paid by another payment; `wrong-amount`: not the amount due. */
    reason: z.enum(['paid-again', 'wrong-amount']),
    at: moment,
  }),
  consumers: {
    content: { subscription: 'work', effect: 'mails the buyer that it is refunded, and why' },
    'cart-order': { subscription: 'work', effect: 'lists it as money that goes back' },
  },
  consumerRequired: true,
});

export const paymentReturnFailed = defineEvent({
  name: 'payment.return-failed.v1',
  publisher: 'payment',
  summary: 'The automatic refund of an extra or wrong payment failed; it belongs to no order',
  key: 'refundId',
  data: z.object({ ...refund, reason: z.string(), failedAt: moment }),
  consumers: {
    content: { subscription: 'work', effect: 'mails the buyer that the shop takes care of it' },
    'cart-order': { subscription: 'work', effect: 'lists that it failed' },
  },
  consumerRequired: true,
});

export const paymentReturnCompleted = defineEvent({
  name: 'payment.return-completed.v1',
  publisher: 'payment',
  summary: 'The automatic refund of an extra or wrong payment was paid out; it belongs to no order',
  key: 'refundId',
  data: z.object({ ...refund, completedAt: moment }),
  consumers: { 'cart-order': { subscription: 'work', effect: 'lists that it went back' } },
});

export const disputeChanged = defineEvent({
  name: 'dispute.changed.v1',
  publisher: 'payment',
  summary: 'A buyer disputes a payment at the bank or the provider, or the status of a dispute changed',
  key: 'disputeId',
  data: z.object({
    ...payment,
    /** The provider's id. */
    disputeId: z.string(),
    status: disputeStatus,
    /** `null` if the provider does not report it, or in another currency than the payment's. */
    amount: smallestUnit.nullable(),
    currency: currencyCode,
    at: moment,
  }),
  consumers: {
    'cart-order': { subscription: 'work', effect: 'shows it on the order, and requests the refund that waited for it' },
    identity: { subscription: 'work', effect: 'tells the staff' },
  },
});
