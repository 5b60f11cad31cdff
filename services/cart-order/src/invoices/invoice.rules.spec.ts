import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { creditParts, documentNumber, financialYearOf, spread, taxedLines, taxOf } from './invoice.rules.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const amount = (max: number) => fc.integer({ min: 0, max });

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
  });
});

describe('GST on the lines of an invoice', () => {
  const order = fc.record({
    taxables: fc.array(fc.integer({ min: 1, max: 500_000_000 }), { minLength: 1, maxLength: 20 }),
    rate: fc.constantFrom(0, 0.03, 0.05, 0.18),
  });

  it('adds up to what was charged, in each way of charging it', () => {
    fc.assert(
      fc.property(order, fc.constantFrom('cgst-sgst', 'igst'), ({ taxables, rate }, tax) => {
        const gst = Math.round(sum(taxables) * rate);
        const lines = taxedLines(taxables, gst, tax);
        const [cgst, sgst, igst] = (['cgst', 'sgst', 'igst'] as const).map((part) =>
          sum(lines.map((line) => line[part])),
        );
        expect(cgst! + sgst! + igst!).toBe(gst);
        expect(sum(lines.map(({ total }) => total))).toBe(sum(taxables) + gst);
        // The halves differ by at most one paisa, and no line is negative.
        expect(tax === 'igst' ? cgst! + sgst! : igst).toBe(0);
        expect(Math.abs(cgst! - sgst!)).toBeLessThanOrEqual(1);
        expect(lines.every((line) => line.cgst >= 0 && line.sgst >= 0 && line.igst >= 0)).toBe(true);
      }),
    );
  });

  it.each([
    ['India', 'Rajasthan', 100, 'cgst-sgst'],
    ['India', 'rajasthan ', 100, 'cgst-sgst'],
    ['India', 'Kerala', 100, 'igst'],
    ['Germany', 'Bavaria', 100, 'igst'],
    ['Germany', 'Rajasthan', 100, 'igst'],
    ['Germany', 'Bavaria', 0, 'none'],
  ])('to %s, %s with GST of %i is %s', (country, state, gst, tax) => {
    expect(taxOf({ country, state }, gst, { state: 'Rajasthan' })).toBe(tax);
  });
});

describe('credit notes', () => {
  it('never pass the invoice in any part, and equal it once everything is paid back', () => {
    const invoice = fc.record({ subtotal: fc.integer({ min: 1, max: 1e9 }), gst: amount(1e8), charges: amount(1e6) });
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
    fc.assert(
      fc.property(invoice, cuts, (invoiced, shares) => {
        const credited: ReturnType<typeof creditParts>[] = [];
        let left = invoiced.subtotal + invoiced.gst + invoiced.charges;
        const refund = (paid: number) => {
          const parts = creditParts(paid, invoiced, credited);
          expect(parts.subtotal + parts.gst + parts.charges).toBe(paid);
          expect(Object.values(parts).every((part) => part >= 0)).toBe(true);
          credited.push(parts);
          left -= paid;
        };
        for (const share of shares) refund(Math.floor(left * share));
        for (const part of ['subtotal', 'gst', 'charges'] as const) {
          expect(sum(credited.map((each) => each[part]))).toBeLessThanOrEqual(invoiced[part]);
        }
        refund(left);
        for (const part of ['subtotal', 'gst', 'charges'] as const) {
          expect(sum(credited.map((each) => each[part]))).toBe(invoiced[part]);
        }
      }),
    );
  });
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

it('numbers documents within the 16 characters that the law allows', () => {
  expect(documentNumber('invoice', '26-27', 42)).toBe('INV/26-27/000042');
  expect(documentNumber('credit-note', '26-27', 7)).toBe('CN/26-27/000007');
  expect(documentNumber('invoice', '26-27', 999_999)).toHaveLength(16);
});
