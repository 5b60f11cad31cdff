import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { periodQuery, shopDay } from '../core/periods.ts';
import { groupCode, moment, objectId } from '../core/shapes.ts';

const count = z.int().nonnegative();
/** Rupees of many pieces. */
const sum = z.number().nonnegative().max(1_000_000_000_000_000).multipleOf(0.01);

/** Free pieces at the end of a day, or now where the day is not over. `null`: the movements that are kept do not reach back to it. */
const stockOn = z.object({ day: shopDay, pieces: count, value: sum }).nullable();

/**
 * What lies in the shop: the free pieces of all products that are not archived now, each at its price of now, before tax. The value of an
 * earlier day differs by the pieces alone, so that a new price is no gain.
 */
export const summarizeStock = defineCall({
  id: 'catalog.summarize-stock',
  service: 'catalog',
  method: 'GET',
  path: '/admin/products/stock',
  access: staff('products.read'),
  summary:
    'The value of the stock at the end of a period and of the one before, and the pieces in stock that sold least in it',
  query: periodQuery,
  answer: z.object({
    now: stockOn,
    before: stockOn,
    /** Movements of all products are known from then on, which is after `from`; `null`: they are known for the whole period. */
    knownSince: moment.nullable(),
    /** At most ten published pieces that are in stock now: those that sold least first, of equal ones the most valuable stock. */
    slow: z.array(
      z.object({
        productId: objectId,
        name: z.string(),
        metalTone: z.string(),
        productGroup: groupCode,
        stock: count,
        /** At its price of now, before tax. */
        value: sum,
        /** What checkouts took on these days, less what came back from checkouts and orders that ended. */
        sold: count,
        createdAt: moment,
      }),
    ),
  }),
  errors: [],
  timeoutMs: 10_000,
});
