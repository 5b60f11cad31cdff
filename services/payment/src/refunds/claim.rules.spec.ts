import { describe, expect, it } from '@jest/globals';
import type { payment } from '@shop/contracts';
import { claimOf } from './claim.rules.ts';

type Asked = Parameters<typeof claimOf>;

const dispute = (status: payment.KnownDispute['status'], amount: number): payment.KnownDispute => ({
  ...{ disputeId: `${status}/${amount}`, status, amount },
});
const paid = (changes: Partial<Asked[1]> = {}): Asked[1] => ({
  amount: 1_000,
  currency: 'INR',
  refunded: 0,
  ...changes,
});
const claim = (amount: number, refund: Partial<Asked[0]>, changes?: Partial<Asked[1]>) =>
  claimOf({ amount, currency: 'INR', reason: 'order-cancelled', ...refund }, paid(changes));

describe('a refund', () => {
  it.each([
    ['its amount, where that is left', 400, {}, { refunded: 600 }, 400],
    ['the rest, where less is left', 700, {}, { refunded: 600 }, 400],
    ['what a lost dispute left', 1_000, {}, { refunded: 100, disputes: [dispute('lost', 300)] }, 600],
    ['nothing of what the shop keeps', 1_000, { keep: 300 }, { refunded: 200 }, 500],
    ['its amount, where the shop keeps less than the rest', 400, { keep: 300 }, { refunded: 200 }, 400],
    ['the last paisa', 5, {}, { refunded: 999 }, 1],
  ])('takes %s', (_, amount, refund, attempt, expected) => {
    expect(claim(amount, refund, attempt)).toBe(expected);
  });

  it.each([
    ['everything went back', {}, { refunded: 1_000 }],
    ['more than everything went back', {}, { refunded: 700, disputes: [dispute('lost', 800)] }],
    ['the shop keeps the rest', { keep: 300 }, { refunded: 700 }],
    ['an open dispute may take what is gone already', {}, { refunded: 1_000, disputes: [dispute('open', 400)] }],
  ])('takes nothing where %s', (_, refund, attempt) => {
    expect(claim(1_000, refund, attempt)).toBe('nothing-left');
  });

  it('waits while an open dispute may take a part of it', () => {
    const disputes = [dispute('open', 400)];
    expect(claim(600, {}, { disputes })).toBe(600);
    expect(claim(601, {}, { disputes })).toBe('wait');
    expect(claim(601, { reason: 'staff' }, { disputes })).toBe('wait');
    expect(claim(601, {}, { disputes: [dispute('won', 400)] })).toBe(601);
  });

  it('by staff takes the amount that they chose, or nothing', () => {
    expect(claim(400, { reason: 'staff', keep: 900 }, { refunded: 600 })).toBe(400);
    expect(claim(401, { reason: 'staff' }, { refunded: 600 })).toBe('too-much');
  });

  it('in another currency than that of the payment is none', () => {
    for (const reason of ['staff', 'order-cancelled']) {
      expect(claim(400, { reason, currency: 'USD' })).toBe('too-much');
    }
  });
});
