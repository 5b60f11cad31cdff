/**
 * Where an attempt to pay a checkout stands:
 * - `creating`: stored, and the provider asked for an order; its answer may be lost
 * - `open`: the buyer can pay
 * - `capturing`: cart-order and the provider are asked to let the money be taken; the outcome may be unknown
 * - `pending`: the provider took it and waits for it itself (an e-cheque), for days perhaps
 * - `captured`: the money is here
 * - `failed`: it ended without money; a bank may still authorise it late
 */
export type PaymentState = 'creating' | 'open' | 'capturing' | 'pending' | 'captured' | 'failed';

/**
 * What happens to an attempt. The browser's return, the webhook and the reconciler all look at the provider, and what they
 * find there is one of these; who looked makes no difference.
 * - `ordered`, `not-ordered`: the provider has an order for it, or certainly will not have one
 * - `capture`: the buyer agreed, and we are about to take the money
 * - `captured`: the provider has the money
 * - `pending`: the provider has taken it and waits for it
 * - `not-captured`: we asked, and it was certainly not taken; the buyer may agree again
 * - `denied`: the provider is done with it, and there is no money
 * - `ended`: nobody paid, and the checkout does not want the money any more
 */
export type PaymentInput =
  'ordered' | 'not-ordered' | 'capture' | 'captured' | 'pending' | 'not-captured' | 'denied' | 'ended';

export interface PaymentStep {
  to: PaymentState;
  /** The event that goes out with the step, in the same transaction. */
  tell?: 'payment.captured' | 'payment.failed';
}

/** `no`: nothing changes. */
type Answer = PaymentStep | 'no';

const no = 'no';
const captured: PaymentStep = { to: 'captured', tell: 'payment.captured' };
const failed: PaymentStep = { to: 'failed', tell: 'payment.failed' };

/**
 * The life of an attempt. What comes late, doubled or out of order finds its cell here.
 *
 * Money is never argued with: `captured` leads there from everywhere, also after a failure (a late authorisation), and
 * nothing leads away. `capturing` is left only by knowing, and each way out tells cart-order, whose checkout waits.
 */
const TABLE: Record<PaymentState, Record<PaymentInput, Answer>> = {
  creating: {
    ordered: { to: 'open' },
    'not-ordered': failed,
    capture: no,
    captured,
    pending: { to: 'pending' },
    'not-captured': no,
    denied: failed,
    // Its order may be there: first that is found out.
    ended: no,
  },
  open: {
    ordered: no,
    'not-ordered': no,
    capture: { to: 'capturing' },
    captured,
    pending: { to: 'pending' },
    'not-captured': no,
    denied: failed,
    ended: failed,
  },
  capturing: {
    ordered: no,
    'not-ordered': no,
    capture: no,
    captured,
    pending: { to: 'pending' },
    'not-captured': { to: 'open', tell: 'payment.failed' },
    denied: failed,
    // Said by cart-order, before the provider was asked.
    ended: failed,
  },
  pending: {
    ordered: no,
    'not-ordered': no,
    capture: no,
    captured,
    pending: no,
    'not-captured': no,
    denied: failed,
    ended: no,
  },
  captured: {
    ordered: no,
    'not-ordered': no,
    capture: no,
    captured: no,
    pending: no,
    'not-captured': no,
    denied: no,
    ended: no,
  },
  failed: {
    ordered: no,
    'not-ordered': no,
    // Authorised late, or approved after the checkout had expired: cart-order decides whether it still wants it.
    capture: { to: 'capturing' },
    captured,
    pending: { to: 'pending' },
    'not-captured': no,
    denied: no,
    ended: no,
  },
};

export const stepOf = (state: PaymentState, input: PaymentInput): Answer => TABLE[state][input];
