import { describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import fc from 'fast-check';
import { newPrice } from './new-price.rules.ts';

const STEPS: Record<catalog.PriceStep, number> = { '0.01': 1, '1': 100, '10': 1_000, '100': 10_000 };
const paise = fc.integer({ min: 1, max: 100_000_000_000 });
const step = fc.constantFrom(...catalog.PRICE_STEPS);
/** Per cent or rupees with two decimals. */
const hundredths = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100);
const percent = hundredths(catalog.MIN_PERCENT, catalog.MAX_PERCENT);

describe('a new price', () => {
  it.each([
    [42_500_00, { by: 'percent', value: 10, step: '1' }, 46_750_00],
    [33_333_33, { by: 'percent', value: 10, step: '0.01' }, 36_666_66],
    [33_333_33, { by: 'percent', value: 10, step: '1' }, 36_667_00],
    [33_333_33, { by: 'percent', value: 10, step: '10' }, 36_670_00],
    [33_333_33, { by: 'percent', value: 10, step: '100' }, 36_700_00],
    [33_333_33, { by: 'percent', value: -12.5, step: '1' }, 29_167_00],
    [1_00, { by: 'percent', value: 50, step: '1' }, 2_00],
    [1_00, { by: 'percent', value: 49, step: '1' }, 1_00],
    [1_00, { by: 'percent', value: -90, step: '0.01' }, 10],
    [42_499_50, { by: 'amount', value: 500, step: '1' }, 43_000_00],
    [42_499_49, { by: 'amount', value: 500, step: '1' }, 42_999_00],
    [42_500_00, { by: 'amount', value: -0.01, step: '0.01' }, 42_499_99],
    [500_00, { by: 'amount', value: -600, step: '100' }, -100_00],
    [500_00, { by: 'set', value: 1_999.99, step: '100' }, 1_999_99],
  ] as const)('of %i paise by %j is %i', (before, change, after) => {
    expect(newPrice(before, change)).toBe(after);
  });

  it('is a whole number of paise and a multiple of its step, at most half a step from the exact one', () => {
    fc.assert(
      fc.property(paise, percent, step, (before, value, by) => {
        const after = newPrice(before, { by: 'percent', value, step: by });
        expect(Number.isSafeInteger(after)).toBe(true);
        expect(after % STEPS[by]).toBe(0);
        // In ten thousandths of a paisa.
        const exact = BigInt(before) * BigInt(10_000 + Math.round(value * 100));
        const off = BigInt(after) * 10_000n - exact;
        expect((off < 0n ? -off : off) * 2n <= BigInt(STEPS[by]) * 10_000n).toBe(true);
      }),
    );
  });

  it('never makes a dearer piece the cheaper one', () => {
    fc.assert(
      fc.property(paise, paise, percent, step, (one, other, value, by) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const change = { by: 'percent', value, step: by } as const;
        expect(newPrice(low, change)).toBeLessThanOrEqual(newPrice(high, change));
      }),
    );
  });

  it('by an amount and back is the old one, to the paisa', () => {
    fc.assert(
      fc.property(paise, hundredths(1, 100_000), (before, value) => {
        const more = newPrice(before, { by: 'amount', value, step: '0.01' });
        expect(newPrice(more, { by: 'amount', value: -value, step: '0.01' })).toBe(before);
      }),
    );
  });
});
