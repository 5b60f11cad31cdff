import { describe, expect, it } from '@jest/globals';
import { CURRENCIES } from '@shop/contracts';
import fc from 'fast-check';
import { amountOf, money, smallestUnitOf, valueOf } from './paypal-money.rules.ts';

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

  it('are refused with what is wrong', () => {
    expect(() => smallestUnitOf('ten', 'USD')).toThrow('PayPal sent an invalid amount');
    expect(() => smallestUnitOf('10.555', 'USD')).toThrow('PayPal sent an amount with too many decimals');
  });

  it('come with their currency, and may be absent', () => {
    expect(amountOf({ currency_code: 'USD', value: '24.51' })).toEqual({ amount: 24_51, currency: 'USD' });
    expect(amountOf(undefined)).toEqual({ amount: null, currency: null });
    expect(money.safeParse({ currency_code: 'USD' }).success).toBe(false);
    expect(money.safeParse({ value: '1' }).success).toBe(false);
  });
});
