import { type ConfigOf, duration, serviceVariables } from '@shop/service-kit';
import { z } from 'zod';

/** What cart-order reads from its environment, beside what every service does. */
export const variables = {
  CATALOG_URL: z.url(),
  /** Currency rates. */
  CONTENT_URL: z.url(),
  /** So long a frozen checkout holds its stock. */
  CHECKOUT_LIFETIME: duration('15m'),
  /** An expired checkout whose payment is about to be captured holds its stock anew for so long. */
  CHECKOUT_CAPTURE_LIFETIME: duration('2m'),
  /** A checkout that still waits for catalog after so long was left by a process that died. */
  CHECKOUT_RESERVE_LIMIT: duration('30s'),
  /** How often checkouts that are due are looked for. */
  CHECKOUT_SWEEP: duration('1s'),
  /** Currency rates are fetched anew after so long. */
  RATES_KEEP: duration('1m'),
  /** A buyer can cancel, and is paid back in full, for so long. */
  ORDER_CANCEL_WITHIN: duration('24h'),
  /** How often orders are looked for that lack an invoice or a credit note. */
  INVOICE_SWEEP: duration('1s'),
  /** Of the pieces on invoices: 7113 is jewellery of precious metal. */
  INVOICE_HSN: z
    .string()
    .regex(/^\d{4}(\d{2}){0,2}$/, 'Four, six or eight digits')
    .default('7113'),
  /** `POST /order/new` waits so long for the payment's event. */
  ORDER_WAIT: duration('5s'),
};

export type Config = ConfigOf<typeof serviceVariables & typeof variables>;
