import { CURRENCY_DECIMALS } from '@shop/contracts/browser';
import { type Currency, formatMoney } from '@shop/mfe-kit';
import type { Cart, CartItem } from '../api/cart.ts';

/**
 * Sums of a cart for display: in another currency each unit price is rounded separately, as the checkout charges it.
 */
export function pricesOf({ rate, code }: Currency) {
  const unit = (rupees: number): number => {
    if (!rate) return rupees;
    const scale = 10 ** CURRENCY_DECIMALS[code];
    return Math.round(rupees * rate.perRupee * scale) / scale;
  };
  const line = (item: CartItem): number => (rate ? unit(item.finalPrice) * item.quantity : item.linePrice);
  const format = (amount: number): string => formatMoney(amount, rate ? code : 'INR');
  return {
    line: (item: CartItem): string => format(line(item)),
    subtotal: ({ cart, subtotal }: Cart): string =>
      format(rate ? cart.reduce((sum, item) => sum + line(item), 0) : subtotal),
  };
}
