import { z } from 'zod';
import type { DisputeStatus, ProviderDispute } from '../provider.ts';
import { amountOf, money } from './paypal-money.rules.ts';

/** The fields read, of the resource itself or within a webhook. */
export const paypalDispute = z.looseObject({
  dispute_id: z.string().optional(),
  status: z.string().optional(),
  dispute_amount: money.optional(),
  dispute_outcome: z.looseObject({ outcome_code: z.string().optional() }).optional(),
  disputed_transactions: z.array(z.looseObject({ seller_transaction_id: z.string().optional() })).optional(),
});

const OUTCOMES: Record<string, DisputeStatus> = {
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
  RESOLVED_SELLER_FAVOUR: 'won',
  RESOLVED_WITH_PAYOUT: 'won',
  DENIED: 'won',
};

/** `undefined` if it has no id. */
export function disputeOf(dispute: z.infer<typeof paypalDispute>): ProviderDispute | undefined {
  const {
    dispute_id: disputeId,
    status = 'OPEN',
    dispute_outcome: outcome,
    disputed_transactions: transactions,
  } = dispute;
  if (!disputeId) return undefined;
  const code = outcome?.outcome_code;
  return {
    disputeId,
    status: code ?? status,
    disputeStatus: code === undefined ? statusOf(status) : (OUTCOMES[code] ?? 'closed'),
    providerPaymentId: transactions?.[0]?.seller_transaction_id,
    ...amountOf(dispute.dispute_amount),
  };
}

function statusOf(status: string): DisputeStatus {
  if (status === 'RESOLVED') return 'closed';
  return status === 'UNDER_REVIEW' ? 'under-review' : 'open';
}
