import { describe, expect, it } from '@jest/globals';
import { CURRENCIES, CURRENCY_DECIMALS } from '@shop/contracts';
import fc from 'fast-check';
import { majorUnit, smallestUnit, symbolOf } from './smallest-unit.rules.ts';

describe('an amount on the wire', () => {
  it('is the same when it is read again, in every currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_00 }), fc.constantFrom(...CURRENCIES), (amount, currency) => {
        expect(smallestUnit(majorUnit(amount, currency), currency)).toBe(amount);
      }),
    );
  });

  it('is in the unit that people pay with: rupees, dollars, yen', () => {
    expect([majorUnit(59_99, 'USD'), majorUnit(1_200, 'JPY')]).toEqual([59.99, 1_200]);
    expect([smallestUnit(59.99, 'USD'), smallestUnit(1_200, 'JPY')]).toEqual([59_99, 1_200]);
  });

  it('is none where the currency has no such fraction', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.constantFrom(...CURRENCIES), (amount, currency) => {
        const half = (amount + 0.5) / 10 ** CURRENCY_DECIMALS[currency];
        expect(smallestUnit(half, currency)).toBeUndefined();
      }),
    );
    const none = [smallestUnit(0.5, 'JPY'), smallestUnit(10.001, 'USD'), smallestUnit(9.999, 'USD')];
    expect([...none, smallestUnit(0.0001, 'JPY')]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

it('each currency has its sign', () => {
  expect(CURRENCIES.map(symbolOf)).toEqual(['$', '$', '€', '£', '₹', '¥', '$']);
});
