import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountOfParts, arePartsLeft, payment, shareOf } from '@shop/contracts';
import {
  canBecome,
  canTakeBack,
  choicesOf,
  MESSAGES,
  refundable,
  refundCodeOf,
  refundedAmount,
  refundOnCancelling,
  type RefundResult,
  waitingRefundAfter,
  withRefundResult,
} from './order.rules.ts';
import type { Order, OrderRefund } from './order.schema.ts';
import { paidPartsOf, partsRefunded } from './refund-parts.ts';

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

/** Pieces of one line. */
const pieces = (place: number, count: number) => ({ lines: [{ place, pieces: count }], charges: [] });
const madeAt = (index: number, refund: Partial<OrderRefund>): Partial<OrderRefund> => ({
  ...{ state: 'completed', requestedAt: new Date(index * 1_000) },
  ...refund,
});

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

  it('can be taken back until its time is over, unless it was changed again', () => {
    const until = new Date('2026-11-28T10:10:00Z');
    const takeBack = { from: 'Shipped', until } as Order['takeBack'] & {};
    const canBeAt = (status: Order['status'], ms: number) => canTakeBack({ status, takeBack }, until.getTime() + ms);
    expect(canBeAt('Shipped', -1)).toBe(true);
    expect(canBeAt('Shipped', 0)).toBe(false);
    expect(canBeAt('Delivered', -1)).toBe(false);
    expect(canTakeBack({ status: 'Shipped' }, 0)).toBe(false);
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

  it.each<[what: string, kept: number, refunds: Partial<OrderRefund>[]]>([
    ['nothing of a customised piece that was paid back', 309_00, [{ amount: 1_030_00, of: pieces(0, 1) }]],
    ['nothing at all where all of them were', 0, [{ amount: 2_060_00, of: pieces(0, 2) }]],
    ['nothing of what was paid back of a piece', 618_00 - 90_00, [{ amount: 300_00, of: pieces(0, 1) }]],
    ['as much as before where another piece was paid back', 618_00, [{ amount: 515_00, of: pieces(1, 1) }]],
    [
      'less by the share that a refund of several pieces has for a customised one',
      618_00 - 206_00 * 0.3,
      [{ amount: 309_00, of: { lines: [...pieces(0, 1).lines, ...pieces(1, 1).lines], charges: [] } }],
    ],
    ['less by the share of an amount', 618_00 * 0.75, [{ amount: 772_50 }]],
    ['as much as before where a refund failed', 618_00, [{ amount: 1_030_00, of: pieces(0, 1), state: 'failed' }]],
    ['no more than is left', 15_00, [{ amount: 2_000_00 }, { amount: 515_00, of: pieces(1, 1) }, { amount: 525_00 }]],
  ])('keeps %s', (_, kept, refunds) => {
    const lines = [line(1_000_00, 2, true), line(500_00, 2, false)];
    const one = order(
      lines,
      refunds.map((refund, index) => madeAt(index, refund)),
    );
    const { now, keep } = refundOnCancelling(one, { late: true });
    expect(keep).toBe(kept);
    expect(now).toBe(refundable(one) - kept);
  });

  it('keeps at most 30 % of the customised lines that was not paid back, and all that was paid is paid back or kept', () => {
    const lines = fc.array(fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 4 }), fc.boolean()), {
      minLength: 1,
      maxLength: 4,
    });
    const asked = fc.record({
      place: fc.nat(3),
      pieces: fc.integer({ min: 1, max: 4 }),
      share: fc.integer({ min: 1, max: 100 }),
      isOfPieces: fc.boolean(),
      state: fc.constantFrom('requested' as const, 'completed' as const, 'failed' as const),
    });
    fc.assert(
      fc.property(lines, fc.array(asked, { maxLength: 6 }), (some, wanted) => {
        const whole = order(some.map((one) => line(...one)));
        const paid = paidPartsOf(whole);
        const refunds: OrderRefund[] = [];
        for (const { place, pieces: count, share, isOfPieces, state } of wanted) {
          const of = isOfPieces ? pieces(place, count) : undefined;
          const earlier = partsRefunded(refunds);
          if (of && !arePartsLeft(paid, of, earlier)) continue;
          const most = refundable({ ...whole, refunds });
          const worth = of ? Math.min(most, amountOfParts(paid, of, earlier)) : most;
          const amount = Math.floor((worth * share) / 100);
          if (amount > 0) refunds.push(madeAt(refunds.length, { amount, state, ...(of && { of }) }) as OrderRefund);
        }
        const { now, waiting, keep } = refundOnCancelling({ ...whole, refunds }, { late: true });
        const paidBack = refunds.reduce((sum, { amount, state }) => sum + (state === 'failed' ? 0 : amount), 0);
        expect(waiting).toBe(0);
        expect(now).toBeGreaterThanOrEqual(0);
        expect(paidBack + now + keep).toBe(whole.payment.amount);
        const ofCustomised = paid.lines.filter((_, place) => whole.lines[place]!.customized);
        const customised = ofCustomised.reduce((sum, { amount }) => sum + amount, 0);
        const back = refunds.reduce((sum, { amount, state, of }) => {
          const isOne = of?.lines.some(({ place }) => whole.lines[place]!.customized);
          return sum + (isOne && state !== 'failed' ? amount : 0);
        }, 0);
        expect(keep).toBeLessThanOrEqual(shareOf(Math.max(0, customised - back), 0.3));
        expect(keep).toBeLessThanOrEqual(shareOf(whole.payment.amount - paidBack, 0.3));
      }),
    );
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

describe('an order', () => {
  it('tells its buyer in words what it is doing', () => {
    expect(MESSAGES).toEqual({
      Processing: 'We have your order and are preparing it',
      Shipped: 'Your order is on its way',
      Delivered: 'Your order was delivered',
      Cancelled: 'Your order was cancelled',
    });
  });

  it('shows what was chosen without prices, and made to order by the choices alone', () => {
    const chosen = {
      costomization: 'yes',
      metalTone: 'Rose Gold',
      metalPurity: { value: '18K', price: 5300 },
    } as const;
    expect(choicesOf(chosen)).toEqual({ metalTone: 'Rose Gold', metalPurity: '18K' });
  });

  it('has paid back what was paid out, not what was asked for or failed', () => {
    const refunds = [
      { amount: 1, state: 'requested' },
      { amount: 20, state: 'completed' },
      { amount: 300, state: 'failed' },
      { amount: 4_000, state: 'completed' },
    ] as OrderRefund[];
    expect(refundedAmount({ refunds })).toBe(4_020);
  });

  it('can pay back what is left of its payment after refunds and disputes, and never less than nothing', () => {
    const disputed = (lost: number, open: number) => ({
      payment: { amount: 1_000 } as Order['payment'],
      refunds: [{ amount: 100, state: 'requested' }] as OrderRefund[],
      disputes: [
        { disputeId: 'd1', status: 'lost', amount: lost },
        { disputeId: 'd2', status: 'open', amount: open },
      ] as Order['disputes'],
    });
    expect([refundable(disputed(300, 50)), refundable(disputed(900, 100))]).toEqual([550, 0]);
  });

  it('calls a refund by its code, and by none where it is older than the codes', () => {
    expect([refundCodeOf('goodwill'), refundCodeOf('We are sorry'), refundCodeOf('toString')]).toEqual([
      'goodwill',
      'other',
      'other',
    ]);
  });
});

describe('the refund of an order that is cancelled with disputes', () => {
  const disputed = (...disputes: [status: 'open' | 'lost' | 'won', amount: number][]) =>
    disputes.map(([status, amount], index) => ({ disputeId: `d${index}`, status, amount })) as Order['disputes'];

  it('is what they did not take: the rest at once, what is open later', () => {
    const one = { ...order([line(1_000_00, 1, false)]), disputes: disputed(['lost', 300_00], ['open', 200_00]) };
    expect(refundOnCancelling(one, { late: false })).toEqual({ now: 530_00, waiting: 200_00, keep: 0 });
  });

  it('that waits loses only what is lost from then on', () => {
    const before = {
      payment: { amount: 1_030_00 } as Order['payment'],
      disputes: disputed(['lost', 300_00], ['open', 200_00]),
      waitingRefund: { amount: 200_00, keep: 0 },
    };
    expect(waitingRefundAfter(before, disputed(['lost', 300_00], ['won', 200_00]))).toEqual({
      now: 200_00,
      waiting: 0,
    });
    expect(waitingRefundAfter(before, disputed(['lost', 300_00], ['lost', 150_00]))).toEqual({
      now: 50_00,
      waiting: 0,
    });
    expect(waitingRefundAfter(before, disputed(['lost', 300_00], ['open', 50_00]))).toEqual({
      now: 150_00,
      waiting: 50_00,
    });
  });

  it('is none where none waits', () => {
    const before = { payment: { amount: 1_000 } as Order['payment'], disputes: disputed(['open', 200]) };
    expect(waitingRefundAfter(before, disputed(['won', 200]))).toEqual({ now: 0, waiting: 0 });
  });
});

describe('what a provider says about a refund', () => {
  const at = new Date('2026-04-01T10:00:00Z');
  const result = (changes: Partial<RefundResult> = {}): RefundResult => ({
    ...{ refundId: 'r1', state: 'completed', amount: 500, at, version: 2, isVoid: false },
    ...changes,
  });
  const requested: OrderRefund = {
    ...{ refundId: 'r1', amount: 500, state: 'requested', reason: 'goodwill', requestedAt: new Date(0) },
    causedBy: { who: 'staff' },
  };
  const other: OrderRefund = { ...requested, refundId: 'r0', reason: 'late' };

  it('settles the one that was requested, and leaves the others', () => {
    expect(withRefundResult([other, requested], result())).toEqual([
      other,
      { ...requested, state: 'completed', version: 2, settledAt: at },
    ]);
    expect(withRefundResult([requested, other], result({ state: 'failed', amount: 400 }))).toEqual([
      other,
      { ...requested, state: 'failed', amount: 400, version: 2, settledAt: at },
    ]);
  });

  it('of one that nobody requested here is a refund in its dashboard', () => {
    expect(withRefundResult([other], result())).toEqual([
      other,
      {
        ...{ refundId: 'r1', reason: 'provider', causedBy: { who: 'provider' }, requestedAt: at },
        ...{ amount: 500, state: 'completed', version: 2, settledAt: at },
      },
    ]);
  });

  it('changes nothing where it is late or a duplicate', () => {
    const [settled] = withRefundResult([requested], result());
    const known = [settled!, other];
    for (const version of [1, 2]) expect(withRefundResult(known, result({ state: 'failed', version }))).toBe(known);
    expect(withRefundResult(known, result({ state: 'failed', version: 3 }))).toMatchObject([
      other,
      { refundId: 'r1', state: 'failed', version: 3 },
    ]);
  });

  it('takes a refund away where the money was back already', () => {
    expect(withRefundResult([requested, other], result({ isVoid: true }))).toEqual([other]);
  });
});
