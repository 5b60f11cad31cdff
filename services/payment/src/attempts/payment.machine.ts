/**
 * State of an attempt to pay a checkout:
 * - `creating`: stored, and an order requested from the provider; its response may be lost
 * - `open`: the buyer can pay
 * - `capturing`: the capture is requested from cart-order and the provider; its outcome may be unknown
 * - `pending`: captured, but the provider waits for the money (an e-cheque), possibly for days
 * - `captured`: the money has arrived
 * - `failed`: ended without money; a bank may still authorise it late
 */
export type PaymentState = 'creating' | 'open' | 'capturing' | 'pending' | 'captured' | 'failed';

/**
 * Input to an attempt. The browser's return, webhooks and the reconciler all query the provider and apply what they find, so
 * the source makes no difference.
 * - `ordered`, `not-ordered`: the provider has an order for it, or never will
 * - `capture`: the buyer approved, and the capture starts
 * - `captured`: the provider has the money
 * - `pending`: the provider captured it and waits for the money
 * - `not-captured`: the capture had no effect; the buyer may approve again
 * - `denied`: final at the provider, without money
 * - `ended`: unpaid, and the checkout is over
 */
export type PaymentInput =
  'ordered' | 'not-ordered' | 'capture' | 'captured' | 'pending' | 'not-captured' | 'denied' | 'ended';

export interface PaymentStep {
  to: PaymentState;
  /** Event published in the same transaction. */
  event?: 'payment.captured' | 'payment.failed';
}

/** `no`: the input changes nothing. */
type Transition = PaymentStep | 'no';

const no = 'no';
const captured: PaymentStep = { to: 'captured', event: 'payment.captured' };
const failed: PaymentStep = { to: 'failed', event: 'payment.failed' };

/**
 * State machine of attempts; covers inputs that are late, duplicated or out of order.
 *
 * `captured` is reachable from every state, even after a failure (late authorisation), and is final. `capturing` is left only
 * on a known outcome, and each exit publishes an event, because the checkout in cart-order waits for it.
 */
const TABLE: Record<PaymentState, Record<PaymentInput, Transition>> = {
  creating: {
    ordered: { to: 'open' },
    'not-ordered': failed,
    capture: no,
    captured,
    pending: { to: 'pending' },
    'not-captured': no,
    denied: failed,
    // The order may exist: that is resolved first.
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
    'not-captured': { to: 'open', event: 'payment.failed' },
    denied: failed,
    // Refused by cart-order before the provider was called.
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
    // Authorised late, or approved after the checkout expired: cart-order decides whether to capture.
    capture: { to: 'capturing' },
    captured,
    pending: { to: 'pending' },
    'not-captured': no,
    denied: no,
    ended: no,
  },
};

export const stepOf = (state: PaymentState, input: PaymentInput): Transition => TABLE[state][input];
