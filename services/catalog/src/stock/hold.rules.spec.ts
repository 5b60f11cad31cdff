import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byProduct, type HoldMove, type HoldState, stepOf } from './hold.rules.ts';

const moves = fc.array(fc.constantFrom<HoldMove[]>('sell', 'release', 'return'), { maxLength: 12 });

/** Applies moves to a hold of one piece and counts as the product would. */
function play(history: HoldMove[]) {
  let state: HoldState = 'held';
  const counts = { free: 0, held: 1, sold: 0 };
  for (const move of history) {
    const step = stepOf(state, move);
    if (typeof step === 'string') continue;
    if (step.stockBack) counts[state === 'sold' ? 'sold' : 'held'] -= 1;
    if (step.stockBack) counts.free += 1;
    if (step.to === 'sold') {
      counts.held -= 1;
      counts.sold += 1;
    }
    state = step.to;
  }
  return { state, counts };
}

describe('the life of a hold', () => {
  it('leaves its piece in exactly one place, whatever is told in whatever order and how often', () => {
    fc.assert(
      fc.property(moves, (history) => {
        const { counts } = play(history);
        expect(Object.values(counts).toSorted()).toEqual([0, 0, 1]);
      }),
    );
  });

  it('ends alike when every event is doubled', () => {
    fc.assert(
      fc.property(moves, (history) => {
        expect(play(history.flatMap((move) => [move, move]))).toEqual(play(history));
      }),
    );
  });

  it('asks for a person when an order tells of a hold that was given back or never made', () => {
    expect(stepOf('released', 'sell')).toBe('invalid');
    expect(stepOf(undefined, 'sell')).toBe('invalid');
  });
});

describe('lines of a hold', () => {
  it('become one entry per product, in the same order for every order of the lines', () => {
    const lines = [
      { productId: 'b', quantity: 1 },
      { productId: 'a', quantity: 2 },
      { productId: 'b', quantity: 3 },
    ];
    expect(byProduct(lines)).toEqual([
      { productId: 'a', quantity: 2 },
      { productId: 'b', quantity: 4 },
    ]);
    expect(byProduct(lines.toReversed())).toEqual(byProduct(lines));
  });
});
