import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { periodQuery, shopDay } from '../core/periods.ts';
import { objectId } from '../core/shapes.ts';

/** Rupees of many orders; negative where more went back than came in. */
const sum = z
  .number()
  .min(-1_000_000_000_000)
  .max(1_000_000_000_000)
  .multipleOf(0.01)
  .meta({ id: 'SumOfSales', examples: [182_340.5] });

const count = z.int().nonnegative();

/**
 * What sales are, everywhere in the shop:
 *
 * - `orders`, `pieces` and `gross` are of the orders that were placed on these days and are not cancelled: what was charged for them, with
 *   tax, shipping and everything else. An order that is cancelled later leaves the day on which it was placed.
 * - `refunds` is what of such orders was paid back, or is being paid back, by the day on which that was requested, whenever the order was
 *   placed. Refunds that failed do not count, nor do those of cancelled orders, which are in no `gross`.
 * - `net` is `gross` less `refunds`.
 *
 * All of it is in rupees. An order that was paid in another currency counts with the rupees of which its price was made, and a refund of
 * it at the same rate, which was frozen with the order: no figure changes with the rates of today. Refunds of one order are together the
 * rupees of their sum, so that one that was paid back whole is nothing in the end.
 */
const figures = z.object({ orders: count, pieces: count, gross: sum, refunds: sum, net: sum });

const salesPeriod = z
  .object({
    from: shopDay,
    /** Included. */
    to: shopDay,
    /** Every day, also those without an order. */
    days: z.array(figures.extend({ day: shopDay })),
    /** `average` is `gross` by order; `null` without orders. */
    totals: figures.extend({ average: sum.nullable() }),
  })
  .meta({ id: 'SalesPeriod' });

export const summarizeSales = defineCall({
  id: 'cart-order.summarize-sales',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/orders/sales',
  access: staff('orders.read'),
  summary:
    'Sales of the days from `from` to `to` in India, day by day and in total, those of the period before, and the pieces that sold best',
  query: periodQuery,
  answer: salesPeriod.extend({
    /** What `against` says; a month or a year may have some days more or fewer. */
    before: salesPeriod,
    /** At most ten pieces of these orders, by `amount`: what the pieces with their options cost, before tax and charges. */
    best: z.array(
      z.object({
        productId: objectId,
        /** As in the newest of the orders. */
        name: z.string(),
        productGroup: z.string(),
        pieces: count,
        amount: sum,
      }),
    ),
  }),
  errors: [],
  timeoutMs: 10_000,
});
