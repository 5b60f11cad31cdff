import {
  converted,
  CURRENCY_DECIMALS,
  type CurrencyCode,
  DEFAULT_TAX,
  paiseFrom,
  type ShownTax,
  shownTaxOf,
} from '@shop/contracts/browser';

/** A price in rupees, before GST and with it. */
export interface TaxedPrice {
  price: number;
  /** Absent from a service of an earlier version. */
  mrp?: number | undefined;
}

/** How prices are shown while it is unknown. */
export const UNKNOWN_TAX = shownTaxOf(DEFAULT_TAX, false);

/** In the major unit of the currency that prices are shown in: rupees without a rate. */
export function shownPrice(
  { price, mrp = price }: TaxedPrice,
  {
    code,
    rate,
    tax = UNKNOWN_TAX,
  }: { code: CurrencyCode; rate: { perRupee: number } | null; tax?: ShownTax | undefined },
): number {
  const gstPaise = tax.prices === 'with-tax' ? paiseFrom(mrp) - paiseFrom(price) : 0;
  const shown = (paise: number): number => (rate ? converted(paise, rate.perRupee, code) : paise);
  return (shown(paiseFrom(price)) + shown(gstPaise)) / 10 ** (rate ? CURRENCY_DECIMALS[code] : 2);
}
