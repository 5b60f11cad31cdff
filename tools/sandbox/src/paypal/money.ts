import { refuse } from './errors.ts';

/** An amount in PayPal's format: `{ currency_code: 'USD', value: '10.00' }`. */
export interface Money {
  currency_code: string;
  value: string;
}

const SUPPORTED = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
);
const WITHOUT_DECIMALS = new Set(['HUF', 'JPY', 'TWD']);
const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)$/;

export const decimalsOf = (currency: string) => (WITHOUT_DECIMALS.has(currency) ? 0 : 2);

/** The amount in the currency's smallest unit. `field` is its JSON pointer. @throws Refusal like PayPal */
export function minorUnits(money: Partial<Money> | undefined, field: string): number {
  const { currency_code: currency, value } = money ?? {};
  if (currency === undefined || value === undefined) {
    const missing = currency === undefined ? 'currency_code' : 'value';
    throw refuse('MISSING_REQUIRED_PARAMETER', { field: `${field}/${missing}`, value: '' });
  }
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw refuse('INVALID_CURRENCY_CODE', { field: `${field}/currency_code`, value: currency });
  }
  if (!SUPPORTED.has(currency)) {
    throw refuse('CURRENCY_NOT_SUPPORTED', { field: `${field}/currency_code`, value: currency });
  }
  if (typeof value !== 'string' || value.length > 32 || !NUMBER.test(value)) {
    throw refuse('INVALID_PARAMETER_SYNTAX', { field: `${field}/value`, value });
  }
  const decimals = decimalsOf(currency);
  const fraction = value.split('.')[1] ?? '';
  if (decimals === 0 && /[^0]/.test(fraction))
    throw refuse('DECIMALS_NOT_SUPPORTED', { field: `${field}/value`, value });
  if (fraction.length > 2) throw refuse('DECIMAL_PRECISION', { field: `${field}/value`, value });
  if (value.startsWith('-')) throw refuse('CANNOT_BE_NEGATIVE', { field: `${field}/value`, value });
  return Math.round(Number(value) * 10 ** decimals);
}

/** `1000` of `USD` is `{ currency_code: 'USD', value: '10.00' }`. */
export function moneyOf(minor: number, currency: string): Money {
  const decimals = decimalsOf(currency);
  return { currency_code: currency, value: (minor / 10 ** decimals).toFixed(decimals) };
}

/** PayPal's fee on a capture, in the smallest unit. */
export const feeOn = (minor: number) => Math.min(minor, Math.round(minor * 0.044) + 30);
