import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type PaymentInput, type PaymentState, stepOf } from './payment.machine.ts';

const INPUTS: PaymentInput[] = [
  'ordered',
  'not-ordered',
  'capture',
  'captured',
  'pending',
  'not-captured',
  'denied',
  'ended',
];
const histories = fc.array(fc.constantFrom(...INPUTS), { maxLength: 25 });

/** Applies inputs to one attempt. Returns the final state, the published events, and whether cart-order still waits. */
function play(inputs: readonly PaymentInput[]) {
  let state: PaymentState = 'creating';
  // Cart-order waits from the start of a capture until an event.
  let waiting = false;
  const published: string[] = [];
  for (const input of inputs) {
    const step = stepOf(state, input);
    if (step === 'no') continue;
    state = step.to;
    if (state === 'capturing') waiting = true;
    if (step.event) {
      published.push(step.event);
      waiting = false;
    }
  }
  return { state, published, waiting };
}

describe('the life of a payment attempt, whatever happens in whatever order', () => {
  it('tells of the money exactly when it is there, once', () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        const { state, published } = play(inputs);
        expect(published.filter((name) => name === 'payment.captured')).toHaveLength(state === 'captured' ? 1 : 0);
      }),
    );
  });

  it('takes the money in whatever it was before', () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        expect(play([...inputs, 'captured']).state).toBe('captured');
      }),
    );
  });

  it('never leaves captured', () => {
    fc.assert(
      fc.property(histories, histories, (before, after) => {
        expect(play([...before, 'captured', ...after])).toEqual(play([...before, 'captured']));
      }),
    );
  });

  it('leaves no checkout waiting: one that was asked is told, unless the outcome is still unknown', () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        const { state, waiting } = play(inputs);
        expect(!waiting || ['capturing', 'pending'].includes(state)).toBe(true);
      }),
    );
  });

  it('lets a bank authorise late: failed, captured', () => {
    expect(play(['ordered', 'ended', 'capture', 'captured'])).toMatchObject({
      state: 'captured',
      published: ['payment.failed', 'payment.captured'],
    });
  });

  it('lets a buyer whose card was declined try another one', () => {
    expect(play(['ordered', 'capture', 'not-captured', 'capture', 'captured'])).toMatchObject({
      state: 'captured',
      published: ['payment.failed', 'payment.captured'],
    });
  });

  it('waits for money that the provider has captured and does not have yet, from wherever it was', () => {
    for (const before of [[], ['ordered'], ['ordered', 'capture'], ['ordered', 'ended']] as PaymentInput[][]) {
      expect(play([...before, 'pending']).state).toBe('pending');
    }
    expect(play(['ordered', 'capture', 'pending', 'ended']).state).toBe('pending');
    expect(play(['ordered', 'capture', 'pending', 'denied'])).toMatchObject({
      state: 'failed',
      published: ['payment.failed'],
    });
  });
});
