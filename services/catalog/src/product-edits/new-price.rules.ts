import { type catalog, paiseFrom } from '@shop/contracts';

/** What a price may be at least and at most, in paise. */
export const MIN_PAISE = 100;
export const MAX_PAISE = 100_000_000_000;

const STEP_PAISE: Record<catalog.PriceStep, number> = { '0.01': 1, '1': 100, '10': 1_000, '100': 10_000 };

/** Per cent have two decimals: 100 % are 10,000. */
const WHOLE = 10_000n;

/** To the nearest multiple of `step`, half of one up; `numerator` / `denominator` is not negative. */
function nearest(numerator: bigint, denominator: bigint, step: bigint): number {
  const unit = denominator * step;
  return Number(((numerator * 2n + unit) / (unit * 2n)) * step);
}

/**
 * The price after the change, in whole paise, before its limits are looked at; below 0 where more is taken away than there is.
 * Exact: computed in integers, and rounded once.
 */
export function newPrice(paise: number, { by, value, step }: catalog.PriceChange): number {
  if (by === 'set') return paiseFrom(value);
  const stepPaise = BigInt(STEP_PAISE[step]);
  if (by === 'percent') {
    // From −90 % on: never negative.
    return nearest(BigInt(paise) * (WHOLE + BigInt(Math.round(value * 100))), WHOLE, stepPaise);
  }
  const sum = paise + paiseFrom(value);
  return sum < 0 ? sum : nearest(BigInt(sum), 1n, stepPaise);
}
