import { CURRENCY_DECIMALS, type CurrencyCode } from '@shop/contracts';
import type { Charges } from '../charges/charges.schema.ts';

/** Integers of one currency's smallest unit. `total` is the sum of the others. */
export interface Totals {
  subtotal: number;
  gst: number;
  shipping: number;
  engraving: number;
  hallmarking: number;
  specialRequest: number;
  total: number;
}

export interface LineToTotal {
  /** Of one piece. */
  unitPaise: number;
  quantity: number;
  engraved: boolean;
}

export interface Extras {
  hallmarking: boolean;
  specialRequest: boolean;
}

export interface Shipping {
  paise: number;
  courier: string | null;
}

const isIndia = (country: string): boolean => country.trim().toLowerCase() === 'india';

/**
 * India is free, and so is a subtotal above the threshold. Elsewhere the country's rate: that of the chosen courier, or
 * the cheapest; where the country has none, `domesticShipping`. `undefined` when the courier does not go there.
 */
export function shippingOf(
  { country, courier, subtotalPaise }: { country: string; courier?: string | undefined; subtotalPaise: number },
  charges: Charges,
): Shipping | undefined {
  if (isIndia(country)) return { paise: 0, courier: null };
  const couriers = couriersTo(country, subtotalPaise, charges);
  if (courier !== undefined) return couriers.find((one) => one.courier === courier);
  const isFree = subtotalPaise > charges.freeShippingAbovePaise;
  return couriers[0] ?? { paise: isFree ? 0 : charges.domesticShippingPaise, courier: null };
}

/** Who goes there and what for, the cheapest first; nobody needs to be picked in India. */
export function couriersTo(
  country: string,
  subtotalPaise: number,
  charges: Charges,
): { courier: string; paise: number }[] {
  if (isIndia(country)) return [];
  const isFree = subtotalPaise > charges.freeShippingAbovePaise;
  return charges.internationalShipping
    .filter((rate) => rate.country.trim().toLowerCase() === country.trim().toLowerCase())
    .sort((a, b) => a.chargePaise - b.chargePaise)
    .map(({ courier, chargePaise }) => ({ courier, paise: isFree ? 0 : chargePaise }));
}

/** `fraction` (four decimals at most) of `amount`, rounded once, half away from zero. In integers, so it is exact. */
export function shareOf(amount: number, fraction: number): number {
  const scaled = BigInt(amount) * BigInt(Math.round(fraction * 10_000));
  return Number((scaled + 5_000n) / 10_000n);
}

/** GST on the subtotal; none for exports where they are zero-rated. */
export const gstRateOf = (country: string, charges: Charges): number =>
  charges.zeroRatedExports && !isIndia(country) ? 0 : charges.gstRate;

/** Paise in the smallest unit of another currency at `rate` (units for one rupee), rounded half away from zero. */
export const converted = (paise: number, rate: number, currency: CurrencyCode): number =>
  Math.round((paise * rate * 10 ** CURRENCY_DECIMALS[currency]) / 100);

/** What the lines and charges come to in rupees. All in paise. */
export function totalsInPaise(
  lines: readonly LineToTotal[],
  extras: Extras,
  shippingPaise: number,
  gstRate: number,
  charges: Charges,
): Totals {
  const subtotal = lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
  return withTotal({
    subtotal,
    gst: shareOf(subtotal, gstRate),
    shipping: shippingPaise,
    engraving: lines.some(({ engraved }) => engraved) ? charges.engravingPaise : 0,
    hallmarking: extras.hallmarking ? charges.hallmarkingPaise : 0,
    specialRequest: extras.specialRequest ? charges.specialRequestPaise : 0,
  });
}

/**
 * The same in another currency: each unit price and each charge is converted and rounded by itself, and the total is
 * their sum, so that what is shown adds up and equals what is charged.
 */
export function totalsIn(
  currency: CurrencyCode,
  rate: number,
  lines: readonly LineToTotal[],
  rupees: Totals,
): { units: number[]; totals: Totals } {
  const units = lines.map(({ unitPaise }) => converted(unitPaise, rate, currency));
  const charge = (paise: number) => converted(paise, rate, currency);
  const totals = withTotal({
    subtotal: lines.reduce((sum, { quantity }, index) => sum + units[index]! * quantity, 0),
    gst: charge(rupees.gst),
    shipping: charge(rupees.shipping),
    engraving: charge(rupees.engraving),
    hallmarking: charge(rupees.hallmarking),
    specialRequest: charge(rupees.specialRequest),
  });
  return { units, totals };
}

function withTotal(parts: Omit<Totals, 'total'>): Totals {
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}
