import { currencyFormat } from '@shop/contracts/browser';
import { shownPrice, useCurrency } from '@shop/mfe-kit';

/** Formats prices of cards and filters: as `formatPrice` and `format`, without decimals that are all zero. */
export function useShortPrice() {
  const currency = useCurrency();
  const { rate } = currency;
  const money = currencyFormat(rate ? currency.code : 'INR', 'short');
  return {
    shortPrice: (price: Parameters<typeof shownPrice>[0]): string => money.format(shownPrice(price, currency)),
    /** Of rupees. */
    short: (rupees: number): string => money.format(rate ? rupees * rate.perRupee : rupees),
  };
}
