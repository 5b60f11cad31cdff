import { describe, expect, it } from '@jest/globals';
import { CURRENCIES } from '@shop/contracts';
import fc from 'fast-check';
import { type Charges, DEFAULT_CHARGES } from '../charges/charges.schema.ts';
import { gstRateOf, shareOf, shippingOf, totalsIn, totalsInPaise } from './totals.rules.ts';

const line = fc.record({
  unitPaise: fc.integer({ min: 1, max: 50_00_000_00 }),
  quantity: fc.integer({ min: 1, max: 500 }),
  engraved: fc.boolean(),
});
const lines = fc.array(line, { minLength: 1, maxLength: 20 });
const extras = fc.record({ hallmarking: fc.boolean(), specialRequest: fc.boolean() });
const rate = fc.double({ min: 0.001, max: 3, noNaN: true });

const charges: Charges = {
  ...DEFAULT_CHARGES,
  domesticShippingPaise: 5_000_00,
  internationalShipping: [
    { country: 'Germany', courier: 'Swift', chargePaise: 6_000_00 },
    { country: 'Germany', courier: 'Calm', chargePaise: 3_000_00 },
  ],
};

describe('the totals of a checkout', () => {
  it('are the sum of what is shown, to the smallest unit, in rupees and in every other currency', () => {
    fc.assert(
      fc.property(
        lines,
        extras,
        rate,
        fc.constantFrom(...CURRENCIES),
        fc.nat(10_000_00),
        (some, chosen, factor, currency, shipping) => {
          const rupees = totalsInPaise(some, chosen, shipping, 0.03, charges);
          const { units, totals } = totalsIn(currency, factor, some, rupees);
          for (const [prices, all] of [
            [some.map(({ unitPaise }) => unitPaise), rupees],
            [units, totals],
          ] as const) {
            const { total, ...parts } = all;
            const ofLines = some.reduce((sum, { quantity }, index) => sum + prices[index]! * quantity, 0);
            expect(ofLines).toBe(all.subtotal);
            expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total);
            expect(Object.values(all).every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true);
          }
        },
      ),
    );
  });

  it('are the same in any order of the lines', () => {
    fc.assert(
      fc.property(lines, extras, (some, chosen) => {
        expect(totalsInPaise(some.toReversed(), chosen, 0, 0.03, charges)).toEqual(
          totalsInPaise(some, chosen, 0, 0.03, charges),
        );
      }),
    );
  });

  it('charge engraving, hallmarking and a special request once, and only where wanted', () => {
    const two = [
      { unitPaise: 100_00, quantity: 3, engraved: true },
      { unitPaise: 100_00, quantity: 1, engraved: true },
    ];
    expect(totalsInPaise(two, { hallmarking: true, specialRequest: true }, 0, 0.03, charges)).toEqual({
      subtotal: 400_00,
      gst: 12_00,
      shipping: 0,
      engraving: 199_00,
      hallmarking: 99_00,
      specialRequest: 499_00,
      total: 1_209_00,
    });
  });
});

describe('a share of an amount', () => {
  it('is rounded once, half away from zero, without the errors of floating point', () => {
    expect(shareOf(1_50, 0.03)).toBe(5);
    expect(shareOf(1_49, 0.03)).toBe(4);
    expect(shareOf(100, 0.005)).toBe(1);
    expect(shareOf(999_999_999_99, 0.0333)).toBe(3_330_000_000);
  });
});

describe('shipping', () => {
  const small = { subtotalPaise: 8_802_00 };

  it('is free in India', () => {
    expect(shippingOf({ country: 'India', ...small }, charges)).toEqual({ paise: 0, courier: null });
  });

  it("is the country's rate up to the threshold and free above it", () => {
    expect(shippingOf({ country: 'Germany', courier: 'Swift', ...small }, charges)).toEqual({
      paise: 6_000_00,
      courier: 'Swift',
    });
    expect(shippingOf({ country: 'Germany', courier: 'Swift', subtotalPaise: 8_802_01 }, charges)).toEqual({
      paise: 0,
      courier: 'Swift',
    });
  });

  it('takes the cheapest courier unless told, and refuses one that does not go there', () => {
    expect(shippingOf({ country: ' germany ', ...small }, charges)?.courier).toBe('Calm');
    expect(shippingOf({ country: 'Germany', courier: 'Nobody', ...small }, charges)).toBeUndefined();
  });

  it('is the general rate where the country has none of its own', () => {
    expect(shippingOf({ country: 'Japan', ...small }, charges)).toEqual({ paise: 5_000_00, courier: null });
  });
});

describe('GST', () => {
  it('is not charged on exports where they are zero-rated', () => {
    const zero = { ...charges, zeroRatedExports: true };
    expect(gstRateOf('Germany', zero)).toBe(0);
    expect(gstRateOf('India', zero)).toBe(0.03);
    expect(gstRateOf('Germany', charges)).toBe(0.03);
  });
});
