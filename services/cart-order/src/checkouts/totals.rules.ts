import { CURRENCY_DECIMALS, type CurrencyCode } from '@shop/contracts';
import type { Charges } from '../charges/charges.schema.ts';

/** Integers in one currency's smallest unit. `total` is the sum of the others. */
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
 * Free within India and above the subtotal threshold. Otherwise the country's rate of the chosen or the cheapest courier;
 * `domesticShipping` where the country has no rate. `undefined` when the courier does not deliver there.
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

/** Couriers to a country with their charge, cheapest first; none for India. */
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

/** `fraction` (at most four decimals) of `amount`, in exact integer arithmetic, rounded once, half away from zero. */
export function shareOf(amount: number, fraction: number): number {
  const scaled = BigInt(amount) * BigInt(Math.round(fraction * 10_000));
  return Number((scaled + 5_000n) / 10_000n);
}

/** GST rate on the subtotal; 0 for zero-rated exports. */
export const gstRateOf = (country: string, charges: Charges): number =>
  charges.zeroRatedExports && !isIndia(country) ? 0 : charges.gstRate;

/** Paise → smallest unit of another currency at `rate` (units per rupee), rounded half away from zero. */
export const converted = (paise: number, rate: number, currency: CurrencyCode): number =>
  Math.round((paise * rate * 10 ** CURRENCY_DECIMALS[currency]) / 100);

/** Totals of lines and charges, in paise. */
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
 * Totals in another currency: each unit price and charge is converted and rounded separately and the total is their sum,
 * so that the amounts shown add up to the amount charged.
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
