import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { line, moment, objectId, pageQuery, staffLimit } from '../core/shapes.ts';
import { productForStaff } from './admin-products.ts';
import { holdId, holdState } from './stock.ts';

export const stockMovementErrors = defineErrors({
  /** `details`: `stock` and `held` as they are now. */
  'product.pieces-moved': { status: 409, message: 'The pieces have changed. Please count again' },
});

/**
 * - `received`, `written-off`, `counted`: recorded by staff
 * - `sold`: a checkout took them; they are an order's once its hold is sold
 * - `returned`: the checkout was given up, or its order cancelled
 */
export const MOVEMENT_KINDS = ['received', 'sold', 'returned', 'counted', 'written-off'] as const;
export const movementKind = z.enum(MOVEMENT_KINDS);
export type MovementKind = z.infer<typeof movementKind>;

/** Those that staff record; the others come from checkouts and orders. */
export const RECORDED_KINDS = ['received', 'counted', 'written-off'] as const;

export const MAX_MOVEMENT_REASON = 300;

/** One change of the free pieces of a product. The deltas of all its movements add up to its `stock`. */
export const stockMovement = z
  .object({
    /** 1, 2, 3 … of its product, without gaps. */
    number: z.int().positive(),
    kind: movementKind,
    delta: z.int(),
    stockAfter: z.int(),
    reason: z.string().optional(),
    /** Who recorded it; without a name the account was deleted. Absent: a buyer, or the shop itself. */
    by: z.object({ userId: objectId, name: z.string().nullable() }).optional(),
    /** The hold of the buyer that took the pieces or gave them back, as it is now, and its order if there is one. */
    hold: z.object({ holdId, state: holdState, orderId: z.string().optional() }).optional(),
    at: moment,
  })
  .meta({ id: 'StockMovement' });
export type StockMovement = z.infer<typeof stockMovement>;

const productId = z.object({ id: objectId });

export const listStockMovements = defineCall({
  id: 'catalog.list-stock-movements',
  service: 'catalog',
  method: 'GET',
  path: '/admin/product/:id/movements',
  access: staff('products.read'),
  summary: 'What changed the stock of a product, newest first; `by=staff` leaves out what buyers did',
  params: productId,
  query: z.object({
    by: z.enum(['staff'], 'staff').optional(),
    page: pageQuery.shape.page,
    limit: staffLimit,
  }),
  answer: z.object({ movements: z.array(stockMovement), totalCount: z.int() }),
  errors: ['product.not-found'],
});

export const recordStockMovement = defineCall({
  id: 'catalog.record-stock-movement',
  service: 'catalog',
  method: 'POST',
  path: '/admin/product/:id/movements',
  access: staff('products.change'),
  summary:
    'Records pieces that came (`received`), went (`written-off`) or were counted. `counted` is all that is there, with what is held for checkouts; its reason is required where it differs',
  params: productId,
  body: z
    .object({
      kind: z.enum(RECORDED_KINDS, 'received, counted or written-off'),
      pieces: z.int('A whole number').min(0, 'This cannot be negative').max(1_000_000, 'At most 1,000,000'),
      reason: line(MAX_MOVEMENT_REASON).optional(),
      /** Of a count: free and held pieces as they were seen. If there are others by now, nothing is recorded. */
      piecesBefore: z.int().optional(),
    })
    .refine(({ kind, pieces }) => kind === 'counted' || pieces > 0, { path: ['pieces'], message: 'At least 1' })
    .refine(({ reason }) => Boolean(reason), {
      ...{ path: ['reason'], message: 'Say why they are written off' },
      // Also where `pieces` is wrong: a form shows both.
      when: ({ value }) => (value as { kind?: unknown } | undefined)?.kind === 'written-off',
    }),
  answer: z.object({
    movement: stockMovement,
    /** As it is now, also with what others changed at the same time. */
    product: productForStaff,
  }),
  status: 201,
  errors: ['product.not-found', 'product.pieces-moved'],
  idempotencyKey: true,
});
