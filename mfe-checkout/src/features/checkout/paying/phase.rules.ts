import type { Checkout, Payment } from '../api.ts';

/**
 * Phase of a frozen checkout:
 * - `payable`: it can be paid or retried
 * - `busy`: the buyer is paying
 * - `confirming`: the payment may have succeeded; the shop is finding out
 * - `over`, `refused`: it ended without an order
 */
export type Phase = 'payable' | 'busy' | 'confirming' | 'over' | 'refused';

interface Known {
  checkout: Checkout | undefined;
  /** The last payment of this checkout. */
  payment: Payment | undefined;
  /** The buyer is paying on this page. */
  isBusy: boolean;
  /** A response was lost, and the server has not said yet what became of the payment. */
  isOutcomeUnknown: boolean;
}

export function phaseOf({ checkout, payment, isBusy, isOutcomeUnknown }: Known): Phase {
  if (checkout?.paidAs !== undefined) return 'over';
  switch (checkout?.state) {
    case 'refused':
      return 'refused';
    case 'capturing':
    case 'retaking':
    case 'reserving':
    case 'ordered':
      return 'confirming';
  }
  if (payment?.state === 'captured') return 'confirming';
  if (isBusy) return 'busy';
  if (isOutcomeUnknown && payment?.state !== 'failed') return 'confirming';
  return checkout?.state === 'frozen' ? 'payable' : 'over';
}
