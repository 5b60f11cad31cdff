import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  converted,
  DEFAULT_TAX,
  gstWithin,
  mrpOf,
  percentText,
  shareOf,
  shownTaxOf,
  spread,
  taxNote,
} from '../src/index.ts';

const amount = (max: number) => fc.integer({ min: 0, max });
const rate = amount(10_000).map((share) => share / 10_000);
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

describe('spreading an amount', () => {
  it('gives whole shares that add up, each less than one unit from its exact share', () => {
    fc.assert(
      fc.property(amount(1e9), fc.array(amount(1e10), { minLength: 1, maxLength: 30 }), (total, weights) => {
        const shares = spread(total, weights);
        expect(sum(shares)).toBe(total);
        const all = sum(weights);
        if (all === 0) return;
        shares.forEach((share, index) => {
          expect(Number.isInteger(share) && share >= 0).toBe(true);
          expect(Math.abs(share - (total * weights[index]!) / all)).toBeLessThan(1.001);
        });
      }),
    );
  });

  it('gives what is left to the largest remainders', () => {
    expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(spread(10, [5, 3, 9])).toEqual([3, 2, 5]);
    expect(spread(1, [1, 2])).toEqual([0, 1]);
    expect(spread(7, [0, 0])).toEqual([7, 0]);
    expect(spread(0, [])).toEqual([]);
  });
});

describe('GST', () => {
  it('is rounded once, half away from zero, without the errors of floating point', () => {
    expect(shareOf(1_50, 0.03)).toBe(5);
    expect(shareOf(1_49, 0.03)).toBe(4);
    expect(shareOf(100, 0.005)).toBe(1);
    expect(shareOf(999_999_999_99, 0.0333)).toBe(3_330_000_000);
  });

  it('within an amount is what was added to the amount without it', () => {
    fc.assert(
      fc.property(amount(1e9), rate, (price, gstRate) => {
        const gst = gstWithin(mrpOf(price, gstRate), gstRate);
        expect(Math.abs(gst - shareOf(price, gstRate))).toBeLessThanOrEqual(1);
      }),
    );
    expect([gstWithin(99_00, 0.03), gstWithin(99_00, 0), gstWithin(0, 0.03)]).toEqual([2_88, 0, 0]);
  });

  it('raises the MRP with every paisa of the price, so that sorting and filters by price mean either', () => {
    fc.assert(
      fc.property(amount(1e9), rate, (price, gstRate) => {
        expect(mrpOf(price + 1, gstRate)).toBeGreaterThan(mrpOf(price, gstRate));
      }),
    );
  });
});

it.each([
  [{ ...DEFAULT_TAX }, false, 'with-tax', 'MRP Inclusive of all taxes'],
  [{ ...DEFAULT_TAX }, true, 'with-tax', 'MRP Inclusive of all taxes'],
  [{ ...DEFAULT_TAX, showPrices: 'before-tax' }, false, 'before-tax', 'GST of 3 % is added at checkout'],
  [{ ...DEFAULT_TAX, zeroRatedExports: true }, false, 'with-tax', 'MRP Inclusive of all taxes'],
  [{ ...DEFAULT_TAX, zeroRatedExports: true }, true, 'zero-rated', 'Taxes and duties of your country are not included'],
] as const)('prices under %p, for an export: %p, are %s: %s', (settings, isExport, prices, note) => {
  const tax = shownTaxOf(settings, isExport);
  expect([tax.prices, taxNote(tax)]).toEqual([prices, note]);
  expect(tax.gstRate).toBe(prices === 'zero-rated' ? 0 : 0.03);
});

it('writes a rate as percent', () => {
  expect([0.03, 0.0025, 0.18].map(percentText)).toEqual(['3 %', '0.25 %', '18 %']);
});

it('converts into the smallest unit of a currency', () => {
  expect([converted(1_000_00, 0.0119, 'USD'), converted(1_000_00, 1.79, 'JPY')]).toEqual([11_90, 1_790]);
});
