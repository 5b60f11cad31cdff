import { z } from 'zod';
import { smallestUnit } from '../../cart-order/checkout.ts';
import { defineCall } from '../../core/call.ts';
import { objectId } from '../../core/shapes.ts';
import { cannotStart, paymentState, received, toPay } from '../paying.ts';
import { defineProvider } from '../provider.ts';

export const razorpay = defineProvider({
  name: 'razorpay',
  label: 'Card / UPI (Razorpay)',
  staffLabel: 'Razorpay',
  choice: 'Card, UPI, net banking or wallet',
  hint: 'By card, UPI, net banking or wallet, with Razorpay.',
  currencies: ['INR'],
  place: 1,
  brands: ['UPI', 'RuPay', 'VISA', 'Mastercard'],
  isOnAtFirst: true,
  webhookHeaders: ['x-razorpay-'],
});

export const createRazorpayOrder = defineCall({
  id: 'payment.create-razorpay-order',
  service: 'payment',
  method: 'POST',
  path: '/payment/create-order',
  access: 'user',
  limited: 'It pays its own checkouts',
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
  limited: 'It pays its own checkouts',
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
