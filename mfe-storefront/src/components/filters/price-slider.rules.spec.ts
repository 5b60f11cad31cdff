import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountAt, positionOf, STEPS } from './price-slider.rules.ts';

describe('the slider of the price', () => {
  const ends = { lowest: 2_450, highest: 486_000 };

  it('has the lowest and the highest price at its ends, and round amounts between', () => {
    expect([0, 25, 50, 75, STEPS].map((position) => amountAt(position, ends))).toEqual([
      2_450, 9_200, 35_000, 130_000, 486_000,
    ]);
  });

  it('stands at the end for what lies beyond it', () => {
    expect([positionOf(0, ends), positionOf(2_450, ends), positionOf(9e9, ends)]).toEqual([0, 0, STEPS]);
  });

  it('never falls while a thumb rises, and stays between its ends', () => {
    const prices = fc.double({ min: 0.01, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(prices, prices, (one, other) => {
        const range = { lowest: Math.min(one, other), highest: Math.max(one, other) };
        const amounts = Array.from({ length: STEPS + 1 }, (_, position) => amountAt(position, range));
        expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
        expect([amounts[0], amounts.at(-1)]).toEqual([range.lowest, range.highest]);
      }),
    );
  });

  it('finds the position of an amount again, as near as rounding allows', () => {
    for (let position = 0; position <= STEPS; position++)
      expect(Math.abs(positionOf(amountAt(position, ends), ends) - position)).toBeLessThanOrEqual(1);
  });
});
