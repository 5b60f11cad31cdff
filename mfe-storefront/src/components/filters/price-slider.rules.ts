/** Positions of a thumb, from 0. */
export const STEPS = 100;

/** Lowest and highest amount, above zero, in any currency. */
interface Ends {
  lowest: number;
  highest: number;
}

/**
 * The amount at a position: equal steps are equal factors, because most pieces cost much less than the dearest. Between the ends it
 * has two digits that are not zero.
 */
export function amountAt(position: number, { lowest, highest }: Ends): number {
  if (position <= 0) return lowest;
  if (position >= STEPS) return highest;
  const amount = lowest * (highest / lowest) ** (position / STEPS);
  return Math.min(highest, Math.max(lowest, Number(amount.toPrecision(2))));
}

/** The position whose amount is nearest; beyond an end the end. */
export function positionOf(amount: number, { lowest, highest }: Ends): number {
  if (amount <= lowest) return 0;
  if (amount >= highest) return STEPS;
  return Math.round((Math.log(amount / lowest) / Math.log(highest / lowest)) * STEPS);
}
