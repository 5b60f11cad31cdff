import type { z } from 'zod';
import type { catalog } from '@shop/contracts';

export type HoldState = z.infer<typeof catalog.holdState>;

/** What happens to a hold after it was made: its order was created, it was given back, its order was cancelled. */
export type HoldMove = 'sell' | 'release' | 'return';

/** Where a hold goes, and whether its pieces come back into the free stock. */
export interface HoldStep {
  to: HoldState;
  stockBack: boolean;
}

/**
 * The life of a hold as a table. Events come in any order and more than once, so every move has an answer in every
 * state: a step, `stays` where nothing is to be done any more, or `wrong` where the sender is at fault and a person has
 * to look. `unknown` is a hold that never came here.
 *
 * A release of an unknown hold is remembered: cart-order may give up a hold while its request is still on the way, and
 * that request must find it released.
 */
const TABLE: Record<HoldState | 'unknown', Record<HoldMove, HoldStep | 'stays' | 'wrong'>> = {
  unknown: { sell: 'wrong', release: { to: 'released', stockBack: false }, return: 'wrong' },
  held: {
    sell: { to: 'sold', stockBack: false },
    release: { to: 'released', stockBack: true },
    // The order was cancelled before its creation was heard of.
    return: { to: 'returned', stockBack: true },
  },
  sold: { sell: 'stays', release: 'stays', return: { to: 'returned', stockBack: true } },
  released: { sell: 'wrong', release: 'stays', return: 'stays' },
  returned: { sell: 'stays', release: 'stays', return: 'stays' },
};

export const stepOf = (state: HoldState | undefined, move: HoldMove): HoldStep | 'stays' | 'wrong' =>
  TABLE[state ?? 'unknown'][move];

/** One entry per product with the sum of its lines, in the order of their ids, so that no two holds lock crosswise. */
export function byProduct(
  lines: readonly { productId: string; quantity: number }[],
): { productId: string; quantity: number }[] {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([productId, quantity]) => ({ productId, quantity }));
}
