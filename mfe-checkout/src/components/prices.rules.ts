import { converted, moneyText, paiseFrom, spread } from '@shop/contracts/browser';
import type { Currency } from '@shop/mfe-kit';
import type { Cart, CartItem } from '../api/cart.ts';

/** The prices of a cart as they are shown: with GST, each line with its share of it, or before GST. */
export function pricesOf(
  cart: Cart,
  { rate, code, tax }: Pick<Currency, 'rate' | 'code' | 'tax'>,
): { line(item: CartItem): string; total: string } {
  const isWithTax = tax.prices === 'with-tax';
  const shown = (price: number, mrp = price): number => (isWithTax ? mrp : price);
  if (!rate) {
    return {
      line: ({ linePrice, lineMrp }) => moneyText(paiseFrom(shown(linePrice, lineMrp)), 'INR'),
      total: moneyText(paiseFrom(shown(cart.subtotal, cart.mrp)), 'INR'),
    };
  }
  // Each unit price and the GST are converted one by one, as the checkout charges them.
  const abroad = (paise: number): number => converted(paise, rate.perRupee, code);
  const amountOf = ({ finalPrice, quantity }: CartItem): number => abroad(paiseFrom(finalPrice)) * quantity;
  const summed = cart.cart.filter(({ availability }) => availability !== 'gone');
  const amounts = summed.map(amountOf);
  const gst = abroad(paiseFrom(shown(cart.subtotal, cart.mrp)) - paiseFrom(cart.subtotal));
  const shares = spread(gst, amounts);
  return {
    line: (item) => moneyText(amountOf(item) + (shares[summed.indexOf(item)] ?? 0), code),
    total: moneyText(
      amounts.reduce((sum, amount) => sum + amount, gst),
      code,
    ),
  };
}
