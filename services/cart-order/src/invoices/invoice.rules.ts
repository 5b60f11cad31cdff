import type { content } from '@shop/contracts';

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

/** Parts of an amount: items before tax, tax, untaxed charges. */
export interface AmountParts {
  subtotal: number;
  gst: number;
  charges: number;
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

/** At most 16 characters, the legal limit: `INV/26-27/000042`. */
export const documentNumber = (kind: 'invoice' | 'credit-note', year: string, sequence: number): string =>
  `${kind === 'invoice' ? 'INV' : 'CN'}/${year}/${String(sequence).padStart(6, '0')}`;

/**
 * Splits `total` into whole shares proportional to `weights` by the largest remainder method. The shares add up exactly;
 * none exceeds its weight when `total` is at most the sum of the weights.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) return weights.map((_, index) => (index === 0 ? total : 0));
  const shares = weights.map((weight) => (BigInt(total) * BigInt(weight)) / all);
  const remainders = weights.map((weight) => (BigInt(total) * BigInt(weight)) % all);
  let left = total - Number(shares.reduce((sum, share) => sum + share, 0n));
  const byRemainder = remainders
    .map((remainder, index) => ({ remainder, index }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  const answer = shares.map(Number);
  for (const { index } of byRemainder) {
    if (left === 0) break;
    answer[index]! += 1;
    left -= 1;
  }
  return answer;
}

/** By destination. An order without GST is a zero-rated export. */
export function taxOf(
  { country, state }: { country: string; state: string },
  gst: number,
  seller: Pick<content.Seller, 'state'>,
): Tax {
  if (gst === 0) return 'none';
  const home = country.trim().toLowerCase() === 'india' && state.trim().toLowerCase() === seller.state.toLowerCase();
  return home ? 'cgst-sgst' : 'igst';
}

/** Splits the order's GST over its lines, so that they add up to the GST charged. */
export function taxedLines(taxables: readonly number[], gst: number, tax: Tax): TaxedLine[] {
  const shares = spread(gst, taxables);
  const central = spread(Math.ceil(gst / 2), shares);
  return taxables.map((taxable, index) => {
    const share = shares[index]!;
    const cgst = tax === 'cgst-sgst' ? central[index]! : 0;
    const sgst = tax === 'cgst-sgst' ? share - cgst : 0;
    const igst = tax === 'igst' ? share : 0;
    return { taxable, cgst, sgst, igst, total: taxable + cgst + sgst + igst };
  });
}

/**
 * Splits a refund over the parts in proportion to what earlier credit notes left of each: together the credit notes never
 * exceed the invoice in any part, and equal it after a full refund.
 */
export function creditParts(refund: number, invoiced: AmountParts, credited: readonly AmountParts[]): AmountParts {
  const left = (part: keyof AmountParts) => credited.reduce((rest, earlier) => rest - earlier[part], invoiced[part]);
  const [subtotal, gst, charges] = spread(refund, [left('subtotal'), left('gst'), left('charges')]) as [
    number,
    number,
    number,
  ];
  return { subtotal, gst, charges };
}
