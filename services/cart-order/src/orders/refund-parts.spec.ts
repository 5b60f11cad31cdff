import { describe, expect, it } from '@jest/globals';
import { creditedPartsOf } from './refund-parts.ts';
import type { OrderRefund } from './order.schema.ts';

/** Three pieces for ₹100.00 with ₹2.91 of GST in it, one for ₹20.00 without any, shipping for ₹5.00 with ₹0.15 of it. */
const BILL = {
  lines: [
    { taxable: 9_709, gst: 291 },
    { taxable: 2_000, gst: 0 },
  ],
  charges: {
    ...{ shipping: { taxable: 485, gst: 15 }, engraving: { taxable: 0, gst: 0 }, hallmarking: { taxable: 0, gst: 0 } },
    ...{ specialRequest: { taxable: 0, gst: 0 }, giftWrap: { taxable: 0, gst: 0 } },
  },
};
const refund = (amount: number, of?: OrderRefund['of'], state: OrderRefund['state'] = 'completed'): OrderRefund => ({
  ...{ refundId: crypto.randomUUID(), amount, state, reason: 'returned', requestedAt: new Date() },
  ...(of && { of }),
});
const creditedOf = (...refunds: OrderRefund[]) => {
  const order = { bill: BILL, lines: [{ quantity: 3 }, { quantity: 1 }], refunds };
  return creditedPartsOf(order as never, refunds.at(-1)!);
};
const pieces = (count: number): NonNullable<OrderRefund['of']> => ({
  lines: [{ place: 0, pieces: count }],
  charges: [],
});

// What a credit note says of a refund that is for lines.
describe('what is credited', () => {
  it('are the lines with their own tax, and charges with theirs', () => {
    const all = {
      lines: [
        { place: 0, pieces: 3 },
        { place: 1, pieces: 1 },
      ],
      charges: ['shipping' as const],
    };
    expect(creditedOf(refund(12_500, all))).toEqual({ subtotal: 11_709, gst: 306, charges: 485 });
    expect(creditedOf(refund(500, { lines: [], charges: ['shipping'] }))).toEqual({
      subtotal: 0,
      gst: 15,
      charges: 485,
    });
  });

  it('piece by piece adds up to the line, in value and in tax', () => {
    const [one, two, three] = [refund(3_333, pieces(1)), refund(3_334, pieces(1)), refund(3_333, pieces(1))];
    const notes = [creditedOf(one), creditedOf(one, two), creditedOf(one, two, three)];
    const sum = (part: 'subtotal' | 'gst') => notes.reduce((all, note) => all + note![part], 0);
    expect([sum('subtotal'), sum('gst')]).toEqual([9_709, 291]);
  });

  it('is left to the proportion of what remains, for an amount and for less than was paid', () => {
    expect(creditedOf(refund(3_333))).toBeUndefined();
    expect(creditedOf(refund(3_000, pieces(1)))).toBeUndefined();
  });

  it('counts what was asked for before it, in whatever order the provider paid', () => {
    const first = { ...refund(3_333, pieces(1)), requestedAt: new Date('2026-11-20T10:00:00.000Z') };
    const second = { ...refund(3_334, pieces(1)), requestedAt: new Date('2026-11-20T10:00:01.000Z') };
    expect(creditedOf(second, first)).toEqual({ subtotal: 3_236, gst: 97, charges: 0 });
    expect(creditedOf(first, second)).toEqual({ subtotal: 3_237, gst: 97, charges: 0 });
  });

  it('does not count a refund before it that failed', () => {
    expect(creditedOf(refund(3_333, pieces(1), 'failed'), refund(3_333, pieces(1)))).toEqual({
      ...{ subtotal: 3_236, gst: 97, charges: 0 },
    });
  });
});
