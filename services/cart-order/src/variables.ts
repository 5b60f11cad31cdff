import { type ConfigOf, duration, secrets, serviceVariables } from '@shop/service-kit';
import { z } from 'zod';

/** Environment variables of cart-order, in addition to `serviceVariables`. */
export const variables = {
  CATALOG_URL: z.url(),
  /** Serves currency rates and the brand settings. */
  CONTENT_URL: z.url(),
  /** How long a frozen checkout holds its stock. */
  CHECKOUT_LIFETIME: duration('15m'),
  /** How long an expired checkout holds its stock again while its payment is captured. */
  CHECKOUT_CAPTURE_LIFETIME: duration('2m'),
  /** A checkout still `reserving` after this long was abandoned by a crashed process. */
  CHECKOUT_RESERVE_LIMIT: duration('30s'),
  /** Poll interval and first retry delay of the job for due checkouts. */
  CHECKOUT_SWEEP: duration('1s'),
  /** A buyer whose checkouts expired unpaid this often … */
  CHECKOUT_EXPIRED_LIMIT: z.coerce.number().int().min(1).default(3),
  /** … within this time starts no other one until then. */
  CHECKOUT_EXPIRED_WINDOW: duration('1h'),
  /** How long an ended checkout is kept. Longer than banks authorise late and providers send webhooks. */
  CHECKOUT_KEEP: duration('90d'),
  /** How long a quote for a cart is kept at most, where no event says that it changed. */
  QUOTES_KEEP: duration('5s'),
  /** TTL of the currency rate cache. */
  RATES_KEEP: duration('1m'),
  /** How long a buyer can cancel an order with a full refund. */
  ORDER_CANCEL_WITHIN: duration('24h'),
  /** How long a buyer in the EU can withdraw after the day of the delivery, in whole days. */
  ORDER_WITHDRAW_WITHIN: duration('14d'),
  /** How long staff can take back that an order is Shipped or Delivered. */
  STATUS_TAKE_BACK_WITHIN: duration('10m'),
  /** How much longer the buyer's mail waits, for a take-back at the last moment. */
  STATUS_MAIL_MARGIN: duration('1m'),
  /** Poll interval and first retry delay of the job that numbers invoices and credit notes. */
  INVOICE_SWEEP: duration('1s'),
  /** HSN code on invoices: 7113 is jewellery of precious metal. */
  INVOICE_HSN: z
    .string()
    .regex(/^\d{4}(\d{2}){0,2}$/, 'Four, six or eight digits')
    .default('7113'),
  /** Poll interval and first retry delay of the job that erases deleted accounts. */
  ERASURE_SWEEP: duration('1m'),
  /** How long it waits for what is not finished, before it looks again. */
  ERASURE_WAIT: duration('1h'),
  /** Poll interval of the jobs that tell people that a piece is back or costs less. */
  ALERT_SWEEP: duration('5s'),
  /** How long a run of them may take. */
  ALERT_LEASE: duration('1m'),
  /** How long a mail waits for further pieces. */
  ALERT_GATHER: duration('2m'),
  /** At least this long between two mails to one address. */
  ALERT_PAUSE: duration('24h'),
  /** How many people are told at once for each free piece that it is back … */
  ALERT_PEOPLE_PER_PIECE: z.coerce.number().int().min(1).default(5),
  /** … and how long after them the next are, if it is still there. */
  ALERT_ROUND: duration('6h'),
  /** An address that was not confirmed is forgotten after this. */
  ALERT_CONFIRM_WITHIN: duration('7d'),
  /** The record of an agreement that ended is kept for this long. */
  ALERT_KEEP: duration('365d'),
  /** Signs the links of mails to orders, as content does: the first of several, of which each is accepted. */
  ORDER_LINK_KEY: secrets(16),
  /** The link to an order is mailed on request at most once in this time. */
  ORDER_LINK_PAUSE: duration('10m'),
  /** How long `POST /order/new` waits for the payment's event. */
  ORDER_WAIT: duration('5s'),
};

export type Config = ConfigOf<typeof serviceVariables & typeof variables>;
