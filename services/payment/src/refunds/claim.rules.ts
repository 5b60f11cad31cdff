import { payment } from '@shop/contracts';
import type { Attempt } from '../attempts/attempt.schema.ts';
import type { Refund } from './refund.schema.ts';

/**
 * What a refund takes of its captured payment, in the smallest unit, or why it takes nothing:
 * - `wait`: an open dispute may take it
 * - `nothing-left`: the money is back already
 * - `too-much`: it cannot be refunded
 */
export type Claim = number | 'wait' | 'nothing-left' | 'too-much';

export function claimOf(
  refund: Pick<Refund, 'amount' | 'currency' | 'keep' | 'reason'>,
  attempt: Pick<Attempt, 'amount' | 'currency' | 'refunded' | 'disputes'>,
): Claim {
  const { lost, open } = payment.withheldByDisputes(attempt.amount, attempt.disputes);
  const left = attempt.amount - attempt.refunded - lost;
  const amount = isExact(refund) ? refund.amount : Math.min(refund.amount, left - (refund.keep ?? 0));
  if (refund.currency !== attempt.currency || amount > left) return 'too-much';
  if (amount <= 0) return 'nothing-left';
  return amount > left - open ? 'wait' : amount;
}

/** Staff chose the amount; any other refund takes at most what is left of the payment. */
export const isExact = ({ reason }: Pick<Refund, 'reason'>): boolean => reason === 'staff';
