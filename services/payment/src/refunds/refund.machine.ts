/**
 * State of a refund:
 * - `requested`: stored; sent to the provider with the same key until it responds
 * - `pending`: in progress at the provider
 * - `completed`: paid out
 * - `failed`: not paid out, or returned days later
 */
export type RefundState = 'requested' | 'pending' | 'completed' | 'failed';

/** Reported by the provider, in a response, a webhook or a list. */
export type RefundInput = 'pending' | 'completed' | 'failed';

/** `failed` is final: a retry by staff is a new refund. */
const TABLE: Record<RefundState, Record<RefundInput, RefundState | 'no'>> = {
  requested: { pending: 'pending', completed: 'completed', failed: 'failed' },
  pending: { pending: 'no', completed: 'completed', failed: 'failed' },
  completed: { pending: 'no', completed: 'no', failed: 'failed' },
  failed: { pending: 'no', completed: 'no', failed: 'no' },
};

export const refundStepOf = (state: RefundState, input: RefundInput): RefundState | 'no' => TABLE[state][input];
