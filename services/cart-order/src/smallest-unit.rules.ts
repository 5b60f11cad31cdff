import { CURRENCY_DECIMALS, currencyFormat, type CurrencyCode } from '@shop/contracts';

/** Smallest unit → amount on the wire: 5999 cents → 59.99 dollars, 1200 yen → 1200. */
export const majorUnit = (amount: number, currency: CurrencyCode): number => amount / 10 ** CURRENCY_DECIMALS[currency];

/** Amount on the wire → smallest unit; `undefined` when the currency has no such fraction (half a yen). */
export function smallestUnit(amount: number, currency: CurrencyCode): number | undefined {
  const scaled = amount * 10 ** CURRENCY_DECIMALS[currency];
  const whole = Math.round(scaled);
  return Math.abs(scaled - whole) < 1e-4 ? whole : undefined;
}

/** `₹`, `$`, `€` … */
export const symbolOf = (currency: CurrencyCode): string =>
  currencyFormat(currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;
