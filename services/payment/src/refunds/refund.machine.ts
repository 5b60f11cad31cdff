/**
 * Where a refund stands:
 * - `requested`: stored; the provider is asked, and again with the same key until it answers
 * - `pending`: the provider is at it
 * - `completed`: the money went back
 * - `failed`: it did not, or came back days later
 */
export type RefundState = 'requested' | 'pending' | 'completed' | 'failed';

/** What the provider says, whoever hears it first. */
export type RefundInput = 'pending' | 'completed' | 'failed';

/** `failed` is left by nothing: what staff try by hand is a refund of its own. */
const TABLE: Record<RefundState, Record<RefundInput, RefundState | 'no'>> = {
  requested: { pending: 'pending', completed: 'completed', failed: 'failed' },
  pending: { pending: 'no', completed: 'completed', failed: 'failed' },
  completed: { pending: 'no', completed: 'no', failed: 'failed' },
  failed: { pending: 'no', completed: 'no', failed: 'no' },
};

export const refundStepOf = (state: RefundState, input: RefundInput): RefundState | 'no' => TABLE[state][input];
