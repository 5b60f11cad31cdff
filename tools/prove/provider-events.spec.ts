import { describe, expect, it } from '@jest/globals';
import { differences, type Outcome } from './provider-events-outcome.ts';
import { happeningSets, keyOf, ordersOf, planEvents } from './provider-events-plan.ts';

describe('the plan of provider-events', () => {
  it('has every order of every set of one to six happenings, once at each provider', () => {
    const sets = happeningSets();
    expect(sets).toHaveLength(31 + 64);
    const orders = sets.flatMap(ordersOf);
    expect(new Set(orders.map(String)).size).toBe(orders.length);
    expect(orders).toHaveLength(325 + 2 * 1_631);
    const plan = planEvents({ seed: 1, sample: undefined });
    expect(plan.filter(({ isNatural }) => !isNatural)).toHaveLength(2 * orders.length);
    expect(plan.filter(({ isNatural }) => isNatural)).toHaveLength(2 * sets.length);
  });

  it('tells nothing that did not happen, and lets nothing happen before its cause', () => {
    for (const { happenings, told } of planEvents({ seed: 1, sample: undefined })) {
      expect(happenings).toEqual(expect.arrayContaining(told));
      const first = happenings.find((one) => one !== 'failed');
      expect(['captured', undefined]).toContain(first);
    }
  });

  it('is the same for the same seed, and a sample has the natural order of each of its sets', () => {
    const sample = planEvents({ seed: 7, sample: 20 });
    expect(sample).toEqual(planEvents({ seed: 7, sample: 20 }));
    const baselines = sample.filter(({ isNatural }) => isNatural).map(keyOf);
    expect(new Set(baselines).size).toBe(baselines.length);
    for (const history of sample) expect(baselines).toContain(keyOf(history));
  });
});

describe('the outcome of a history', () => {
  const outcome: Outcome = {
    order: { status: 'Cancelled', refunds: ['300 completed'], disputes: [], waiting: 0 },
    attempts: ['captured, 300 refunded'],
    refunds: ['300 completed'],
    documents: ['invoice 900', 'credit-note 300'],
    mails: ['order-created sent'],
    events: { 'payment.captured.v1': 1 },
    atProvider: ['900 captured, 300 refunded'],
  };

  it('is compared part by part', () => {
    expect(differences(outcome, structuredClone(outcome))).toEqual([]);
    const other = { ...outcome, mails: ['order-created sent', 'order-created sent'] };
    expect(differences(outcome, other)).toEqual([
      'mails: ["order-created sent","order-created sent"] instead of ["order-created sent"]',
    ]);
  });
});
