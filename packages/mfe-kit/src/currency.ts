import { createContext, use } from 'react';

/** The ten countries one can choose; the value of the cookie `country`. */
export const COUNTRIES = ['AU', 'CA', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'JP', 'US'] as const;
export type CountryCode = (typeof COUNTRIES)[number];
export const DEFAULT_COUNTRY: CountryCode = 'IN';
export const COUNTRY_COOKIE = 'country';

export interface Currency {
  country: CountryCode;
  /** What prices are shown in: the country's currency, or INR while there is no rate for it. */
  code: string;
  /**
   * A price in rupees as people of the chosen country read it: converted at the current rate and rounded to the
   * currency's smallest unit, with two decimals. Without a rate: rupees under the rupee sign.
   */
  format(rupees: number): string;
  /** For showing: the rate per rupee and since when, null where rupees are shown. */
  rate: { perRupee: number; at: string } | null;
  choose(country: CountryCode): void;
}

export const CurrencyContext = createContext<Currency | null>(null);

export function useCurrency(): Currency {
  const currency = use(CurrencyContext);
  if (!currency) throw new Error('This needs a <CurrencyContext>: the shell or a host brings it');
  return currency;
}

const formats = new Map<string, Intl.NumberFormat>();

/** `₹1,23,456.00`, `$12.30`: an amount in major units with its currency's own sign. Indian grouping for rupees. */
export function formatMoney(amount: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    const locale = currency === 'INR' ? 'en-IN' : 'en';
    const fractionDigits = currency === 'JPY' ? 0 : 2;
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    });
    formats.set(currency, format);
  }
  return format.format(amount);
}
