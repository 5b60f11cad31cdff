import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type OrderedOn, type RefundedOn, salesOf } from './sales.rules.ts';

const PERIOD = { from: '2026-02-27', to: '2026-03-01' };
const NOTHING = { orders: 0, pieces: 0, gross: 0, refunds: 0, net: 0 };

describe('the sales of a period', () => {
  it('have each of its days, also those on which nothing was ordered', () => {
    expect(salesOf(PERIOD, [], [])).toEqual({
      ...PERIOD,
      days: ['2026-02-27', '2026-02-28', '2026-03-01'].map((day) => ({ day, ...NOTHING })),
      totals: { ...NOTHING, average: null },
    });
  });

  it('are in rupees, by the day and in all, less what was asked back on the day', () => {
    const ordered = [
      { day: '2026-03-01', orders: 1, pieces: 1, paise: 99_99 },
      { day: '2026-02-27', orders: 2, pieces: 5, paise: 1_000_50 },
    ];
    const refunded = [
      { day: '2026-02-28', paise: 40_25 },
      { day: '2026-03-01', paise: 9_99 },
    ];
    expect(salesOf(PERIOD, ordered, refunded)).toEqual({
      ...PERIOD,
      days: [
        { day: '2026-02-27', orders: 2, pieces: 5, gross: 1000.5, refunds: 0, net: 1000.5 },
        // Its order is older than the period, or of the day before.
        { day: '2026-02-28', orders: 0, pieces: 0, gross: 0, refunds: 40.25, net: -40.25 },
        { day: '2026-03-01', orders: 1, pieces: 1, gross: 99.99, refunds: 9.99, net: 90 },
      ],
      totals: { orders: 3, pieces: 6, gross: 1100.49, refunds: 50.24, net: 1050.25, average: 366.83 },
    });
  });

  it('have an average in whole paise, halves up', () => {
    const averageOf = (orders: number, paise: number) =>
      salesOf(PERIOD, [{ day: PERIOD.from, orders, pieces: orders, paise }], []).totals.average;
    expect(averageOf(2, 101)).toBe(0.51);
    expect(averageOf(3, 100)).toBe(0.33);
    expect(averageOf(1, 0)).toBe(0);
  });

  it('leave out what is of other days', () => {
    const outside = ['2026-02-26', '2026-03-02'].map((day) => ({ day, orders: 1, pieces: 1, paise: 100 }));
    expect(salesOf(PERIOD, outside, outside)).toEqual(salesOf(PERIOD, [], []));
  });

  it('add up to the paisa', () => {
    const amount = fc.nat(900_000_000);
    const days = fc.array(fc.record({ orders: fc.nat(9), pieces: fc.nat(20), paise: amount, refund: amount }), {
      minLength: 1,
      maxLength: 31,
    });
    fc.assert(
      fc.property(days, (given) => {
        const dayAt = (index: number) => new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10);
        const ordered = given.map((one, index): OrderedOn => ({ day: dayAt(index), ...one }));
        const refunded = given.map(({ refund }, index): RefundedOn => ({ day: dayAt(index), paise: refund }));
        const sales = salesOf({ from: dayAt(0), to: dayAt(given.length - 1) }, ordered, refunded);
        const inPaise = (rupees: number) => Math.round(rupees * 100);
        const sumOf = (name: 'gross' | 'refunds' | 'net') =>
          sales.days.reduce((sum, day) => sum + inPaise(day[name]), 0);
        for (const name of ['gross', 'refunds', 'net'] as const) {
          expect(inPaise(sales.totals[name])).toBe(sumOf(name));
        }
        expect(inPaise(sales.totals.net)).toBe(given.reduce((sum, { paise, refund }) => sum + paise - refund, 0));
      }),
    );
  });
});
