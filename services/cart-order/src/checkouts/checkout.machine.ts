import type { z } from 'zod';
import type { cartOrder } from '@shop/contracts';

/** `closed`: another checkout of the same pieces became the order; `cancelled` on the wire. */
export type CheckoutState = z.infer<typeof cartOrder.checkoutState> | 'closed';

/**
 * - `held`, `short`: catalog's answer to a hold request
 * - `expire`: the lifetime is over, detected by the job of due checkouts
 * - `cancel`: the buyer cancelled, or froze a newer checkout
 * - `begin-capture`: payment asks for permission to capture
 * - `hold-again`: the same for an expired checkout, whose hold was released
 * - `payment-failed`: the capture in progress failed
 * - `captured`: the payment was captured
 * - `captured-behind`: the same, while a competing checkout that was paid earlier is `retaking`
 * - `close`: a competing checkout became the order
 */
export type CheckoutInput =
  | 'held'
  | 'short'
  | 'expire'
  | 'cancel'
  | 'begin-capture'
  | 'hold-again'
  | 'payment-failed'
  | 'captured'
  | 'captured-behind'
  | 'close';

export interface CheckoutStep {
  to: CheckoutState;
  /** Publishes `hold.released.v1` in the same transaction, so that catalog releases the stock. */
  release?: true;
  /** Stores a new hold id with the step, before catalog is asked for the hold. */
  newHold?: true;
  /** Its payment is refunded. */
  refund?: true;
}

/** `no`: not allowed, nothing changes. `refund`: the pieces are already paid for, so this payment is refunded. */
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
  'captured-behind': no,
  close: no,
};

/** It has its payment: any other one is refunded. */
const PAID: Record<CheckoutInput, Transition> = { ...NONE, captured: 'refund', 'captured-behind': 'refund' };

const takenAgain: CheckoutStep = { to: 'retaking', newHold: true };
const closed: CheckoutStep = { to: 'closed', release: true };

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
    'captured-behind': { to: 'retaking' },
    close: closed,
  },
  frozen: {
    ...NONE,
    expire: { to: 'expired', release: true },
    cancel: { to: 'cancelled', release: true },
    'begin-capture': { to: 'capturing' },
    captured: { to: 'ordered' },
    // Its hold may be taken over by then: it is asked for again, in turn.
    'captured-behind': { to: 'retaking' },
    close: closed,
  },
  capturing: {
    ...NONE,
    // May already be captured, so neither `expire` nor `cancel`: only payment's result ends this state.
    'payment-failed': { to: 'frozen' },
    captured: { to: 'ordered' },
    'captured-behind': { to: 'retaking' },
    // What it captures is refunded.
    close: closed,
  },
  retaking: {
    ...PAID,
    held: { to: 'ordered' },
    short: { to: 'refused', release: true },
    close: { ...closed, refund: true },
  },
  expired: {
    ...NONE,
    'hold-again': { to: 'reserving', newHold: true },
    captured: takenAgain,
    'captured-behind': takenAgain,
    close: { to: 'closed' },
  },
  cancelled: { ...NONE, captured: takenAgain, 'captured-behind': takenAgain, close: { to: 'closed' } },
  ordered: PAID,
  refused: PAID,
  closed: PAID,
};

export const stepOf = (state: CheckoutState, input: CheckoutInput): Transition => TABLE[state][input];

/** States in which stock is held for the buyer, or may be. */
export const HOLDING: readonly CheckoutState[] = ['reserving', 'frozen', 'capturing', 'retaking'];

/** States without a hold that the stock may be taken for again. */
export const RELEASED: readonly CheckoutState[] = ['expired', 'cancelled'];

/** States in which nothing is due any more. */
export const ENDED: readonly CheckoutState[] = [...RELEASED, 'ordered', 'refused', 'closed'];
