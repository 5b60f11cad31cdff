import type { z } from 'zod';
import type { cartOrder } from '@shop/contracts';

export type CheckoutState = z.infer<typeof cartOrder.checkoutState>;

/**
 * What happens to a checkout:
 * - `held`, `short`: catalog's answer to the hold that was asked for
 * - `expire`: its time is over, seen by the sweep
 * - `cancel`: its buyer gave it up, or froze a newer one
 * - `begin-capture`: payment asks before it takes the money
 * - `hold-again`: the same of an expired one, whose hold is gone
 * - `payment-failed`: the payment that was about to be captured brought nothing
 * - `captured`: the money is here
 */
export type CheckoutInput =
  'held' | 'short' | 'expire' | 'cancel' | 'begin-capture' | 'hold-again' | 'payment-failed' | 'captured';

export interface CheckoutStep {
  to: CheckoutState;
  /** The undo of the hold: catalog is told to give the pieces back (`hold.released.v1`), in the same transaction. */
  release?: true;
  /** A new hold id is stored with the step, before catalog is asked for it. */
  newHold?: true;
}

/** `no`: cannot be, and nothing changes. `refund`: a second payment of a checkout that has one; its money goes back. */
type Answer = CheckoutStep | 'no' | 'refund';

const no = 'no';

/**
 * The life of a checkout. The browser's return, the provider's webhook and payment's reconciler all end in `captured`;
 * what comes late, doubled or out of order finds its row here.
 *
 * An order is created by the step that leads to `ordered`, and by no other.
 */
const TABLE: Record<CheckoutState, Record<CheckoutInput, Answer>> = {
  reserving: {
    held: { to: 'frozen' },
    short: { to: 'cancelled', release: true },
    expire: { to: 'expired', release: true },
    cancel: { to: 'cancelled', release: true },
    'begin-capture': no,
    'hold-again': no,
    'payment-failed': no,
    // An expired one was being held again for another payment: the same hold is asked for, now for this one.
    captured: { to: 'retaking' },
  },
  frozen: {
    held: no,
    short: no,
    expire: { to: 'expired', release: true },
    cancel: { to: 'cancelled', release: true },
    'begin-capture': { to: 'capturing' },
    'hold-again': no,
    'payment-failed': no,
    captured: { to: 'ordered' },
  },
  capturing: {
    held: no,
    short: no,
    // The money may be here already: only payment's answer ends it.
    expire: no,
    cancel: no,
    'begin-capture': no,
    'hold-again': no,
    'payment-failed': { to: 'frozen' },
    captured: { to: 'ordered' },
  },
  retaking: {
    held: { to: 'ordered' },
    short: { to: 'refused', release: true },
    expire: no,
    cancel: no,
    'begin-capture': no,
    'hold-again': no,
    'payment-failed': no,
    captured: 'refund',
  },
  expired: {
    held: no,
    short: no,
    expire: no,
    cancel: no,
    'begin-capture': no,
    'hold-again': { to: 'reserving', newHold: true },
    'payment-failed': no,
    captured: { to: 'retaking', newHold: true },
  },
  cancelled: {
    held: no,
    short: no,
    expire: no,
    cancel: no,
    'begin-capture': no,
    'hold-again': no,
    'payment-failed': no,
    captured: { to: 'retaking', newHold: true },
  },
  ordered: {
    held: no,
    short: no,
    expire: no,
    cancel: no,
    'begin-capture': no,
    'hold-again': no,
    'payment-failed': no,
    captured: 'refund',
  },
  refused: {
    held: no,
    short: no,
    expire: no,
    cancel: no,
    'begin-capture': no,
    'hold-again': no,
    'payment-failed': no,
    captured: 'refund',
  },
};

export const stepOf = (state: CheckoutState, input: CheckoutInput): Answer => TABLE[state][input];

/** States in which pieces are held for the buyer, or may be. */
export const HOLDING: readonly CheckoutState[] = ['reserving', 'frozen', 'capturing', 'retaking'];
