import { CURRENCY_DECIMALS, type CurrencyCode } from './constants.ts';

/** The arithmetic of prices and tax that services and pages share. Without zod, because the browser entry exports it. */

/** `zero-rated`: an export on which no GST is charged. */
export const SHOWN_PRICES = ['with-tax', 'before-tax', 'zero-rated'] as const;
export type ShownPrices = (typeof SHOWN_PRICES)[number];

/** How prices are shown to a visitor. */
export interface ShownTax {
  prices: ShownPrices;
  /** A fraction: 0.03 is three percent. */
  gstRate: number;
  /** For a visitor or an address abroad. */
  isExport?: boolean | undefined;
}

/** In force until staff save charges. */
export const DEFAULT_TAX = { gstRate: 0.03, showPrices: 'with-tax', zeroRatedExports: false } as const;

export function shownTaxOf(
  settings: { gstRate: number; showPrices: 'with-tax' | 'before-tax'; zeroRatedExports: boolean },
  isExport: boolean,
): ShownTax {
  const { gstRate, showPrices, zeroRatedExports } = settings;
  if (!isExport) return { prices: showPrices, gstRate };
  return zeroRatedExports ? { prices: 'zero-rated', gstRate: 0, isExport } : { prices: showPrices, gstRate, isExport };
}

/** `3 %` */
export const percentText = (fraction: number): string => `${Math.round(fraction * 10_000) / 100} %`;

/** What is said beside a price; an MRP is a price in India. */
export function taxNote({ prices, gstRate, isExport }: ShownTax): string {
  if (prices === 'zero-rated') return 'Taxes and duties of your country are not included';
  if (prices === 'before-tax') return `GST of ${percentText(gstRate)} is added at checkout`;
  return isExport ? 'GST is included, taxes and duties of your country are not' : 'MRP Inclusive of all taxes';
}

interface PricedLine {
  quantity: number;
  unitPrice: number;
  linePrice: number;
  mrp?: number | undefined;
  lineMrp?: number | undefined;
}

/** The prices that a line shows. A single piece shows its share of the GST, so that the lines add up to the total. */
export function shownLine(
  prices: ShownPrices | undefined,
  { quantity, unitPrice, linePrice, mrp = unitPrice, lineMrp = linePrice }: PricedLine,
): { unit: number; sum: number } {
  if (prices !== 'with-tax') return { unit: unitPrice, sum: linePrice };
  return { unit: quantity === 1 ? lineMrp : mrp, sum: lineMrp };
}

/** Of the sum of the lines before GST, when the lines are shown with it. */
export const subtotalName = (prices: ShownPrices | undefined): string =>
  prices === 'with-tax' ? 'Subtotal (before GST)' : 'Subtotal';

const RATE_SCALE = 10_000;

/** Exact for non-negative integers, rounded once, half away from zero. */
const quotient = (dividend: bigint, divisor: bigint): number => Number((dividend * 2n + divisor) / (divisor * 2n));

/** `fraction` (at most four decimals) of `amount`. */
export const shareOf = (amount: number, fraction: number): number =>
  quotient(BigInt(amount) * BigInt(Math.round(fraction * RATE_SCALE)), BigInt(RATE_SCALE));

/** The GST that an amount which includes it contains. */
export const gstWithin = (amount: number, gstRate: number): number =>
  amount - quotient(BigInt(amount) * BigInt(RATE_SCALE), BigInt(RATE_SCALE) + BigInt(Math.round(gstRate * RATE_SCALE)));

/** The MRP of one piece, in paise. */
export const mrpOf = (pricePaise: number, gstRate: number): number => pricePaise + shareOf(pricePaise, gstRate);

/** Paise → smallest unit of another currency at `rate` (units per rupee), rounded half away from zero. */
export const converted = (paise: number, rate: number, currency: CurrencyCode): number =>
  Math.round((paise * rate * 10 ** CURRENCY_DECIMALS[currency]) / 100);

/**
 * Splits `total` into whole shares proportional to `weights` by the largest remainder method. The shares add up exactly;
 * none exceeds its weight when `total` is at most the sum of the weights.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) return weights.map((_, index) => (index === 0 ? total : 0));
  const parts = weights.map((weight) => BigInt(total) * BigInt(weight));
  const shares = parts.map((part) => Number(part / all));
  const left = total - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = parts
    .map((part, index) => ({ remainder: part % all, index }))
    .sort((a, b) => Number(b.remainder - a.remainder));
  for (const { index } of byRemainder.slice(0, left)) shares[index]! += 1;
  return shares;
}

const IST_OFFSET_MINUTES = 330;
const APRIL = 3;

/** India's financial year, April to March in IST: `26-27`. */
export function financialYearOf(moment: Date): string {
  const india = new Date(moment.getTime() + IST_OFFSET_MINUTES * 60_000);
  const first = india.getUTCFullYear() - (india.getUTCMonth() < APRIL ? 1 : 0);
  const short = (year: number) => String(year % 100).padStart(2, '0');
  return `${short(first)}-${short(first + 1)}`;
}
