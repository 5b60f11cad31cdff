import { describe, expect, it } from '@jest/globals';
import { mrpOf } from '@shop/contracts';
import fc from 'fast-check';
import { lowestPriceOf } from './lowest-price.rules.ts';

describe('filters by MRP', () => {
  it('find the lowest price of every MRP', () => {
    const rates = fc.integer({ min: 0, max: 10_000 }).map((share) => share / 10_000);
    fc.assert(
      fc.property(fc.nat(1e9), rates, (mrp, gstRate) => {
        const paise = lowestPriceOf(mrp, gstRate);
        expect(mrpOf(paise, gstRate)).toBeGreaterThanOrEqual(mrp);
        expect(paise === 0 || mrpOf(paise - 1, gstRate) < mrp).toBe(true);
      }),
    );
  });

  it('start at nothing, where prices are never negative', () => {
    expect([lowestPriceOf(0, 0.03), lowestPriceOf(1, 1)]).toEqual([0, 1]);
  });
});
