import { expect, it } from '@jest/globals';
import { anOrder } from '../../testing/orders.ts';
import { isNone, NO_PARTS, refundableOf } from './refundable.rules.ts';

const [ring] = anOrder().items;
const order = (changes: Parameters<typeof anOrder>[0] = {}) =>
  anOrder({ items: [{ ...ring!, quantity: 3, lineMrp: 100 }], ...changes });
const refund = (changes: object) => ({ amount: 1, state: 'completed', ...changes }) as never;

it('is worth the line with its tax, and without it where it is not known', () => {
  const all = { ...NO_PARTS, lines: [{ place: 0, pieces: 3 }] };
  expect(refundableOf(order()).worth(all)).toBe(100);
  expect(refundableOf(anOrder({ items: [{ ...ring!, quantity: 3 }] })).worth(all)).toBe(2_000);
});

it('shares a line among its pieces to the paisa, and among those of a currency without decimals as a whole', () => {
  const one = { ...NO_PARTS, lines: [{ place: 0, pieces: 1 }] };
  expect(refundableOf(order()).worth(one)).toBe(33.33);
  expect(refundableOf(order({ currency: 'JPY' })).worth(one)).toBe(33);
});

it('offers what earlier refunds left, without those that failed and those of no parts', () => {
  const of = { lines: [{ place: 0, pieces: 2 }], charges: ['shipping'] };
  const charges = { gst: 3, shipping: 50, engraving: 0, hallmarking: 45, specialRequest: 0 };
  const parts = (refunds: never[]) => refundableOf(order({ charges, refunds })).left;
  expect(parts([refund({ of })])).toEqual({ lines: [1], charges: ['hallmarking'] });
  expect(parts([refund({ of, state: 'failed' }), refund({})])).toEqual({
    lines: [3],
    charges: ['shipping', 'hallmarking'],
  });
});

it('is worth what was paid for a charge', () => {
  const charges = { gst: 3, shipping: 50.5, engraving: 0, hallmarking: 0, specialRequest: 0 };
  expect(refundableOf(order({ charges })).worth({ ...NO_PARTS, charges: ['shipping', 'engraving'] })).toBe(50.5);
});

it('knows whether any part is chosen', () => {
  expect(isNone(NO_PARTS)).toBe(true);
  expect(isNone({ ...NO_PARTS, lines: [{ place: 0, pieces: 1 }] })).toBe(false);
  expect(isNone({ ...NO_PARTS, charges: ['shipping'] })).toBe(false);
});
