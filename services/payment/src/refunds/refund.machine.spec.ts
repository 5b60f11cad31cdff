import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type RefundInput, type RefundState, refundStepOf } from './refund.machine.ts';

const histories = fc.array(fc.constantFrom<RefundInput[]>('pending', 'completed', 'failed'), { maxLength: 12 });

function play(inputs: readonly RefundInput[]): RefundState {
  return inputs.reduce<RefundState>((state, input) => {
    const next = refundStepOf(state, input);
    return next === 'no' ? state : next;
  }, 'requested');
}

describe('a refund', () => {
  it('is what the provider said last, where reports come in order', () => {
    expect([play([]), play(['pending']), play(['completed']), play(['failed'])]).toEqual([
      'requested',
      'pending',
      'completed',
      'failed',
    ]);
    expect([play(['pending', 'completed']), play(['pending', 'failed'])]).toEqual(['completed', 'failed']);
  });

  it('may fail days after it was paid out', () => {
    expect(refundStepOf('completed', 'failed')).toBe('failed');
  });

  it('is changed by no report that is late or a duplicate', () => {
    for (const [state, input] of [
      ['pending', 'pending'],
      ['completed', 'pending'],
      ['completed', 'completed'],
    ] as const) {
      expect(refundStepOf(state, input)).toBe('no');
    }
  });

  it('stays failed, whatever is told: a retry is another refund', () => {
    for (const input of ['pending', 'completed', 'failed'] as const) expect(refundStepOf('failed', input)).toBe('no');
    fc.assert(
      fc.property(histories, histories, (before, after) => {
        expect(play([...before, 'failed', ...after])).toBe('failed');
      }),
    );
  });
});
