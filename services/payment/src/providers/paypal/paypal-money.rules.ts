import { CURRENCY_DECIMALS, type CurrencyCode } from '@shop/contracts';
import { z } from 'zod';

/** PayPal's amount format. */
export const money = z.object({ currency_code: z.string(), value: z.string() });

/** Smallest unit to PayPal's decimal string: 5999 cents are `59.99`, 1200 yen are `1200`. */
export function valueOf(amount: number, currency: CurrencyCode): string {
  const decimals = CURRENCY_DECIMALS[currency];
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** PayPal's decimal string to the smallest unit, without floating point. @throws TypeError if it is not an amount */
export function smallestUnitOf(value: string, currency: string): number {
  const decimals = CURRENCY_DECIMALS[currency as CurrencyCode] as number | undefined;
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(value) ?? [];
  if (decimals === undefined || whole === undefined) throw new TypeError(`PayPal sent an invalid amount`);
  const [decimalPart, rest] = [fraction.slice(0, decimals), fraction.slice(decimals)];
  if (/[1-9]/.test(rest)) throw new TypeError(`PayPal sent an amount with too many decimals`);
  return Number(whole + decimalPart.padEnd(decimals, '0'));
}

/** `null` fields if there is no amount. */
export function amountOf(sum: z.infer<typeof money> | undefined) {
  if (!sum) return { amount: null, currency: null };
  return { amount: smallestUnitOf(sum.value, sum.currency_code), currency: sum.currency_code };
}
