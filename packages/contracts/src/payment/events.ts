import { z } from 'zod';
import { smallestUnit } from '../cart-order/checkout.ts';
import { defineEvent } from '../core/event.ts';
import { currencyCode, moment, objectId } from '../core/shapes.ts';

export const paymentProvider = z.enum(['razorpay', 'paypal']);

/** `won`: the shop keeps the money; `lost`: the buyer has it back; `closed`: it ended without a word on that. */
export const disputeStatus = z.enum(['open', 'under-review', 'won', 'lost', 'closed']);

const payment = {
  /** Ours. */
  paymentId: z.string(),
  provider: paymentProvider,
  checkoutId: objectId,
  userId: z.string(),
};

export const paymentCaptured = defineEvent({
  name: 'payment.captured.v1',
  publisher: 'payment',
  summary: 'The money of a checkout is here',
  key: 'paymentId',
  data: z.object({
    ...payment,
    /** The provider's id of the payment (Razorpay `pay_…`) or of the capture (PayPal). */
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
    /** The last of its captures that was begun (`cart-order.begin-capture`): of a later one it says nothing. */
    capture: z.int().nonnegative().optional(),
    failedAt: moment,
  }),
  consumers: { 'cart-order': { subscription: 'work', effect: 'lets another payment begin' } },
  consumerRequired: true,
});

const refund = {
  /** As requested by cart-order; of the provider's dashboard a new one. */
  refundId: z.string(),
  paymentId: z.string(),
  checkoutId: objectId,
  userId: z.string(),
  amount: smallestUnit.positive(),
  currency: currencyCode,
};

export const refundCompleted = defineEvent({
  name: 'refund.completed.v1',
  publisher: 'payment',
  summary: 'The provider paid money back',
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
  summary: 'The provider could not pay money back, at once or days later',
  key: 'refundId',
  data: z.object({ ...refund, reason: z.string(), failedAt: moment }),
  consumers: {
    'cart-order': { subscription: 'work', effect: 'shows it on the order' },
    content: { subscription: 'work', effect: 'mails the buyer that the shop sees to it' },
  },
  consumerRequired: true,
});

export const paymentReturned = defineEvent({
  name: 'payment.returned.v1',
  publisher: 'payment',
  summary: 'Money that came at the provider beside what was to be paid goes back by itself; no order hears of it',
  key: 'refundId',
  data: z.object({
    ...refund,
    /** The provider's id of the payment that goes back. */
    providerPaymentId: z.string(),
    /** `paid-again`: the order is paid by another payment; `wrong-amount`: it is not what was to be paid. */
    reason: z.enum(['paid-again', 'wrong-amount']),
    at: moment,
  }),
  consumers: { content: { subscription: 'work', effect: 'mails the buyer that it goes back, and why' } },
  consumerRequired: true,
});

export const paymentReturnFailed = defineEvent({
  name: 'payment.return-failed.v1',
  publisher: 'payment',
  summary: 'Money that came beside what was to be paid could not go back by itself; no order hears of it',
  key: 'refundId',
  data: z.object({ ...refund, reason: z.string(), failedAt: moment }),
  consumers: { content: { subscription: 'work', effect: 'mails the buyer that the shop sees to it' } },
  consumerRequired: true,
});

export const disputeChanged = defineEvent({
  name: 'dispute.changed.v1',
  publisher: 'payment',
  summary: 'A buyer disputes a payment at the bank or at PayPal, or a dispute came further',
  key: 'disputeId',
  data: z.object({
    ...payment,
    /** The provider's. */
    disputeId: z.string(),
    status: disputeStatus,
    /** `null` where the provider does not say it, or says it in another currency than the payment's. */
    amount: smallestUnit.nullable(),
    currency: currencyCode,
    at: moment,
  }),
  consumers: { 'cart-order': { subscription: 'work', effect: 'shows it on the order' } },
});
