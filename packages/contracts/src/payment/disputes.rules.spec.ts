import { describe, expect, it } from '@jest/globals';
import { type KnownDispute, withDispute, withheldByDisputes } from './disputes.rules.ts';

const dispute = (status: KnownDispute['status'], amount: number | null = 500, disputeId = 'd1'): KnownDispute => ({
  disputeId,
  status,
  amount,
});

describe('what disputes withhold', () => {
  it.each([
    ['nothing without one', [], { lost: 0, open: 0 }],
    ['nothing where none was ever told', undefined, { lost: 0, open: 0 }],
    ['an open one until it is decided', [dispute('open')], { lost: 0, open: 500 }],
    ['one under review too', [dispute('under-review')], { lost: 0, open: 500 }],
    ['a lost one for good', [dispute('lost')], { lost: 500, open: 0 }],
    ['nothing after one that was won or closed', [dispute('won'), dispute('closed', 500, 'd2')], { lost: 0, open: 0 }],
    ['the whole payment where the amount is unknown', [dispute('open', null)], { lost: 0, open: 2_000 }],
    [
      'no more than was captured',
      [dispute('lost', 1_500), dispute('open', null, 'd2'), dispute('open', 900, 'd3')],
      { lost: 1_500, open: 500 },
    ],
  ])('is %s', (_, disputes, expected) => {
    expect(withheldByDisputes(2_000, disputes)).toEqual(expected);
  });
});

describe('the disputes after a report', () => {
  it('are the same list where the report is late or a duplicate', () => {
    const known = [dispute('lost')];
    for (const status of ['open', 'under-review', 'lost'] as const) {
      expect(withDispute(known, dispute(status))).toBe(known);
    }
  });

  it('follow a provider that decides again', () => {
    expect(withDispute([dispute('won')], dispute('lost'))).toEqual([dispute('lost')]);
  });

  it('replace only the one that is reported', () => {
    const others = [dispute('won', 100, 'd0'), dispute('under-review', 200, 'd2')];
    expect(withDispute([others[0]!, dispute('open'), others[1]!], dispute('lost'))).toEqual([
      ...others,
      dispute('lost'),
    ]);
    expect(withDispute(others, dispute('open'))).toEqual([...others, dispute('open')]);
  });

  it('end the same way in whatever order the steps are told', () => {
    const steps = [dispute('open'), dispute('under-review'), dispute('won')];
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      const end = order.reduce<readonly KnownDispute[]>((known, step) => withDispute(known, steps[step]!), []);
      expect(end).toEqual([dispute('won')]);
    }
  });
});
