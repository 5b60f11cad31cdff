import type { z } from 'zod';
import type { cartOrder } from '@shop/contracts';

export type CheckoutState = z.infer<typeof cartOrder.checkoutState>;

/**
 * - `held`, `short`: catalog's answer to a hold request
 * - `expire`: the lifetime is over, detected by the job of due checkouts
 * - `cancel`: the buyer cancelled, or froze a newer checkout
 * - `begin-capture`: payment asks for permission to capture
 * - `hold-again`: the same for an expired checkout, whose hold was released
 * - `payment-failed`: the capture in progress failed
 * - `captured`: the payment was captured
 */
export type CheckoutInput =
  'held' | 'short' | 'expire' | 'cancel' | 'begin-capture' | 'hold-again' | 'payment-failed' | 'captured';

export interface CheckoutStep {
  to: CheckoutState;
  /** Publishes `hold.released.v1` in the same transaction, so that catalog releases the stock. */
  release?: true;
  /** Stores a new hold id with the step, before catalog is asked for the hold. */
  newHold?: true;
}

/** `no`: not allowed, nothing changes. `refund`: the checkout is already paid, so this payment is refunded. */
type Transition = CheckoutStep | 'no' | 'refund';

const no = 'no';

const NONE: Record<CheckoutInput, Transition> = {
  held: no,
  short: no,
  expire: no,
  cancel: no,
  'begin-capture': no,
  'hold-again': no,
  'payment-failed': no,
  captured: no,
};

/** It has its payment: any other one is refunded. */
const PAID: Record<CheckoutInput, Transition> = { ...NONE, captured: 'refund' };

/**
 * Transition table. The browser's return, the provider's webhook and payment's reconciler all end in `captured`; late,
 * duplicate and out-of-order inputs have their cells here. Only the step to `ordered` creates an order.
 */
const TABLE: Record<CheckoutState, Record<CheckoutInput, Transition>> = {
  reserving: {
    ...NONE,
    held: { to: 'frozen' },
    short: { to: 'cancelled', release: true },
    expire: { to: 'expired', release: true },
    cancel: { to: 'cancelled', release: true },
    // An expired checkout was being held again for another payment: the same hold is requested for this one.
    captured: { to: 'retaking' },
  },
  frozen: {
    ...NONE,
    expire: { to: 'expired', release: true },
    cancel: { to: 'cancelled', release: true },
    'begin-capture': { to: 'capturing' },
    captured: { to: 'ordered' },
  },
  capturing: {
    ...NONE,
    // May already be captured, so neither `expire` nor `cancel`: only payment's result ends this state.
    'payment-failed': { to: 'frozen' },
    captured: { to: 'ordered' },
  },
  retaking: {
    ...PAID,
    held: { to: 'ordered' },
    short: { to: 'refused', release: true },
  },
  expired: {
    ...NONE,
    'hold-again': { to: 'reserving', newHold: true },
    captured: { to: 'retaking', newHold: true },
  },
  cancelled: { ...NONE, captured: { to: 'retaking', newHold: true } },
  ordered: PAID,
  refused: PAID,
};

export const stepOf = (state: CheckoutState, input: CheckoutInput): Transition => TABLE[state][input];

/** States in which stock is held for the buyer, or may be. */
export const HOLDING: readonly CheckoutState[] = ['reserving', 'frozen', 'capturing', 'retaking'];
