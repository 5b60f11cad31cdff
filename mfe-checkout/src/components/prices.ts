import { converted, CURRENCY_DECIMALS, paiseFrom, spread } from '@shop/contracts/browser';
import { type Currency, formatMoney } from '@shop/mfe-kit';
import type { Cart, CartItem } from '../api/cart.ts';

/** The prices of a cart as they are shown: with GST, each line with its share of it, or before GST. */
export function pricesOf(cart: Cart, { rate, code, tax }: Currency): { line(item: CartItem): string; total: string } {
  const isWithTax = tax.prices === 'with-tax';
  const shown = (price: number, mrp = price): number => (isWithTax ? mrp : price);
  if (!rate) {
    return {
      line: ({ linePrice, lineMrp }) => formatMoney(shown(linePrice, lineMrp), 'INR'),
      total: formatMoney(shown(cart.subtotal, cart.mrp), 'INR'),
    };
  }
  // Each unit price and the GST are converted one by one, as the checkout charges them.
  const abroad = (paise: number): number => converted(paise, rate.perRupee, code);
  const format = (amount: number): string => formatMoney(amount / 10 ** CURRENCY_DECIMALS[code], code);
  const amountOf = ({ finalPrice, quantity }: CartItem): number => abroad(paiseFrom(finalPrice)) * quantity;
  const summed = cart.cart.filter(({ availability }) => availability !== 'gone');
  const amounts = summed.map(amountOf);
  const gst = abroad(paiseFrom(shown(cart.subtotal, cart.mrp)) - paiseFrom(cart.subtotal));
  const shares = spread(gst, amounts);
  return {
    line: (item) => format(amountOf(item) + (shares[summed.indexOf(item)] ?? 0)),
    total: format(amounts.reduce((sum, amount) => sum + amount, gst)),
  };
}
