import { describe, expect, it } from '@jest/globals';
import { shownPrice } from './shown-price.rules.ts';

describe('prices', () => {
  it('are shown with their GST, or before it', () => {
    const price = { price: 1_234.56, mrp: 1_271.6 };
    const inr = { code: 'INR', rate: null } as const;
    expect(shownPrice(price, inr)).toBe(1_271.6);
    expect(shownPrice(price, { ...inr, tax: { prices: 'with-tax', gstRate: 0.03 } })).toBe(1_271.6);
    expect(shownPrice(price, { ...inr, tax: { prices: 'before-tax', gstRate: 0.03 } })).toBe(1_234.56);
    expect(shownPrice(price, { ...inr, tax: { prices: 'zero-rated', gstRate: 0 } })).toBe(1_234.56);
    expect(shownPrice({ price: 10 }, inr)).toBe(10);
  });

  it('are converted with their GST one by one, as a checkout charges them', () => {
    const price = { price: 50.4, mrp: 51.91 };
    // 0.504 and 0.0151 dollars.
    expect(shownPrice(price, { code: 'USD', rate: { perRupee: 0.01 } })).toBe(0.52);
    expect(shownPrice(price, { code: 'JPY', rate: { perRupee: 1.79 } })).toBe(93);
  });
});
