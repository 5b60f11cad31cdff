import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { payment } from '@shop/contracts';
import { canBecome, refundable, refundOnCancelling, waitingRefundAfter } from './order.rules.ts';
import type { Order, OrderRefund } from './order.schema.ts';

type Refundable = Pick<Order, 'payment' | 'refunds' | 'lines' | 'amounts'>;

const line = (unitAmount: number, quantity: number, customized: boolean) =>
  ({ unitAmount, quantity, customized }) as Order['lines'][number];

function order(lines: Order['lines'], refunds: Partial<OrderRefund>[] = []): Refundable {
  const subtotal = lines.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
  const gst = Math.round(subtotal * 0.03);
  const total = subtotal + gst;
  return {
    lines,
    amounts: { subtotal, gst, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0, total },
    payment: { amount: total } as Order['payment'],
    refunds: refunds as OrderRefund[],
  };
}

describe('the status of an order', () => {
  it('goes from Processing over Shipped to Delivered, and can be cancelled before it is delivered', () => {
    const all = ['Processing', 'Shipped', 'Delivered', 'Cancelled'] as const;
    const ways = all.flatMap((from) => all.filter((to) => canBecome(from, to)).map((to) => `${from} → ${to}`));
    expect(ways).toEqual([
      'Processing → Shipped',
      'Processing → Cancelled',
      'Shipped → Delivered',
      'Shipped → Cancelled',
    ]);
  });
});

describe('the refund of a cancelled order', () => {
  it('is the whole payment within 24 hours', () => {
    expect(refundOnCancelling(order([line(1_000_00, 1, true)]), { late: false }).now).toBe(1_030_00);
  });

  it('keeps 30 % of the customised lines with their GST after that, and of no other', () => {
    const both = order([line(1_000_00, 1, true), line(500_00, 2, false)]);
    expect(refundOnCancelling(both, { late: true })).toEqual({ now: 2_060_00 - 309_00, waiting: 0, keep: 309_00 });
    expect(refundOnCancelling(order([line(500_00, 2, false)]), { late: true }).now).toBe(1_030_00);
  });

  it('never passes what is left of the payment, whatever was paid back before', () => {
    const lines = fc.array(fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 9 }), fc.boolean()), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(lines, fc.nat(1_000), fc.boolean(), (some, part, late) => {
        const whole = order(some.map((one) => line(...one)));
        const before = Math.floor((whole.payment.amount * part) / 1_000);
        const after = { ...whole, refunds: [{ amount: before, state: 'completed' } as OrderRefund] };
        const { now: refund } = refundOnCancelling(after, { late });
        expect(refund).toBeGreaterThanOrEqual(0);
        expect(refund + before).toBeLessThanOrEqual(whole.payment.amount);
      }),
    );
  });

  it('waits for disputes, and in the end returns what they left, once, however they are decided', () => {
    const disputes = fc.array(
      fc.record({
        amount: fc.option(fc.integer({ min: 1, max: 300_000 })),
        status: fc.constantFrom('won' as const, 'lost' as const, 'closed' as const),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(disputes, fc.boolean(), fc.boolean(), (all, customized, late) => {
        const open = all.map(({ amount }, index) => ({ disputeId: `d${index}`, status: 'open' as const, amount }));
        const disputed = { ...order([line(1_000_00, 2, customized)]), disputes: open as Order['disputes'] };
        const { now, waiting, keep } = refundOnCancelling(disputed, { late });
        const requested = [now];
        const current = { ...disputed, waitingRefund: { amount: waiting, keep } };
        for (const [index, { status }] of all.entries()) {
          const decided = current.disputes!.with(index, { ...current.disputes![index]!, status });
          const after = waitingRefundAfter(current, decided);
          requested.push(after.now);
          current.disputes = decided;
          current.waitingRefund.amount = after.waiting;
        }
        const refunded = requested.reduce((sum, amount) => sum + amount, 0);
        const { lost } = payment.withheldByDisputes(disputed.payment.amount, current.disputes);
        const left = Math.max(0, disputed.payment.amount - lost - keep);
        expect(current.waitingRefund.amount).toBe(0);
        expect(refunded).toBeLessThanOrEqual(left);
        // Several may be about the same money: then the shop does not decide by itself.
        expect(refunded === left || all.length > 1).toBe(true);
      }),
    );
  });

  it('counts a refund that failed as not paid back', () => {
    const one = order([line(100_00, 1, false)], [{ amount: 50_00, state: 'failed' }]);
    expect(refundable(one)).toBe(103_00);
  });
});
