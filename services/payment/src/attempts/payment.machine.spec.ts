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

/** Plays inputs on one attempt: where it ends, what was told, and whether a checkout in `capturing` was left waiting. */
function play(inputs: readonly PaymentInput[]) {
  let state: PaymentState = 'creating';
  // Cart-order's side: it waits from the moment it is asked until it is told.
  let waiting = false;
  const told: string[] = [];
  for (const input of inputs) {
    const step = stepOf(state, input);
    if (step === 'no') continue;
    state = step.to;
    if (state === 'capturing') waiting = true;
    if (step.tell) {
      told.push(step.tell);
      waiting = false;
    }
  }
  return { state, told, waiting };
}

describe('the life of a payment attempt, whatever happens in whatever order', () => {
  it('tells of the money exactly when it is there, once', () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        const { state, told } = play(inputs);
        expect(told.filter((name) => name === 'payment.captured')).toHaveLength(state === 'captured' ? 1 : 0);
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
      told: ['payment.failed', 'payment.captured'],
    });
  });

  it('lets a buyer whose card was declined try another one', () => {
    expect(play(['ordered', 'capture', 'not-captured', 'capture', 'captured'])).toMatchObject({
      state: 'captured',
      told: ['payment.failed', 'payment.captured'],
    });
  });
});
