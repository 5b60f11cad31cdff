import type { DisputeStatus, ProviderDispute } from '../provider.ts';

/** The fields read. */
interface Dispute {
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  status: string;
}

const STATES: Record<string, DisputeStatus> = {
  under_review: 'under-review',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
};

/** Maps a dispute of Razorpay's list or webhooks. */
export function disputeOf({ id, status, payment_id: providerPaymentId, amount, currency }: Dispute): ProviderDispute {
  return { disputeId: id, status, disputeStatus: STATES[status] ?? 'open', providerPaymentId, amount, currency };
}
