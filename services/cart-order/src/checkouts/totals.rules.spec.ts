import { describe, expect, it } from '@jest/globals';
import { converted, CURRENCIES, mrpOf } from '@shop/contracts';
import fc from 'fast-check';
import { type Charges, DEFAULT_CHARGES } from '../charges/charges.schema.ts';
import {
  amountOf,
  billOf,
  billOfPurchase,
  CHARGES,
  couriersTo,
  type LineToTotal,
  offersHallmarking,
  shippingOf,
  taxTo,
  totalsIn,
  totalsInPaise,
} from './totals.rules.ts';

const line = fc.record({
  unitPaise: fc.integer({ min: 1, max: 50_00_000_00 }),
  quantity: fc.integer({ min: 1, max: 500 }),
  engraved: fc.boolean(),
});
const lines = fc.array(line, { minLength: 1, maxLength: 20 });
const extras = fc.record({ hallmarking: fc.boolean(), specialRequest: fc.boolean(), giftWrap: fc.boolean() });
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

  it('charge engraving, hallmarking, a special request and wrapping once, and only where wanted', () => {
    const two = [
      { unitPaise: 100_00, quantity: 3, engraved: true },
      { unitPaise: 100_00, quantity: 1, engraved: true },
    ];
    expect(totalsInPaise(two, { hallmarking: true, specialRequest: true, giftWrap: true }, 0, 0.03, charges)).toEqual({
      subtotal: 400_00,
      gst: 12_00,
      shipping: 0,
      engraving: 199_00,
      hallmarking: 99_00,
      specialRequest: 499_00,
      giftWrap: 150_00,
      total: 1_359_00,
    });
  });

  it('charge hallmarking where a piece is not hallmarked, and nothing where all of them are, though it was asked for', () => {
    const unknown: LineToTotal = { unitPaise: 100_00, quantity: 1, engraved: false };
    const bare = { ...unknown, particulars: { isHallmarked: false } };
    const marked = { ...unknown, particulars: { isHallmarked: true } };
    const asked = { hallmarking: true, specialRequest: false, giftWrap: false };
    const charged = (some: LineToTotal[]) => totalsInPaise(some, asked, 0, 0.03, charges).hallmarking;
    for (const some of [[bare], [unknown], [marked, bare], [marked, unknown]]) {
      expect([offersHallmarking(some), charged(some)]).toEqual([true, 99_00]);
    }
    expect([offersHallmarking([marked, marked]), charged([marked, marked])]).toEqual([false, 0]);
  });

  it('charge engraving where one of several lines is engraved', () => {
    const plain = { unitPaise: 100_00, quantity: 1, engraved: false };
    const extrasOf = (some: (typeof plain)[]) =>
      totalsInPaise(some, { hallmarking: false, specialRequest: false, giftWrap: false }, 0, 0.03, charges).engraving;
    expect([extrasOf([plain, { ...plain, engraved: true }]), extrasOf([plain, plain])]).toEqual([199_00, 0]);
  });
});

describe('the bill', () => {
  const gstRate = fc.constantFrom(0, 0.0025, 0.03, 0.05, 0.18, 0.28);

  it('adds up to the total, row by row, in every currency: goods with their share of the GST, charges with what they contain', () => {
    fc.assert(
      fc.property(
        lines,
        extras,
        rate,
        gstRate,
        fc.constantFrom(...CURRENCIES),
        fc.nat(10_000_00),
        (some, chosen, factor, gst, currency, shipping) => {
          const rupees = totalsInPaise(some, chosen, shipping, gst, charges);
          const abroad = totalsIn(currency, factor, some, rupees);
          for (const [units, totals] of [
            [some.map(({ unitPaise }) => unitPaise), rupees],
            [abroad.units, abroad.totals],
          ] as const) {
            const amounts = some.map(({ quantity }, index) => units[index]! * quantity);
            const bill = billOf(totals, amounts, gst);
            const rows = [...bill.lines, ...CHARGES.map((name) => bill.charges[name])];
            expect(rows.every(({ taxable, gst: tax }) => taxable >= 0 && tax >= 0)).toBe(true);
            expect(bill.lines.map(({ taxable }) => taxable)).toEqual(amounts);
            expect(bill.lines.reduce((sum, line) => sum + line.gst, 0)).toBe(totals.gst);
            for (const name of CHARGES) expect(amountOf(bill.charges[name])).toBe(totals[name]);
            expect(rows.reduce((sum, row) => sum + amountOf(row), 0)).toBe(totals.total);
          }
        },
      ),
    );
  });

  it('of a single piece is what its card shows: price and tax, converted one by one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_00_000_00 }),
        rate,
        gstRate,
        fc.constantFrom(...CURRENCIES),
        (unitPaise, factor, gst, currency) => {
          const one = [{ unitPaise, quantity: 1, engraved: false }];
          const rupees = totalsInPaise(
            one,
            { hallmarking: false, specialRequest: false, giftWrap: false },
            0,
            gst,
            charges,
          );
          expect(amountOf(billOf(rupees, [unitPaise], gst).lines[0]!)).toBe(mrpOf(unitPaise, gst));
          const { units, totals } = totalsIn(currency, factor, one, rupees);
          const card =
            converted(unitPaise, factor, currency) + converted(mrpOf(unitPaise, gst) - unitPaise, factor, currency);
          expect(amountOf(billOf(totals, units, gst).lines[0]!)).toBe(card);
        },
      ),
    );
  });

  it('splits an extra as set into its value and the GST that it contains', () => {
    const totals = totalsInPaise(
      [{ unitPaise: 1_000_00, quantity: 1, engraved: true }],
      { hallmarking: true, specialRequest: true, giftWrap: true },
      0,
      0.03,
      charges,
    );
    expect(billOf(totals, [1_000_00], 0.03).charges).toEqual({
      engraving: { taxable: 193_20, gst: 5_80 },
      hallmarking: { taxable: 96_12, gst: 2_88 },
      specialRequest: { taxable: 484_47, gst: 14_53 },
      giftWrap: { taxable: 145_63, gst: 4_37 },
      shipping: { taxable: 0, gst: 0 },
    });
  });

  it('of a purchase from before bills were kept has no GST on its charges', () => {
    const totals = totalsInPaise(
      [{ unitPaise: 1_000_00, quantity: 1, engraved: false }],
      { hallmarking: true, specialRequest: false, giftWrap: false },
      0,
      0.03,
      charges,
    );
    const bill = billOfPurchase({ amounts: totals, lines: [{ unitAmount: 500_00, quantity: 2 }] });
    expect([bill.lines, bill.charges.hallmarking]).toEqual([
      [{ taxable: 1_000_00, gst: 30_00 }],
      { taxable: 99_00, gst: 0 },
    ]);
  });

  it('of a purchase from before presents were wrapped has nothing for wrapping', () => {
    const row = { taxable: 0, gst: 0 };
    const amounts = { subtotal: 1, gst: 0, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0, total: 1 };
    const charges = { engraving: row, hallmarking: { taxable: 96_12, gst: 2_88 }, specialRequest: row, shipping: row };
    const bill = billOfPurchase({ bill: { lines: [], charges }, amounts, lines: [] });
    expect(bill.charges).toEqual({ ...charges, giftWrap: row });
    expect(billOf(amounts, [1], 0.03).charges.giftWrap).toEqual(row);
    expect(totalsIn('USD', 1, [], amounts).totals.giftWrap).toBe(0);
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

  it('knows a country by name and by code', () => {
    expect(shippingOf({ country: 'INDIA', ...small }, charges)).toEqual({ paise: 0, courier: null });
    expect(shippingOf({ country: 'IN', ...small }, charges)).toEqual({ paise: 0, courier: null });
    expect(shippingOf({ country: 'DE', ...small }, charges)?.courier).toBe('Calm');
  });

  it('within India is free of every courier, even if a rate was set', () => {
    const strange = { ...charges, internationalShipping: [{ country: 'India', courier: 'Calm', chargePaise: 1 }] };
    expect(couriersTo('India', 100_00, strange)).toEqual([]);
  });

  it('lists the couriers to a country, the cheapest first', () => {
    expect(couriersTo('DE', 8_802_00, charges)).toEqual([
      { courier: 'Calm', paise: 3_000_00 },
      { courier: 'Swift', paise: 6_000_00 },
    ]);
    expect(couriersTo('DE', 8_802_01, charges)).toEqual([
      { courier: 'Calm', paise: 0 },
      { courier: 'Swift', paise: 0 },
    ]);
    expect(couriersTo('Japan', 1, charges)).toEqual([]);
  });

  it('at the general rate is free above the threshold too', () => {
    expect(shippingOf({ country: 'Japan', subtotalPaise: 8_802_01 }, charges)).toEqual({ paise: 0, courier: null });
  });

  it('is the general rate where the country has none of its own', () => {
    expect(shippingOf({ country: 'Japan', ...small }, charges)).toEqual({ paise: 5_000_00, courier: null });
  });
});

describe('tax', () => {
  it('is not charged on exports where they are zero-rated, and the lines say so', () => {
    const zero = { ...charges, zeroRatedExports: true };
    expect(taxTo('Germany', zero)).toEqual({ prices: 'zero-rated', gstRate: 0, isExport: true });
    expect(taxTo('India', zero)).toEqual({ prices: 'with-tax', gstRate: 0.03 });
    expect(taxTo('Germany', charges)).toEqual({ prices: 'with-tax', gstRate: 0.03, isExport: true });
    expect(taxTo('India', { ...charges, showPrices: 'before-tax' })).toEqual({ prices: 'before-tax', gstRate: 0.03 });
  });
});
