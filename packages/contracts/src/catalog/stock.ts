import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { moment, objectId } from '../core/shapes.ts';

export const stockErrors = defineErrors({
  /** `details.lines`: `{ productId, stock }` of each product with too few pieces. */
  'stock.insufficient': { status: 409, message: 'There are not enough pieces left' },
  'hold.released': { status: 409, message: 'This hold was released' },
  'hold.mismatch': { status: 409, message: 'This hold was made for other lines' },
});

/**
 * - `held`: reserved from the free stock for a checkout
 * - `sold`: its order was created
 * - `released`: given back, possibly before the request for the hold arrived
 * - `returned`: its order was cancelled
 */
export const holdState = z.enum(['held', 'sold', 'released', 'returned']);

/** Unique id of a hold, chosen by cart-order before the request. */
export const holdId = z.uuid();

export const holdStock = defineCall({
  id: 'catalog.hold-stock',
  service: 'catalog',
  method: 'POST',
  path: '/internal/holds',
  access: 'service',
  summary:
    'Holds the pieces of all lines, or none, and releases the holds to take over in the same step. Idempotent by the id; holds do not expire in catalog',
  body: z.object({
    holdId,
    lines: z
      .array(z.object({ productId: objectId, quantity: z.int().min(1).max(1_000_000) }))
      .min(1)
      .max(100),
    /** The buyer's own holds that this one replaces: released only if this one succeeds. */
    takeOver: z.array(holdId).max(200).optional(),
    /** When the id was chosen: a request that is older than catalog keeps ended holds is answered `hold.released`. */
    chosenAt: moment.optional(),
  }),
  answer: z.object({ holdId, state: holdState }),
  errors: ['stock.insufficient', 'hold.released', 'hold.mismatch'],
  repeatable: 'A hold is made once for its id',
});

export const getHold = defineCall({
  id: 'catalog.get-hold',
  service: 'catalog',
  method: 'GET',
  path: '/internal/holds/:holdId',
  access: 'service',
  summary: 'The state of a hold; `null` when it is unknown',
  params: z.object({ holdId }),
  answer: z.object({
    hold: z
      .object({
        holdId,
        state: holdState,
        lines: z.array(z.object({ productId: objectId, quantity: z.int() })),
      })
      .nullable(),
  }),
  errors: [],
});
