import { z } from 'zod';
import { amount, smallestUnit } from '../cart-order/checkout.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { currencyCode, moment, objectId, pageQuery, writtenAddress } from '../core/shapes.ts';
import { paymentProvider } from './events.ts';

export const paymentErrors = defineErrors({
  /** Also for payments of other users. */
  'payment.not-found': { status: 404, message: 'There is no such payment' },
  /** `details.total`: the total of the checkout in the major unit of its currency. */
  'payment.amount-mismatch': { status: 409, message: 'The amount is not that of your checkout' },
  'payment.wrong-signature': { status: 400, message: 'Payment verification failed' },
  /** Razorpay takes rupees, PayPal every other currency. */
  'payment.wrong-currency': { status: 422, message: 'Unable to start payment' },
  'payment.wrong-amount': {
    status: 409,
    message: 'What was paid is not what your order comes to. It goes back to you in full',
  },
  'payment.declined': { status: 402, message: 'The payment was declined. Please try another way to pay' },
  /** The buyer has not approved it yet, or reversed the approval. */
  'payment.not-approved': { status: 409, message: 'Payment not completed' },
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
const toPay = {
  checkoutId: objectId.optional(),
  shippingInfo: writtenAddress.optional(),
  /** In the major unit; if given it must equal the frozen total. */
  amount: amount.positive().optional(),
};
const cannotStart = [
  'checkout.not-found',
  'checkout.closed',
  'checkout.paid',
  'checkout.busy',
  'checkout.empty',
  'checkout.changed',
  'checkout.no-rate',
  'checkout.too-many-expired',
  'cart.sum-too-high',
  'cart.too-many',
  'payment.amount-mismatch',
  'payment.wrong-currency',
  'payment.provider-unavailable',
] as const;

export const createRazorpayOrder = defineCall({
  id: 'payment.create-razorpay-order',
  service: 'payment',
  method: 'POST',
  path: '/payment/create-order',
  access: 'user',
  summary: 'Starts to pay a frozen checkout in rupees by card, UPI, net banking or wallet',
  body: z.object(toPay),
  answer: z.object({
    /** Razorpay's order; `amount` in paise. */
    order: z.object({ id: z.string(), amount: smallestUnit.positive(), currency: z.literal('INR') }),
    checkoutId: objectId,
    /** Configuration of Razorpay's dialog. */
    dialog: z.object({
      script: z.url(),
      key: z.string(),
      name: z.string(),
      description: z.string(),
      prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
    }),
  }),
  status: 201,
  errors: cannotStart,
  idempotencyKey: true,
  timeoutMs: 15_000,
  limit: 'payment',
});

export const verifyRazorpayPayment = defineCall({
  id: 'payment.verify-razorpay-payment',
  service: 'payment',
  method: 'POST',
  path: '/payment/verify',
  access: 'user',
  summary: 'Verifies the result of Razorpay’s dialog, captures the payment if it is only authorised, and publishes it',
  body: z.object({
    razorpay_payment_id: z.string().min(1).max(60),
    razorpay_order_id: z.string().min(1).max(60),
    razorpay_signature: z.string().min(1).max(200),
  }),
  answer: z.object({
    /** The provider's id, for `POST /order/new`, which waits for the order. */
    paymentId: z.string(),
    checkoutId: objectId,
    /** `open`: the provider's response was lost; resolved by the reconciler. */
    state: paymentState,
  }),
  errors: [
    'payment.not-found',
    'payment.wrong-signature',
    'payment.not-approved',
    'payment.wrong-amount',
    'payment.declined',
    'checkout.not-found',
    'checkout.closed',
    'checkout.paid',
    'checkout.busy',
    'stock.insufficient',
  ],
  timeoutMs: 15_000,
  limit: 'payment',
});

export const createPaypalOrder = defineCall({
  id: 'payment.create-paypal-order',
  service: 'payment',
  method: 'POST',
  path: '/payment/paypal/create-order',
  access: 'user',
  summary: 'Starts to pay a frozen checkout by PayPal, in a currency other than rupees',
  body: z.object({ ...toPay, currency: currencyCode.optional() }),
  answer: z.object({
    /** PayPal's order id. */
    id: z.string(),
    checkoutId: objectId,
    /** Where the buyer approves; PayPal redirects to `/checkout?checkout={checkoutId}&paypal=return|cancel&token={id}`. */
    approveUrl: z.url(),
  }),
  status: 201,
  errors: cannotStart,
  idempotencyKey: true,
  timeoutMs: 15_000,
  limit: 'payment',
});

export const capturePaypalOrder = defineCall({
  id: 'payment.capture-paypal-order',
  service: 'payment',
  method: 'POST',
  path: '/payment/paypal/capture-order',
  access: 'user',
  summary: 'Captures a PayPal order that its buyer approved',
  body: z.object({ orderID: z.string().min(1).max(60) }),
  answer: z.object({
    /** PayPal's status of the capture; only `COMPLETED` means paid. */
    status: z.enum(['COMPLETED', 'PENDING', 'UNKNOWN']),
    /** PayPal's capture id, for `POST /order/new`, which waits for the order. `null` until it is captured. */
    id: z.string().nullable(),
    checkoutId: objectId,
  }),
  errors: [
    'payment.not-found',
    'payment.not-approved',
    'payment.wrong-amount',
    'payment.declined',
    'checkout.not-found',
    'checkout.closed',
    'checkout.paid',
    'checkout.busy',
    'stock.insufficient',
  ],
  timeoutMs: 20_000,
  limit: 'payment',
});

export const getPaymentOfCheckout = defineCall({
  id: 'payment.get-payment-of-checkout',
  service: 'payment',
  method: 'GET',
  path: '/payment/checkout/:checkoutId',
  access: 'user',
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

const received = z.object({ received: z.literal(true) });

export const razorpayWebhook = defineCall({
  id: 'payment.razorpay-webhook',
  service: 'payment',
  method: 'POST',
  path: '/payment/webhooks/razorpay',
  access: 'provider',
  summary: 'Events of Razorpay, signed over the raw body',
  body: z.looseObject({}),
  answer: received,
  errors: ['payment.wrong-signature'],
  limit: 'none',
});

export const paypalWebhook = defineCall({
  id: 'payment.paypal-webhook',
  service: 'payment',
  method: 'POST',
  path: '/payment/webhooks/paypal',
  access: 'provider',
  summary: 'Events of PayPal, verified through its API',
  body: z.looseObject({}),
  answer: received,
  errors: ['payment.wrong-signature', 'payment.provider-unavailable'],
  timeoutMs: 10_000,
  limit: 'none',
});

/** Something that needs staff to resolve it. */
export const attention = z
  .object({
    _id: objectId,
    provider: paymentProvider,
    /** `wrong-amount`, `unknown-order`, `refund-failed`, `dispute`, … */
    reason: z.string(),
    message: z.string(),
    checkoutId: objectId.nullable(),
    providerOrderId: z.string().nullable(),
    providerPaymentId: z.string().nullable(),
    amount: smallestUnit.nullable(),
    currency: z.string().nullable(),
    createdAt: moment,
    resolvedAt: moment.nullable(),
  })
  .meta({ id: 'PaymentAttention' });

export const listAttention = defineCall({
  id: 'payment.list-attention',
  service: 'payment',
  method: 'GET',
  path: '/admin/payments/attention',
  access: staff('payments.read'),
  summary: 'What needs attention: webhooks that could not be processed, failed refunds, disputes; newest first',
  query: pageQuery.extend({ resolved: z.enum(['yes', 'no']).default('no') }),
  answer: z.object({ attention: z.array(attention), totalCount: z.int().nonnegative() }),
  errors: [],
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
