import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  converted,
  DEFAULT_TAX,
  financialYearOf,
  gstWithin,
  mrpOf,
  percentText,
  shareOf,
  shownLine,
  shownTaxOf,
  spread,
  subtotalName,
  taxNote,
} from './tax.rules.ts';

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
  [{ ...DEFAULT_TAX }, true, 'with-tax', 'GST is included, taxes and duties of your country are not'],
  [{ ...DEFAULT_TAX, showPrices: 'before-tax' }, false, 'before-tax', 'GST of 3 % is added at checkout'],
  [{ ...DEFAULT_TAX, zeroRatedExports: true }, false, 'with-tax', 'MRP Inclusive of all taxes'],
  [{ ...DEFAULT_TAX, zeroRatedExports: true }, true, 'zero-rated', 'Taxes and duties of your country are not included'],
] as const)('prices under %p, for an export: %p, are %s: %s', (settings, isExport, prices, note) => {
  const tax = shownTaxOf(settings, isExport);
  expect([tax.prices, taxNote(tax)]).toEqual([prices, note]);
  expect(tax.gstRate).toBe(prices === 'zero-rated' ? 0 : 0.03);
});

it('shows a single piece with its share of the GST, and several with the MRP of one', () => {
  const one = { quantity: 1, unitPrice: 16.5, linePrice: 16.5, mrp: 17, lineMrp: 16.99 };
  const three = { quantity: 3, unitPrice: 10.1, linePrice: 30.3, mrp: 10.4, lineMrp: 31.21 };
  expect([one, three].map((line) => shownLine('with-tax', line))).toEqual([
    { unit: 16.99, sum: 16.99 },
    { unit: 10.4, sum: 31.21 },
  ]);
  for (const prices of ['before-tax', 'zero-rated', undefined] as const) {
    expect(shownLine(prices, three)).toEqual({ unit: 10.1, sum: 30.3 });
  }
});

it('calls the sum of lines that are shown with GST what it is: before GST', () => {
  expect((['with-tax', 'before-tax', 'zero-rated', undefined] as const).map(subtotalName)).toEqual([
    'Subtotal (before GST)',
    'Subtotal',
    'Subtotal',
    'Subtotal',
  ]);
});

it('writes a rate as percent', () => {
  expect([0.03, 0.0025, 0.18].map(percentText)).toEqual(['3 %', '0.25 %', '18 %']);
});

it('converts into the smallest unit of a currency', () => {
  expect([converted(1_000_00, 0.0119, 'USD'), converted(1_000_00, 1.79, 'JPY')]).toEqual([11_90, 1_790]);
  // Rounded, not cut off: 1.5 and 1.49 cents, 1.5 yen.
  expect([converted(1_50, 0.01, 'USD'), converted(1_49, 0.01, 'USD'), converted(1_00, 1.5, 'JPY')]).toEqual([2, 1, 2]);
});

it.each([
  ['2026-03-31T18:29:59.999Z', '25-26'],
  ['2026-03-31T18:30:00.000Z', '26-27'],
  ['2026-11-21T10:00:00.000Z', '26-27'],
  ['2027-01-01T00:00:00.000Z', '26-27'],
  ['2099-12-31T00:00:00.000Z', '99-00'],
])('%s is in the financial year %s', (moment, year) => {
  expect(financialYearOf(new Date(moment))).toBe(year);
});
