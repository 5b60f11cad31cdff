import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  amountOfParts,
  arePartsLeft,
  partsLeft,
  REFUNDED_CHARGE_NAMES,
  REFUNDED_CHARGES,
  type PaidParts,
  type RefundParts,
} from './refund-parts.rules.ts';

/** Three pieces for ₹100.00, one for ₹20.01, shipping for ₹5.00; engraving was not asked for. */
const PAID: PaidParts = {
  lines: [
    { amount: 10_000, quantity: 3 },
    { amount: 2_001, quantity: 1 },
  ],
  charges: { shipping: 500, engraving: 0 },
};
const parts = (lines: [place: number, pieces: number][], charges: RefundParts['charges'] = []): RefundParts => ({
  lines: lines.map(([place, pieces]) => ({ place, pieces })),
  charges,
});

describe('what a refund is for', () => {
  it('costs what was paid for it, to the paisa: pieces one by one are the line', () => {
    const one = parts([[0, 1]]);
    expect(amountOfParts(PAID, one, [])).toBe(3_333);
    expect(amountOfParts(PAID, one, [one])).toBe(3_334);
    expect(amountOfParts(PAID, one, [one, one])).toBe(3_333);
    expect(
      amountOfParts(
        PAID,
        parts(
          [
            [0, 2],
            [1, 1],
          ],
          ['shipping'],
        ),
        [one],
      ),
    ).toBe(6_667 + 2_001 + 500);
  });

  it('is there once: pieces and charges that were paid back are not left', () => {
    const first = parts([[0, 2]], ['shipping']);
    expect(partsLeft(PAID, [first])).toEqual({ lines: [1, 1], charges: [] });
    expect(
      arePartsLeft(
        PAID,
        parts([
          [0, 1],
          [1, 1],
        ]),
        [first],
      ),
    ).toBe(true);
    expect(arePartsLeft(PAID, parts([[0, 2]]), [first])).toBe(false);
    expect(arePartsLeft(PAID, parts([], ['shipping']), [first])).toBe(false);
  });

  it('has a name for each charge, as buyers read it', () => {
    expect(REFUNDED_CHARGES.map((charge) => REFUNDED_CHARGE_NAMES[charge])).toEqual([
      ...['Shipping', 'Engraving', 'Hallmarking', 'Special request', 'Gift wrap'],
    ]);
  });

  it.each([
    ['a line that is not there', parts([[2, 1]])],
    ['no piece', parts([[0, 0]])],
    [
      'a line twice',
      parts([
        [0, 1],
        [0, 1],
      ]),
    ],
    ['a charge twice', parts([], ['shipping', 'shipping'])],
    ['a charge that was not paid', parts([], ['engraving'])],
  ])('is not %s', (_, wrong) => expect(arePartsLeft(PAID, wrong, [])).toBe(false));

  it('adds up to the whole payment, in any steps', () => {
    const lines = fc.array(fc.record({ amount: fc.nat(10_000_000), quantity: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    const charges = fc.record({ shipping: fc.nat(100_000), giftWrap: fc.nat(1_000) });
    fc.assert(
      fc.property(
        lines,
        charges,
        fc.array(fc.nat(8), { minLength: 60, maxLength: 60 }),
        (paidLines, paidCharges, steps) => {
          const paid = { lines: paidLines, charges: paidCharges };
          const earlier: RefundParts[] = [];
          let sum = 0;
          const payBack = (refund: RefundParts) => {
            expect(arePartsLeft(paid, refund, earlier)).toBe(true);
            const amount = amountOfParts(paid, refund, earlier);
            expect(amount).toBeGreaterThanOrEqual(0);
            sum += amount;
            earlier.push(refund);
          };
          for (const step of steps) {
            const place = partsLeft(paid, earlier).lines.findIndex((left) => left > 0);
            if (place === -1) break;
            payBack(parts([[place, Math.min(partsLeft(paid, earlier).lines[place]!, 1 + step)]]));
          }
          payBack(
            parts(
              [],
              REFUNDED_CHARGES.filter((charge) => partsLeft(paid, earlier).charges.includes(charge)),
            ),
          );
          const all = paidLines.reduce((total, { amount }) => total + amount, 0);
          expect(sum).toBe(all + paidCharges.shipping + paidCharges.giftWrap);
        },
      ),
      { numRuns: 500 },
    );
  });
});
