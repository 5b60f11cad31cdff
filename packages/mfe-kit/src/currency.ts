import { currencyFormat, type CountryCode, type CurrencyCode, type ShownTax } from '@shop/contracts/browser';
import { createContext, use } from 'react';
import { shownPrice, type TaxedPrice, UNKNOWN_TAX } from './shown-price.rules.ts';
import { useStore, type Store } from './store.ts';

/** One of the ten countries. Together with the URL it is the key of the server's page cache. */
export const COUNTRY_COOKIE = 'country';

export interface CurrencyState {
  country: CountryCode;
  /** The country's currency. Prices are shown in INR while there is no `rate`. */
  code: CurrencyCode;
  /** Units of the currency per rupee, and the rate's date; null where rupees are shown. */
  rate: { perRupee: number; at: string } | null;
  /** How prices are shown there; absent while it is unknown. */
  tax?: ShownTax;
}

/** The value is constant; changes are in the store. */
export const CurrencyContext = createContext<{
  state: Store<CurrencyState>;
  choose(country: CountryCode): Promise<void>;
} | null>(null);

/** A shell of an earlier version knows `exact` only. */
type PriceKind = Parameters<typeof currencyFormat>[1];

export interface Currency extends CurrencyState {
  tax: ShownTax;
  /**
   * Formats a price in rupees for the chosen country: converted at the current rate and rounded to the currency's smallest
   * unit. Without a rate in rupees. A `short` one has no decimals that are all zero.
   */
  format(rupees: number, kind?: PriceKind): string;
  /** Formats a price as it is shown: with its GST or before it. Both are converted one by one, as a checkout charges them. */
  formatPrice(price: TaxedPrice, kind?: PriceKind): string;
  /** Sets the country for this browser. */
  choose(country: CountryCode): Promise<void>;
}

/** The chosen country and the format of prices. New values arrive in a transition. */
export function useCurrency(): Currency {
  const currency = use(CurrencyContext);
  if (!currency) throw new Error('useCurrency needs a <CurrencyContext>, which the shell or a host provides');
  const state = useStore(currency.state);
  const { tax = UNKNOWN_TAX } = state;
  return {
    ...state,
    tax,
    formatPrice: (price, kind) =>
      formatMoney(shownPrice(price, { ...state, tax }), state.rate ? state.code : 'INR', kind),
    format: (rupees, kind) =>
      formatMoney(state.rate ? rupees * state.rate.perRupee : rupees, state.rate ? state.code : 'INR', kind),
    choose: currency.choose,
  };
}

/** `₹1,23,456.00`, `$12.30`, `¥1,200`: `amount` in major units, rounded to the currency's smallest unit. */
export const formatMoney = (amount: number, currency: CurrencyCode, kind?: PriceKind): string =>
  currencyFormat(currency, kind).format(amount);
