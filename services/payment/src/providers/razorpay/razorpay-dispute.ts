import type { DisputeStatus, ProviderDispute } from '../provider.ts';

/** A dispute as far as it is read here. */
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

/** As Razorpay's list and its webhooks tell of it. */
export function disputeOf({ id, status, payment_id: providerPaymentId, amount, currency }: Dispute): ProviderDispute {
  return { disputeId: id, status, standing: STATES[status] ?? 'open', providerPaymentId, amount, currency };
}
