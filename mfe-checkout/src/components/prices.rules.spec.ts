import { describe, expect, it } from '@jest/globals';
import type { Cart, CartItem } from '../api/cart.ts';
import { pricesOf } from './prices.rules.ts';

const line = (finalPrice: number, quantity: number, changes: Partial<CartItem> = {}) =>
  ({ finalPrice, quantity, linePrice: finalPrice * quantity, availability: 'available', ...changes }) as CartItem;
const cartOf = (cart: CartItem[], subtotal: number, mrp?: number) => ({ cart, subtotal, mrp }) as Cart;

const withTax = { prices: 'with-tax', gstRate: 0.03 } as const;
const beforeTax = { prices: 'before-tax', gstRate: 0.03 } as const;
const rupees = { code: 'INR', rate: null } as const;
const at = '2026-01-01T00:00:00Z';

describe('the prices of a cart', () => {
  const ring = line(16.5, 1, { lineMrp: 16.99 });
  const chains = line(10.1, 3, { lineMrp: 31.21 });
  const cart = cartOf([ring, chains], 46.8, 48.2);

  it('are those of catalog in rupees: with their share of the GST, or before it', () => {
    const shown = pricesOf(cart, { ...rupees, tax: withTax });
    expect([shown.line(ring), shown.line(chains), shown.total]).toEqual(['₹16.99', '₹31.21', '₹48.20']);
    const plain = pricesOf(cart, { ...rupees, tax: beforeTax });
    expect([plain.line(ring), plain.line(chains), plain.total]).toEqual(['₹16.50', '₹30.30', '₹46.80']);
  });

  it('are those before GST where a service of an earlier version tells no other', () => {
    const old = line(16.5, 1);
    const shown = pricesOf(cartOf([old], 16.5), { ...rupees, tax: withTax });
    expect([shown.line(old), shown.total]).toEqual(['₹16.50', '₹16.50']);
  });

  it('are converted one by one in another currency, and the GST is spread over the lines', () => {
    const [three, one] = [line(100.4, 3), line(100, 1)];
    const dollars = { code: 'USD', rate: { perRupee: 0.01, at } } as const;
    const shown = pricesOf(cartOf([three, one], 401.2, 413.24), { ...dollars, tax: withTax });
    // 3.00 and 1.00, with 0.09 and 0.03 of 0.12.
    expect([shown.line(three), shown.line(one), shown.total]).toEqual(['$3.09', '$1.03', '$4.12']);
    const plain = pricesOf(cartOf([three, one], 401.2, 413.24), { ...dollars, tax: beforeTax });
    expect([plain.line(three), plain.line(one), plain.total]).toEqual(['$3.00', '$1.00', '$4.00']);
  });

  it('do not count what is gone, and show it before GST', () => {
    const [gone, one] = [line(500, 1, { availability: 'gone' }), line(100, 1)];
    const yen = { code: 'JPY', rate: { perRupee: 1.8, at }, tax: withTax } as const;
    const shown = pricesOf(cartOf([gone, one], 100, 103), yen);
    expect([shown.line(gone), shown.line(one), shown.total]).toEqual(['¥900', '¥185', '¥185']);
  });
});
