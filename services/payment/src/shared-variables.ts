import { type ConfigOf, duration, serviceVariables } from '@shop/service-kit';
import { z } from 'zod';

/** Environment variables of payment without those of single providers, in addition to `serviceVariables`. */
export const sharedVariables = {
  CART_ORDER_URL: z.url(),
  CONTENT_URL: z.url(),
  /** Providers send buyers back to it. */
  SHOP_URL: z.url(),

  /** Timeout of calls to providers. */
  PROVIDER_TIMEOUT: duration('5s'),
  /** Polling interval for due work. */
  PAYMENT_SWEEP: duration('1s'),
  /** After this time another instance may claim the same work. */
  PAYMENT_LEASE: duration('30s'),
  /** First delay before an unknown outcome is queried again; doubles each time … */
  PAYMENT_RETRY: duration('2s'),
  /** … up to this. */
  PAYMENT_RETRY_LONGEST: duration('5m'),
  /** First query about an open attempt, in case the buyer left or the webhook is lost. */
  PAYMENT_LOOK_AFTER: duration('30s'),
  /** Time for a buyer who approved to return, before the reconciler captures the money. */
  PAYMENT_APPROVED_GRACE: duration('10s'),
  /** An attempt whose order creation got no response fails after this time. */
  PAYMENT_CREATE_LIMIT: duration('10m'),
  /** Time after the end of a checkout at which cart-order is asked, if no event was received. */
  PAYMENT_OVERDUE: duration('1m'),
  /** Interval of queries about pending and failed attempts … */
  PAYMENT_WATCH_EVERY: duration('1h'),
  /** … failed ones for this long: a bank may authorise late. */
  PAYMENT_WATCH: duration('72h'),
  /** Retention of failed attempts. */
  PAYMENT_FAILED_KEEP: duration('400d'),
  /** First query of a captured payment for refunds made in the provider's dashboard; doubles … */
  PAYMENT_FOLLOW_AFTER: duration('1h'),
  /** … each time, up to this … */
  PAYMENT_FOLLOW_LONGEST: duration('7d'),
  /** … and ends after this time, within which a payment can be refunded. */
  PAYMENT_FOLLOW: duration('180d'),
  /** Polling interval for disputes whose webhook is lost. */
  DISPUTE_WATCH_EVERY: duration('1h'),
  /** Time a refund waits for its payment to be captured. */
  REFUND_PAYMENT_LIMIT: duration('24h'),
  /** A webhook that cannot be processed is retried for this time, then left to staff. */
  WEBHOOK_LIMIT: duration('1h'),
  /** Retention of processed webhooks. */
  WEBHOOK_KEEP: duration('90d'),
  /** Cache time of the shop's name. */
  BRAND_KEEP: duration('1m'),
};

export type Config = ConfigOf<typeof serviceVariables & typeof sharedVariables>;
