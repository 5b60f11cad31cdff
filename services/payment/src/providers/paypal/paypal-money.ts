import { CURRENCY_DECIMALS, type CurrencyCode } from '@shop/contracts';
import { z } from 'zod';

/** As PayPal's JSON has it. */
export const money = z.object({ currency_code: z.string(), value: z.string() });

/** 5999 cents as PayPal writes them: `59.99`; 1200 yen: `1200`. */
export function valueOf(amount: number, currency: CurrencyCode): string {
  const decimals = CURRENCY_DECIMALS[currency];
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** What PayPal wrote, in the smallest unit, by its digits and not by floating point. @throws when it is no such amount */
export function smallestUnitOf(value: string, currency: string): number {
  const decimals = CURRENCY_DECIMALS[currency as CurrencyCode] as number | undefined;
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(value) ?? [];
  if (decimals === undefined || whole === undefined) throw new TypeError(`PayPal wrote an amount that is none`);
  const [kept, rest] = [fraction.slice(0, decimals), fraction.slice(decimals)];
  if (/[1-9]/.test(rest)) throw new TypeError(`PayPal wrote an amount with too many decimals`);
  return Number(whole + kept.padEnd(decimals, '0'));
}

/** The same of what may not be there. */
export function amountOf(sum: z.infer<typeof money> | undefined) {
  if (!sum) return { amount: null, currency: null };
  return { amount: smallestUnitOf(sum.value, sum.currency_code), currency: sum.currency_code };
}
