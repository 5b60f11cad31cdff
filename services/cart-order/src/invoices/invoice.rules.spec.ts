import { describe, expect, it } from '@jest/globals';
import { spread } from '@shop/contracts';
import fc from 'fast-check';
import { creditParts, documentNumber, taxedLines, taxOf } from './invoice.rules.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const amount = (max: number) => fc.integer({ min: 0, max });

describe('GST on the lines of an invoice', () => {
  const order = fc.record({
    taxables: fc.array(fc.integer({ min: 1, max: 500_000_000 }), { minLength: 1, maxLength: 20 }),
    rate: fc.constantFrom(0, 0.03, 0.05, 0.18),
  });
  const rowsOf = (taxables: readonly number[], gst: number) => {
    const shares = spread(gst, taxables);
    return taxables.map((taxable, index) => ({ taxable, gst: shares[index]! }));
  };

  it('adds up to what was charged, in each way of charging it', () => {
    fc.assert(
      fc.property(order, fc.constantFrom('cgst-sgst', 'igst'), ({ taxables, rate }, tax) => {
        const gst = Math.round(sum(taxables) * rate);
        const lines = taxedLines(rowsOf(taxables, gst), tax);
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
    ['India', 'Rajasthan', 0.03, 'cgst-sgst'],
    ['India', 'rajasthan ', 0.03, 'cgst-sgst'],
    ['India', 'Kerala', 0.03, 'igst'],
    ['Germany', 'Bavaria', 0.03, 'igst'],
    ['Germany', 'Rajasthan', 0.03, 'igst'],
    ['Germany', 'Bavaria', 0, 'none'],
  ])('to %s, %s with a GST rate of %f is %s', (country, state, gstRate, tax) => {
    expect(taxOf({ country, state }, gstRate, { state: 'Rajasthan' })).toBe(tax);
  });
});

describe('credit notes', () => {
  it('never pass the invoice in any part, and equal it once everything is paid back', () => {
    const invoice = fc.record({ subtotal: fc.integer({ min: 1, max: 1e9 }), gst: amount(1e8), charges: amount(1e6) });
    // Doubles of fast-check are nearly all next to 0, and would cut nothing off.
    const cuts = fc.array(
      amount(1_000).map((share) => share / 1_000),
      { maxLength: 12 },
    );
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

it('credits what a refund is for, while that much of each part is left', () => {
  const invoiced = { subtotal: 10_000, gst: 300, charges: 500 };
  const wanted = { subtotal: 5_000, gst: 150, charges: 0 };
  expect(creditParts(5_150, invoiced, [], wanted)).toEqual(wanted);
  const earlier = { subtotal: 6_000, gst: 0, charges: 0 };
  const spreadInstead = creditParts(4_800, invoiced, [earlier], { subtotal: 4_800, gst: 0, charges: 0 });
  expect(spreadInstead).toEqual({ subtotal: 4_000, gst: 300, charges: 500 });
});

it('credits all of a part that is left, and takes from no other', () => {
  const invoiced = { subtotal: 10_000, gst: 300, charges: 500 };
  const pieces = { subtotal: 10_000, gst: 0, charges: 0 };
  expect(creditParts(10_000, invoiced, [], pieces)).toEqual(pieces);
  const negative = { subtotal: 5_200, gst: -50, charges: 0 };
  expect(creditParts(5_150, invoiced, [], negative)).toEqual(creditParts(5_150, invoiced, []));
});

it('numbers documents within the 16 characters that the law allows', () => {
  expect(documentNumber('invoice', '26-27', 42)).toBe('INV/26-27/000042');
  expect(documentNumber('credit-note', '26-27', 7)).toBe('CN/26-27/000007');
  expect(documentNumber('invoice', '26-27', 999_999)).toHaveLength(16);
});
