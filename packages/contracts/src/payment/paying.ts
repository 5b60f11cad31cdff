import { z } from 'zod';
import { amount } from '../cart-order/checkout.ts';
import { defineErrors } from '../core/error.ts';
import { objectId, writtenAddress } from '../core/shapes.ts';

export const paymentErrors = defineErrors({
  /** Also for payments of other users. */
  'payment.not-found': { status: 404, message: 'There is no such payment' },
  /** `details.total`: the total of the checkout in the major unit of its currency. */
  'payment.amount-mismatch': { status: 409, message: 'The amount is not that of your checkout' },
  'payment.wrong-signature': { status: 400, message: 'Payment verification failed' },
  /** The provider does not take it: see `currencies` of its declaration. */
  'payment.wrong-currency': { status: 422, message: 'Unable to start payment' },
  'payment.wrong-amount': {
    status: 409,
    message: 'What was paid is not what your order comes to. It goes back to you in full',
  },
  'payment.declined': { status: 402, message: 'The payment was declined. Please try another way to pay' },
  /** The buyer has not approved it yet, or reversed the approval. */
  'payment.not-approved': { status: 409, message: 'Payment not completed' },
  /** Staff switched it off. */
  'payment.method-off': { status: 409, message: 'This way to pay is not offered at the moment' },
  /** `details.missing`: what has to be entered first. */
  'payment.method-incomplete': { status: 409, message: 'This way to pay cannot be offered yet' },
  'payment.provider-unavailable': { status: 503, message: 'Unable to start payment' },
});

/**
 * State of a payment as shown to the buyer:
 * - `open`: undecided; resolved by the reconciler
 * - `captured`: the money has arrived; the order exists or will
 * - `failed`: ended without money; another payment can be started
 */
export const paymentState = z.enum(['open', 'captured', 'failed']);

/** Without `checkoutId` the user's cart is frozen first, with the given address or the saved default one. */
export const toPay = {
  checkoutId: objectId.optional(),
  shippingInfo: writtenAddress.optional(),
  /** In the major unit; if given it must equal the frozen total. */
  amount: amount.positive().optional(),
};
/** Errors of every call that starts a payment. */
export const cannotStart = [
  'checkout.not-found',
  'checkout.closed',
  'checkout.paid',
  'checkout.busy',
  'checkout.empty',
  'checkout.changed',
  'checkout.no-rate',
  'checkout.pan-needed',
  'checkout.too-many-expired',
  'cart.sum-too-low',
  'cart.sum-too-high',
  'cart.too-many',
  'payment.amount-mismatch',
  'payment.wrong-currency',
  'payment.method-off',
  'payment.provider-unavailable',
] as const;

/** The answer to a webhook. */
export const received = z.object({ received: z.literal(true) });
