import { type ConfigOf, duration, serviceVariables } from '@shop/service-kit';
import { z } from 'zod';

/** What payment reads from its environment, beside what every service does. */
export const variables = {
  CART_ORDER_URL: z.url(),
  CONTENT_URL: z.url(),
  /** Where PayPal leads buyers back to. */
  SHOP_URL: z.url(),

  /** Without `/v1` at its end. */
  RAZORPAY_BASE_URL: z.url(),
  /** The script of the dialog that browsers load. */
  RAZORPAY_CHECKOUT_URL: z.url(),
  RAZORPAY_KEY_ID: z.string().min(1),
  RAZORPAY_KEY_SECRET: z.string().min(1),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1),
  /** The one before: webhooks that are sent again after a rotation are still signed with it. */
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().min(1).optional(),

  PAYPAL_BASE_URL: z.url(),
  PAYPAL_CLIENT_ID: z.string().min(1),
  PAYPAL_CLIENT_SECRET: z.string().min(1),
  PAYPAL_WEBHOOK_ID: z.string().min(1),

  /** A provider that does not answer within this time has given no answer. */
  PROVIDER_TIMEOUT: duration('5s'),
  /** How often work that is due is looked for. */
  PAYMENT_SWEEP: duration('1s'),
  /** Work that an instance took may be taken by another one after so long. */
  PAYMENT_LEASE: duration('30s'),
  /** An outcome that is not known is asked for after so long, then twice as long each time … */
  PAYMENT_RETRY: duration('2s'),
  /** … and never less often than this. */
  PAYMENT_RETRY_LONGEST: duration('5m'),
  /** The provider is asked about an open attempt after so long, for a buyer who left or a webhook that never came. */
  PAYMENT_LOOK_AFTER: duration('30s'),
  /** A buyer who has approved may come back by himself for so long, before the money is taken without him. */
  PAYMENT_APPROVED_GRACE: duration('10s'),
  /** An attempt whose creation got no answer is given up after so long. */
  PAYMENT_CREATE_LIMIT: duration('10m'),
  /** So long after the end of a checkout payment asks cart-order, if nobody told it. */
  PAYMENT_OVERDUE: duration('1m'),
  /** Money that takes days to clear, and attempts that failed, are looked at this often … */
  PAYMENT_WATCH_EVERY: duration('1h'),
  /** … the failed ones for so long: a bank may authorise late. */
  PAYMENT_WATCH: duration('72h'),
  /** A captured payment is followed for refunds of the provider's dashboard, first after so long, then twice as long … */
  PAYMENT_FOLLOW_AFTER: duration('1h'),
  /** … each time, up to this … */
  PAYMENT_FOLLOW_LONGEST: duration('7d'),
  /** … and until then: so long a payment can be paid back. */
  PAYMENT_FOLLOW: duration('180d'),
  /** Providers are asked this often for disputes whose webhook never came. */
  DISPUTE_WATCH_EVERY: duration('1h'),
  /** A refund of a payment that is not known as captured waits so long for it. */
  REFUND_PAYMENT_LIMIT: duration('24h'),
  /** A webhook that cannot be worked off is tried again for so long; then staff are asked. */
  WEBHOOK_LIMIT: duration('1h'),
  /** A webhook that was worked off is kept for so long. */
  WEBHOOK_KEEP: duration('90d'),
  /** The shop's name is fetched anew after so long. */
  BRAND_KEEP: duration('1m'),
};

export type Config = ConfigOf<typeof serviceVariables & typeof variables>;
