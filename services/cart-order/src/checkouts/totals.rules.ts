import {
  converted,
  type CurrencyCode,
  gstWithin,
  isIndia,
  isSameCountry,
  shareOf,
  type ShownTax,
  shownTaxOf,
  spread,
} from '@shop/contracts';
import type { Charges } from '../charges/charges.schema.ts';

/** Integers in one currency's smallest unit. `total` is the sum of the others. */
export interface Totals {
  subtotal: number;
  gst: number;
  shipping: number;
  engraving: number;
  hallmarking: number;
  specialRequest: number;
  /** Purchases from before presents were wrapped lack it. */
  giftWrap?: number;
  total: number;
}

/** Charges beside the items, which contain their GST. */
export const CHARGES = ['engraving', 'hallmarking', 'specialRequest', 'giftWrap', 'shipping'] as const;

/** An amount before GST, and the GST on it. */
export interface Taxed {
  taxable: number;
  gst: number;
}

/**
 * What a purchase comes to, row by row, in one currency's smallest unit: frozen with the checkout, and read by all that shows or
 * charges it. All rows add up to the total.
 */
export interface Bill {
  /** In the order of the lines. */
  lines: Taxed[];
  charges: Record<(typeof CHARGES)[number], Taxed>;
}

/** As it was frozen, perhaps before presents were wrapped. */
export interface StoredBill extends Omit<Bill, 'charges'> {
  charges: Omit<Bill['charges'], 'giftWrap'> & Partial<Pick<Bill['charges'], 'giftWrap'>>;
}

export interface LineToTotal {
  unitPaise: number;
  quantity: number;
  engraved: boolean;
  /** Absent from lines of an earlier version, and from an earlier catalog. */
  particulars?: { isHallmarked: boolean };
}

/** Of a piece that carries the hallmark already it is a part, and not an extra. */
export const offersHallmarking = (lines: readonly Pick<LineToTotal, 'particulars'>[]): boolean =>
  lines.some(({ particulars }) => !particulars?.isHallmarked);

export interface Extras {
  hallmarking: boolean;
  specialRequest: boolean;
  giftWrap: boolean;
}

export interface Shipping {
  paise: number;
  courier: string | null;
}

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
    .filter((rate) => isSameCountry(rate.country, country))
    .sort((a, b) => a.chargePaise - b.chargePaise)
    .map(({ courier, chargePaise }) => ({ courier, paise: isFree ? 0 : chargePaise }));
}

/** GST rate on the subtotal, 0 for zero-rated exports, and how the lines are shown. */
export const taxTo = (country: string, charges: Charges): ShownTax => shownTaxOf(charges, !isIndia(country));

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
    // Asked for with nothing to mark, by a page from before the cart changed, it costs nothing.
    hallmarking: extras.hallmarking && offersHallmarking(lines) ? charges.hallmarkingPaise : 0,
    specialRequest: extras.specialRequest ? charges.specialRequestPaise : 0,
    giftWrap: extras.giftWrap ? charges.giftWrapPaise : 0,
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
    giftWrap: charge(rupees.giftWrap ?? 0),
  });
  return { units, totals };
}

/** `lineAmounts`: unit price × quantity of each line, which add up to the subtotal. */
export function billOf(totals: Totals, lineAmounts: readonly number[], gstRate: number): Bill {
  const shares = spread(totals.gst, lineAmounts);
  const taxed = (amount: number): Taxed => {
    const gst = gstWithin(amount, gstRate);
    return { taxable: amount - gst, gst };
  };
  return {
    lines: lineAmounts.map((taxable, index) => ({ taxable, gst: shares[index]! })),
    charges: {
      engraving: taxed(totals.engraving),
      hallmarking: taxed(totals.hallmarking),
      specialRequest: taxed(totals.specialRequest),
      giftWrap: taxed(totals.giftWrap ?? 0),
      shipping: taxed(totals.shipping),
    },
  };
}

/**
 * The bill that was frozen. Purchases from before there was one had no GST on their charges, and earlier bills have no row for
 * wrapping.
 */
export function billOfPurchase({
  bill,
  amounts,
  lines,
}: {
  bill?: StoredBill;
  amounts: Totals;
  lines: readonly { unitAmount: number; quantity: number }[];
}): Bill {
  if (bill) return { ...bill, charges: { giftWrap: { taxable: 0, gst: 0 }, ...bill.charges } };
  return billOf(
    amounts,
    lines.map(({ unitAmount, quantity }) => unitAmount * quantity),
    0,
  );
}

/** With GST. */
export const amountOf = ({ taxable, gst }: Taxed): number => taxable + gst;

function withTotal(parts: Required<Omit<Totals, 'total'>>): Totals {
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}
