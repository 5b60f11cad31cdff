import { CURRENCY_DECIMALS, type CurrencyCode } from '@shop/contracts/browser';

/** The currency that prices are shown in, and its units per rupee. */
export interface Shown {
  code: CurrencyCode;
  perRupee: number;
}

/** Of the smallest unit: a price that is shown as the limit fits, although it was rounded to it. */
const ROUNDED_BY = 0.45;

/** A limit of the address, in rupees, as the fields show it. What is no number is shown as it is. */
export function shownLimit(rupees: string, { code, perRupee }: Shown): string {
  const amount = Number(rupees);
  if (rupees === '' || Number.isNaN(amount)) return rupees;
  return String(Number((amount * perRupee).toFixed(CURRENCY_DECIMALS[code])));
}

/** A limit as it was typed, in rupees for the address. */
export function rupeeLimit(side: 'lowest' | 'highest', typed: string, { code, perRupee }: Shown): string {
  const amount = Number(typed);
  if (typed === '' || Number.isNaN(amount)) return typed;
  const margin = (side === 'lowest' ? -ROUNDED_BY : ROUNDED_BY) / 10 ** CURRENCY_DECIMALS[code];
  return String(Number(Math.max(Math.min(0, amount), (amount + margin) / perRupee).toFixed(2)));
}
