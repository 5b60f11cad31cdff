import { currencyFormat, type CountryCode, type CurrencyCode } from '@shop/contracts/browser';
import { createContext, use } from 'react';
import { useStore, type Store } from './store.ts';

export const DEFAULT_COUNTRY: CountryCode = 'IN';
/** Holds one of the ten countries; with the address it makes up the key under which the server keeps a page. */
export const COUNTRY_COOKIE = 'country';

export interface CurrencyState {
  country: CountryCode;
  /** What prices are shown in: the country's currency, or INR while there is no rate for it. */
  code: CurrencyCode;
  /** Units of the currency per rupee, and since when; null where rupees are shown. */
  rate: { perRupee: number; at: string } | null;
}

/** Never changes while the page lives: what changes is in the store. */
export const CurrencyContext = createContext<{
  state: Store<CurrencyState>;
  choose(country: CountryCode): Promise<void>;
} | null>(null);

export interface Currency extends CurrencyState {
  /**
   * A price in rupees as people of the chosen country read it: converted at the current rate and rounded to the
   * currency's smallest unit. Without a rate: rupees under the rupee sign.
   */
  format(rupees: number): string;
  /** Chooses another country for this browser. */
  choose(country: CountryCode): Promise<void>;
}

/** The chosen country and how prices read there. New values arrive in a transition. */
export function useCurrency(): Currency {
  const currency = use(CurrencyContext);
  if (!currency) throw new Error('This needs a <CurrencyContext>: the shell or a host brings it');
  const state = useStore(currency.state);
  return {
    ...state,
    format: (rupees) =>
      formatMoney(state.rate ? rupees * state.rate.perRupee : rupees, state.rate ? state.code : 'INR'),
    choose: currency.choose,
  };
}

/** `₹1,23,456.00`, `$12.30`, `¥1,200`: major units with the currency's own sign, rounded to its smallest unit. */
export const formatMoney = (amount: number, currency: CurrencyCode): string => currencyFormat(currency).format(amount);
