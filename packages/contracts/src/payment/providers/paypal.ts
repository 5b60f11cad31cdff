import { z } from 'zod';
import { defineCall } from '../../core/call.ts';
import { currencyCode, objectId } from '../../core/shapes.ts';
import { cannotStart, received, toPay } from '../paying.ts';
import { defineProvider } from '../provider.ts';

export const paypal = defineProvider({
  name: 'paypal',
  label: 'PayPal',
  staffLabel: 'PayPal',
  choice: 'PayPal',
  hint: 'With PayPal: you approve it there and come back here.',
  currencies: ['AUD', 'CAD', 'EUR', 'GBP', 'JPY', 'USD'],
  place: 2,
  brands: ['PayPal'],
  isOnAtFirst: true,
  webhookHeaders: ['paypal-'],
});

export const createPaypalOrder = defineCall({
  id: 'payment.create-paypal-order',
  service: 'payment',
  method: 'POST',
  path: '/payment/paypal/create-order',
  access: 'user',
  limited: 'It pays its own checkouts',
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
  limited: 'It pays its own checkouts',
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

export const paypalWebhook = defineCall({
  id: 'payment.paypal-webhook',
  service: 'payment',
  method: 'POST',
  path: '/payment/webhooks/paypal',
  access: 'provider',
  summary: 'Events of PayPal, verified through its API',
  body: z.looseObject({}),
  answer: received,
  errors: ['payment.wrong-signature', 'payment.provider-unavailable', 'request.too-many'],
  timeoutMs: 10_000,
  // Not by the gateway, which would count genuine ones too: the service counts those that are forged.
  limit: 'none',
});
