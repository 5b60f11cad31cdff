import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CheckoutInput, type CheckoutState, ENDED, HOLDING, RELEASED, stepOf } from './checkout.machine.ts';

const INPUTS: CheckoutInput[] = [
  'held',
  'short',
  'expire',
  'cancel',
  'begin-capture',
  'hold-again',
  'payment-failed',
  'captured',
  'captured-behind',
  'close',
];

/** Applies inputs to one checkout: its final state, and how many holds, releases, orders and refunds it caused. */
function play(inputs: readonly CheckoutInput[]) {
  let state: CheckoutState = 'reserving';
  const counts = { holds: 1, releases: 0, captured: 0, orders: 0, refunds: 0 };
  for (const input of inputs) {
    const step = stepOf(state, input);
    if (input === 'captured' || input === 'captured-behind') counts.captured += 1;
    if (step === 'refund') counts.refunds += 1;
    if (step === 'no' || step === 'refund') continue;
    if (step.newHold) counts.holds += 1;
    if (step.release) counts.releases += 1;
    if (step.to === 'ordered') counts.orders += 1;
    if (step.to === 'refused' || step.refund) counts.refunds += 1;
    state = step.to;
  }
  return { state, ...counts };
}

const histories = fc.array(fc.constantFrom(...INPUTS), { maxLength: 20 });

describe('the life of a checkout, whatever happens in whatever order', () => {
  it('has a place for every captured payment: one order, or the money goes back', () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        const { state, captured, orders, refunds } = play(inputs);
        const stillDeciding = state === 'retaking' ? 1 : 0;
        expect(orders).toBeLessThanOrEqual(1);
        expect(orders + refunds + stillDeciding).toBe(captured);
      }),
    );
  });

  it('leaves no hold without an owner: every one but the last is given back, and the last too unless it is needed', () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        const { state, holds, releases } = play(inputs);
        const needed = HOLDING.includes(state) || state === 'ordered' ? 1 : 0;
        expect(holds - releases).toBe(needed);
      }),
    );
  });

  it('is closed by the order of a competing one from every state but its own order and refusal', () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        const { state } = play([...inputs, 'close']);
        expect(['ordered', 'refused', 'closed']).toContain(state);
      }),
    );
  });

  it('never leaves an order, a refusal, nor being closed', () => {
    fc.assert(
      fc.property(histories, histories, (before, after) => {
        const { state } = play(before);
        fc.pre(state === 'ordered' || state === 'refused' || state === 'closed');
        expect(play([...before, ...after]).state).toBe(state);
      }),
    );
  });
});

describe('a checkout', () => {
  it('that is frozen gives its pieces back when it is over, and is paid as soon as it is captured', () => {
    expect(stepOf('frozen', 'cancel')).toEqual({ to: 'cancelled', release: true });
    expect(stepOf('frozen', 'expire')).toEqual({ to: 'expired', release: true });
    expect(stepOf('frozen', 'begin-capture')).toEqual({ to: 'capturing' });
    expect(stepOf('frozen', 'captured')).toEqual({ to: 'ordered' });
    expect(stepOf('frozen', 'captured-behind')).toEqual({ to: 'retaking' });
  });

  it('with a capture in progress waits for its result, and for its turn behind a competing one', () => {
    expect(stepOf('capturing', 'expire')).toBe('no');
    expect(stepOf('capturing', 'cancel')).toBe('no');
    expect(stepOf('capturing', 'payment-failed')).toEqual({ to: 'frozen' });
    expect(stepOf('capturing', 'captured')).toEqual({ to: 'ordered' });
    expect(stepOf('capturing', 'captured-behind')).toEqual({ to: 'retaking' });
  });

  it('has pieces until it ends, can get them back once they are released, and is over in every other state', () => {
    expect(HOLDING).toEqual(['reserving', 'frozen', 'capturing', 'retaking']);
    expect(RELEASED).toEqual(['expired', 'cancelled']);
    expect(ENDED).toEqual(['expired', 'cancelled', 'ordered', 'refused', 'closed']);
  });
});
