import { z } from 'zod';
import { amount, smallestUnit } from '../cart-order/checkout.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { currencyCode, moment, objectId, pageQuery, writtenAddress } from '../core/shapes.ts';
import { paymentProvider } from './events.ts';

export const paymentErrors = defineErrors({
  /** Nobody's, or somebody else's. */
  'payment.not-found': { status: 404, message: 'There is no such payment' },
  /** `details.total`: what the checkout comes to, in the major unit of its currency. */
  'payment.amount-mismatch': { status: 409, message: 'The amount is not that of your checkout' },
  'payment.wrong-signature': { status: 400, message: 'Payment verification failed' },
  /** Rupees by Razorpay, everything else by PayPal. */
  'payment.wrong-currency': { status: 422, message: 'Unable to start payment' },
  'payment.wrong-amount': {
    status: 409,
    message: 'What was paid is not what your order comes to. It goes back to you in full',
  },
  'payment.declined': { status: 402, message: 'The payment was declined. Please try another way to pay' },
  /** The buyer has not approved it yet, or took the approval back. */
  'payment.not-approved': { status: 409, message: 'Payment not completed' },
  'payment.provider-unavailable': { status: 503, message: 'Unable to start payment' },
});

/**
 * What the buyer may know of a payment:
 * - `open`: nothing is decided yet; the shop finds out by itself
 * - `captured`: the money is here; the order is made or will be
 * - `failed`: it ended without money; another one can begin
 */
export const paymentState = z.enum(['open', 'captured', 'failed']);

/** The checkout to pay. Without one the user's cart is frozen first, with the address sent along or the saved default one. */
const toPay = {
  checkoutId: objectId.optional(),
  shippingInfo: writtenAddress.optional(),
  /** In the major unit; when sent it must equal the frozen total. */
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
  summary: 'Begins to pay a frozen checkout in rupees by card, UPI, net banking or wallet',
  body: z.object(toPay),
  answer: z.object({
    /** As Razorpay made it: `amount` in paise. */
    order: z.object({ id: z.string(), amount: smallestUnit.positive(), currency: z.literal('INR') }),
    checkoutId: objectId,
    /** What Razorpay's dialog needs: its script, the public key, and what it shows and fills in. */
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
  summary:
    'What Razorpay’s dialog handed to the browser: checked, captured where it is authorised only, and told to the shop',
  body: z.object({
    razorpay_payment_id: z.string().min(1).max(60),
    razorpay_order_id: z.string().min(1).max(60),
    razorpay_signature: z.string().min(1).max(200),
  }),
  answer: z.object({
    /** The provider's: `POST /order/new` waits for the order of it. */
    paymentId: z.string(),
    checkoutId: objectId,
    /** `open`: the provider's answer got lost; the shop finds out by itself. */
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
  summary: 'Begins to pay a frozen checkout in another currency than rupees by PayPal',
  body: z.object({ ...toPay, currency: currencyCode.optional() }),
  answer: z.object({
    /** PayPal's order. */
    id: z.string(),
    checkoutId: objectId,
    /** Where the buyer approves; PayPal leads back to `/checkout?checkout={checkoutId}&paypal=return|cancel&token={id}`. */
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
  summary: 'Takes the money of a PayPal order that its buyer approved',
  body: z.object({ orderID: z.string().min(1).max(60) }),
  answer: z.object({
    /** PayPal's status of the capture; anything but `COMPLETED`: not paid (yet). */
    status: z.enum(['COMPLETED', 'PENDING', 'UNKNOWN']),
    /** PayPal's id of the capture: `POST /order/new` waits for the order of it. `null` while there is none. */
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
  summary: 'How paying an own checkout goes: for a browser that was closed, or came back from a provider',
  params: z.object({ checkoutId: objectId }),
  answer: z.object({
    /** `null`: no payment was begun. */
    payment: z
      .object({
        provider: paymentProvider,
        state: paymentState,
        /** Once it is captured: `POST /order/new` waits for the order of it. */
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
  summary: 'Razorpay tells what happened; signed over the raw body',
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
  summary: 'PayPal tells what happened; proved by asking PayPal',
  body: z.looseObject({}),
  answer: received,
  errors: ['payment.wrong-signature', 'payment.provider-unavailable'],
  timeoutMs: 10_000,
  limit: 'none',
});

/** What the service could not settle by itself. */
export const attention = z
  .object({
    _id: objectId,
    provider: paymentProvider,
    /** `wrong-amount`, `unknown-order`, `refund-failed`, `dispute`, … */
    reason: z.string(),
    message: z.string(),
    /** Ours and the provider's, as far as they are known. */
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
  summary: 'What needs attention: webhooks that can never succeed, refunds that failed, disputes; newest first',
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
  summary: 'Takes an entry off the list, with a note for the audit trail',
  params: z.object({ id: objectId }),
  body: z.object({ note: z.string().trim().min(1, 'Say what was done').max(300) }),
  answer: z.object({ attention }),
  errors: ['payment.not-found'],
});
