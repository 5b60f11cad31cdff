import { type ConfigOf, duration, serviceVariables } from '@shop/service-kit';
import { z } from 'zod';

/** Environment variables of catalog, in addition to `serviceVariables`. */
export const variables = {
  /** Asked for the tax settings while no event has reported them. */
  CART_ORDER_URL: z.url(),
  /** Stores pictures that staff send with an entry of an option list. */
  CONTENT_URL: z.url(),
  /** Public address of the shop, in what others read of its pieces. */
  SHOP_URL: z.url(),
  /** Polling interval for due work. */
  CATALOG_SWEEP: duration('1s'),
  /** After this time another instance may claim the same work. */
  CATALOG_LEASE: duration('1m'),
  /** How long a released or returned hold is kept, to recognise late requests for it. */
  HOLD_KEEP: duration('30d'),
};

export type Config = ConfigOf<typeof serviceVariables & typeof variables>;
