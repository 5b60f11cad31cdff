import { CURRENCY_DECIMALS, type CurrencyCode } from '@shop/contracts';

/** `59.99` dollars of 5999 cents, 1200 yen of 1200: from the smallest unit to what the wire carries. */
export const majorUnit = (amount: number, currency: CurrencyCode): number => amount / 10 ** CURRENCY_DECIMALS[currency];

/** The smallest unit of an amount on the wire; `undefined` when the currency has no such fraction (half a yen). */
export function smallestUnit(amount: number, currency: CurrencyCode): number | undefined {
  const scaled = amount * 10 ** CURRENCY_DECIMALS[currency];
  const whole = Math.round(scaled);
  return Math.abs(scaled - whole) < 1e-4 ? whole : undefined;
}

// Making a format takes half a millisecond.
const symbols = new Map<CurrencyCode, string>();

/** `₹`, `$`, `€` … */
export function symbolOf(currency: CurrencyCode): string {
  const known = symbols.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')!.value;
  symbols.set(currency, symbol);
  return symbol;
}
