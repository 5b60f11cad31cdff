import type { z } from 'zod';
import type { catalog } from '@shop/contracts';

export type HoldState = z.infer<typeof catalog.holdState>;

/** States in which a hold has no piece any more. */
export const ENDED: readonly HoldState[] = ['released', 'returned'];

/** Transitions of a hold: its order was created, it was released, its order was cancelled. */
export type HoldMove = 'sell' | 'release' | 'return';

/** The next state of a hold, and whether its pieces return to the free stock. */
export interface HoldStep {
  to: HoldState;
  stockBack: boolean;
}

/**
 * The state machine of a hold. Events arrive in any order and more than once, so every move is defined in every state: a
 * step, `ignored` when there is nothing to do, or `invalid` for an error of the sender that a person has to resolve.
 * `unknown` is a hold that was never requested.
 *
 * A release of an unknown hold is stored: cart-order may give up a hold while its request is in flight, and that request has
 * to find it released.
 */
const TABLE: Record<HoldState | 'unknown', Record<HoldMove, HoldStep | 'ignored' | 'invalid'>> = {
  unknown: { sell: 'invalid', release: { to: 'released', stockBack: false }, return: 'invalid' },
  held: {
    sell: { to: 'sold', stockBack: false },
    release: { to: 'released', stockBack: true },
    // The cancellation arrived before the creation.
    return: { to: 'returned', stockBack: true },
  },
  sold: { sell: 'ignored', release: 'ignored', return: { to: 'returned', stockBack: true } },
  released: { sell: 'invalid', release: 'ignored', return: 'ignored' },
  returned: { sell: 'ignored', release: 'ignored', return: 'ignored' },
};

export const stepOf = (state: HoldState | undefined, move: HoldMove): HoldStep | 'ignored' | 'invalid' =>
  TABLE[state ?? 'unknown'][move];

/** One entry per product with the sum of its lines, sorted by id, so that two holds cannot deadlock. */
export function byProduct(
  lines: readonly { productId: string; quantity: number }[],
): { productId: string; quantity: number }[] {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([productId, quantity]) => ({ productId, quantity }));
}
