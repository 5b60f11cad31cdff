import { describe, expect, it } from '@jest/globals';
import { CURRENCIES } from '@shop/contracts';
import fc from 'fast-check';
import { smallestUnitOf, valueOf } from './paypal-money.ts';

describe('amounts as PayPal writes them', () => {
  it('are the same amount when they are read again, in every currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom(...CURRENCIES), (amount, currency) => {
        expect(smallestUnitOf(valueOf(amount, currency), currency)).toBe(amount);
      }),
    );
  });

  it('have two decimals, and none where the currency has none', () => {
    expect([valueOf(5, 'USD'), valueOf(24_51, 'USD'), valueOf(3_687, 'JPY')]).toEqual(['0.05', '24.51', '3687']);
  });

  it('are read whatever zeros are there, and refused where they are no amount', () => {
    expect([smallestUnitOf('10', 'USD'), smallestUnitOf('10.5', 'USD'), smallestUnitOf('1200.00', 'JPY')]).toEqual([
      10_00, 10_50, 1200,
    ]);
    for (const [value, currency] of [
      ['10.555', 'USD'],
      ['0.5', 'JPY'],
      ['-1.00', 'USD'],
      ['1e3', 'USD'],
      ['10.00', 'XXX'],
    ] as const) {
      expect(() => smallestUnitOf(value, currency)).toThrow(TypeError);
    }
  });
});
