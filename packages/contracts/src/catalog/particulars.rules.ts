import type { PieceParticulars } from './prices.ts';

/** Grams and carats to the hundredth, and to the thousandth where the scale said it. */
const WEIGHED = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 3 });

/** A line of a purchase; older ones have no particulars. */
export interface ParticularLine {
  particulars?: PieceParticulars | undefined;
  quantity: number;
  /** Made to order: it is not weighed yet, and the weight is that of the ready piece. */
  customized: boolean;
}

/** What a bill says of the piece of a line, as written on it; `undefined` where nothing is known. */
export function particularsText({ particulars, quantity, customized }: ParticularLine): string | undefined {
  if (!particulars) return undefined;
  const { purity, stones = [], isHallmarked } = particulars;
  const parts = [
    ...(purity ? [purity] : []),
    ...weightOf(particulars, customized),
    ...stones.map(
      ({ type, count, carat }) => `${count} × ${type}${carat === undefined ? '' : ` ${WEIGHED.format(carat)} ct`}`,
    ),
    ...(isHallmarked ? ['Hallmarked'] : []),
  ];
  if (parts.length === 0) return undefined;
  return `${quantity > 1 ? 'Each: ' : ''}${parts.join(', ')}`;
}

/** Only what was given as that of the metal is called net. */
function weightOf({ weight, netWeight }: PieceParticulars, isEstimated: boolean): string[] {
  const grams = netWeight ?? weight;
  if (grams === undefined) return [];
  const name = netWeight === undefined ? 'Weight' : 'Net weight';
  return [`${name} ${isEstimated ? 'about ' : ''}${WEIGHED.format(grams)} g`];
}
