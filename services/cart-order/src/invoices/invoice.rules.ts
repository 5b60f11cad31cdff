import { type content, isIndia, spread } from '@shop/contracts';
import type { Taxed } from '../checkouts/totals.rules.ts';

/** `cgst-sgst` within the seller's state, `igst` elsewhere, `none` for zero-rated exports. */
export type Tax = 'cgst-sgst' | 'igst' | 'none';

/** In the smallest unit of the order's currency. */
export interface TaxedLine {
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
}

/** Parts of an amount: items before tax, tax, charges before tax. */
export interface AmountParts {
  subtotal: number;
  gst: number;
  charges: number;
}

/** Of the charges of a purchase, as documents name them. */
export const CHARGE_NAMES = {
  engraving: 'Engraving',
  hallmarking: 'Hallmarking',
  specialRequest: 'Special request',
  giftWrap: 'Gift wrap',
  shipping: 'Shipping',
} as const;

/** At most 16 characters, the legal limit: `INV/26-27/000042`. */
export const documentNumber = (kind: 'invoice' | 'credit-note', year: string, sequence: number): string =>
  `${kind === 'invoice' ? 'INV' : 'CN'}/${year}/${String(sequence).padStart(6, '0')}`;

/** By destination. At a rate of 0 there is none: a zero-rated export. */
export function taxOf(
  { country, state }: { country: string; state: string },
  gstRate: number,
  seller: Pick<content.Seller, 'state'>,
): Tax {
  if (gstRate === 0) return 'none';
  const home = isIndia(country) && state.trim().toLowerCase() === seller.state.toLowerCase();
  return home ? 'cgst-sgst' : 'igst';
}

/** Names the GST of each row; the halves of CGST and SGST add up to it, and differ by at most one unit in all. */
export function taxedLines(rows: readonly Taxed[], tax: Tax): TaxedLine[] {
  const taxes = rows.map(({ gst }) => gst);
  const half = Math.ceil(taxes.reduce((sum, gst) => sum + gst, 0) / 2);
  const central = spread(half, taxes);
  return rows.map(({ taxable, gst }, index) => {
    const cgst = tax === 'cgst-sgst' ? central[index]! : 0;
    const sgst = tax === 'cgst-sgst' ? gst - cgst : 0;
    const igst = tax === 'igst' ? gst : 0;
    return { taxable, cgst, sgst, igst, total: taxable + cgst + sgst + igst };
  });
}

/**
 * Splits a refund over the parts: as `wanted`, where it is for lines and that much is left of each part, else in proportion to what earlier
 * credit notes left of each. Together the credit notes never exceed the invoice in any part, and equal it after a full refund.
 */
export function creditParts(
  refund: number,
  invoiced: AmountParts,
  credited: readonly AmountParts[],
  wanted?: AmountParts,
): AmountParts {
  const left = (part: keyof AmountParts) => credited.reduce((rest, earlier) => rest - earlier[part], invoiced[part]);
  const names = ['subtotal', 'gst', 'charges'] as const;
  if (wanted && names.every((part) => wanted[part] >= 0 && wanted[part] <= left(part))) return wanted;
  const [subtotal, gst, charges] = spread(refund, [left('subtotal'), left('gst'), left('charges')]) as [
    number,
    number,
    number,
  ];
  return { subtotal, gst, charges };
}
