import { CURRENCY_DECIMALS } from '@shop/contracts/browser';
import { type Currency, formatMoney } from '@shop/mfe-kit';
import type { Cart, CartItem } from '../api/cart.ts';

/** Sums of a cart as they are shown: in another currency every piece is rounded by itself, as the checkout charges it. */
export function pricesOf({ rate, code }: Currency) {
  const unit = (rupees: number): number => {
    if (!rate) return rupees;
    const scale = 10 ** CURRENCY_DECIMALS[code];
    return Math.round(rupees * rate.perRupee * scale) / scale;
  };
  const line = (item: CartItem): number => (rate ? unit(item.finalPrice) * item.quantity : item.linePrice);
  const shown = (amount: number): string => formatMoney(amount, rate ? code : 'INR');
  return {
    line: (item: CartItem): string => shown(line(item)),
    subtotal: ({ cart, subtotal }: Cart): string =>
      shown(rate ? cart.reduce((sum, item) => sum + line(item), 0) : subtotal),
  };
}
