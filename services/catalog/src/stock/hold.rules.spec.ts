import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byProduct, ENDED, type HoldMove, type HoldState, stepOf } from './hold.rules.ts';

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

describe('a hold', () => {
  it('that is sold or given back says where its piece goes', () => {
    expect(stepOf('held', 'sell')).toEqual({ to: 'sold', stockBack: false });
    expect(stepOf('held', 'release')).toEqual({ to: 'released', stockBack: true });
  });

  it('whose order is cancelled gives its piece back, even if nobody told that it was sold', () => {
    expect(stepOf('sold', 'return')).toEqual({ to: 'returned', stockBack: true });
    expect(stepOf('held', 'return')).toEqual({ to: 'returned', stockBack: true });
  });

  it('that is given up before it is known has no piece to give back, and no order can have been cancelled', () => {
    expect(stepOf(undefined, 'release')).toEqual({ to: 'released', stockBack: false });
    expect(stepOf(undefined, 'return')).toBe('invalid');
  });

  it('hears what is late or a duplicate without doing anything', () => {
    for (const [state, move] of [
      ['sold', 'sell'],
      ['sold', 'release'],
      ['released', 'release'],
      ['released', 'return'],
      ['returned', 'sell'],
      ['returned', 'release'],
      ['returned', 'return'],
    ] as const) {
      expect([state, move, stepOf(state, move)]).toEqual([state, move, 'ignored']);
    }
  });

  it('is over once its piece is back', () => {
    expect(ENDED).toEqual(['released', 'returned']);
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
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 8 }), (productIds) => {
        const sorted = byProduct(productIds.map((productId) => ({ productId, quantity: 1 })));
        expect(sorted.map(({ productId }) => productId)).toEqual(productIds.toSorted());
      }),
    );
    expect(byProduct(lines.toReversed())).toEqual(byProduct(lines));
  });
});
