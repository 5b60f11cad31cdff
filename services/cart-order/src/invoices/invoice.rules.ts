import type { content } from '@shop/contracts';

/** How GST is charged: in the shop's own state, in another or abroad, or not at all. */
export type Tax = 'cgst-sgst' | 'igst' | 'none';

/** In the smallest unit of the order's currency. */
export interface TaxedLine {
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
}

/** What an amount is made of: pieces before tax, tax, and charges without tax. */
export interface AmountParts {
  subtotal: number;
  gst: number;
  charges: number;
}

const INDIA_MINUTES = 330;
const APRIL = 3;

/** India's financial year of a moment, April to March by India's clock: `26-27`. */
export function financialYearOf(moment: Date): string {
  const india = new Date(moment.getTime() + INDIA_MINUTES * 60_000);
  const first = india.getUTCFullYear() - (india.getUTCMonth() < APRIL ? 1 : 0);
  const short = (year: number) => String(year % 100).padStart(2, '0');
  return `${short(first)}-${short(first + 1)}`;
}

/** At most 16 characters, as the law has it: `INV/26-27/000042`. */
export const documentNumber = (kind: 'invoice' | 'credit-note', year: string, sequence: number): string =>
  `${kind === 'invoice' ? 'INV' : 'CN'}/${year}/${String(sequence).padStart(6, '0')}`;

/**
 * `total` in shares by `weights`, whole and adding up exactly: each gets its share rounded down, and what is left goes to
 * the largest remainders. Nobody gets more than its weight where `total` is at most the sum of the weights.
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

/** By where the parcel goes. An order without GST is an export while exports are zero-rated. */
export function taxOf(
  { country, state }: { country: string; state: string },
  gst: number,
  seller: Pick<content.Seller, 'state'>,
): Tax {
  if (gst === 0) return 'none';
  const home = country.trim().toLowerCase() === 'india' && state.trim().toLowerCase() === seller.state.toLowerCase();
  return home ? 'cgst-sgst' : 'igst';
}

/** The order's GST spread over its lines, so that they add up to what was charged. */
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
 * What a refund gives back of pieces, tax and charges, by what earlier refunds left of each: all credit notes together
 * never pass the invoice in any part, and equal it once everything is paid back.
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
