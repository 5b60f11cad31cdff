import { describe, expect, it } from '@jest/globals';
import type { CapturedPayment, Checkout } from '../checkouts/checkout.schema.ts';
import type { RefundResult } from '../orders/order.rules.ts';
import type { Order, OrderRefund } from '../orders/order.schema.ts';
import { refundIdOf } from '../orders/refund-id.ts';
import {
  type Captured,
  providerBefore,
  recordOfCapture,
  recordOfOrder,
  recordsOfCheckout,
  withRequest,
  withResult,
  wordsOf,
} from './capture-record.rules.ts';

const checkoutId = '0123456789abcdef01234567';
const hours = (count: number) => new Date(Date.UTC(2026, 3, 1) + count * 3_600_000);
const payment: CapturedPayment = {
  ...{ paymentId: 'p1', provider: 'razorpay', providerPaymentId: 'pay_ABC', amount: 5_000, capturedAt: hours(0) },
};
const captured: Captured = { ...payment, checkoutId, userId: 'u1', currency: 'INR' };
const words = ['pay_abc', checkoutId, '234567', 'u1'];

describe('a captured payment', () => {
  it("is found by the provider's id, by its checkout as it is shown, and by its account", () => {
    expect(wordsOf({ checkoutId, userId: 'u1', payment })).toEqual(words);
    expect(wordsOf({ checkoutId, userId: 'u1' })).toEqual(words.slice(1));
  });

  it('that is no order keeps what was known of its refunds', () => {
    const record = { _id: 'p1', userId: 'u1', checkoutId, payment, orderId: null, currency: 'INR', words };
    expect(recordOfCapture(captured, null)).toEqual({ ...record, refunds: [] });
    const refunds = [{ refundId: 'r1' }] as never;
    expect(recordOfCapture(captured, { refunds })).toEqual({ ...record, refunds });
  });

  it('from before there were more providers was made at the first one of its currency', () => {
    expect([providerBefore('INR'), providerBefore('USD')]).toEqual(['razorpay', 'paypal']);
  });
});

describe('a captured payment of an order', () => {
  const refund: OrderRefund = {
    ...{ refundId: 'r1', amount: 500, state: 'requested', reason: 'goodwill', requestedAt: hours(1) },
  };
  const cancelled = { ...refund, reason: 'order-cancelled' };
  const message = 'Your order was cancelled';
  const recordOf = (one: OrderRefund, changes: Partial<Order> = {}) =>
    recordOfOrder({
      ...{ _id: checkoutId, userId: 'u1', currency: 'INR', payment, refunds: [one], createdAt: hours(0) },
      ...{ statusMessage: message, ...changes },
    } as Order);
  const causeOf = (one: OrderRefund, changes: Partial<Order> = {}) => recordOf(one, changes).refunds[0]!.causedBy.who;

  it('has the refunds of the order, each with its code', () => {
    expect(recordOf({ ...refund, causedBy: { who: 'staff', userId: 's1' }, note: 'private' })).toEqual({
      ...{ _id: 'p1', userId: 'u1', checkoutId, orderId: checkoutId, payment, currency: 'INR', words },
      refunds: [{ ...refund, causedBy: { who: 'staff', userId: 's1' } }],
    });
    expect(recordOf({ ...refund, reason: 'We are sorry' }).refunds[0]!.reason).toBe('other');
  });

  it('says when a refund was settled: by the last report, or by its credit note where that is older', () => {
    const creditNote = { number: 'CN/26-27/000001', issuedAt: hours(3) };
    const settled = recordOf({ ...refund, state: 'completed', settledAt: hours(2), creditNote, version: 0 });
    expect(settled.refunds[0]).toMatchObject({ settledAt: hours(2), version: 0 });
    expect(recordOf({ ...refund, state: 'completed', creditNote }).refunds[0]!.settledAt).toEqual(hours(3));
    expect(recordOf(refund).refunds[0]).not.toHaveProperty('settledAt');
    expect(recordOf(refund).refunds[0]).not.toHaveProperty('version');
  });

  it('supposes who caused an old refund: the provider in its dashboard, staff by any reason of the shop', () => {
    expect(causeOf({ ...refund, reason: 'provider' })).toBe('provider');
    expect(causeOf(refund)).toBe('staff');
  });

  it('supposes that a buyer cancelled in time and in the words of the shop, and that staff did else', () => {
    expect(causeOf(cancelled)).toBe('buyer');
    expect(causeOf(cancelled, { cancelledAt: hours(24) })).toBe('buyer');
    expect(causeOf(cancelled, { cancelledAt: hours(24.1) })).toBe('staff');
    expect(causeOf(cancelled, { cancelledAt: hours(2), shippedAt: hours(1) })).toBe('staff');
    expect(causeOf(cancelled, { statusMessage: 'Sold out' })).toBe('staff');
  });
});

describe('the refund of a payment that is no order', () => {
  const requested = { refundId: 'r1', reason: 'sold-out', requestedAt: hours(1), amount: 5_000 } as const;
  const at = hours(2);
  const result: RefundResult = { refundId: 'r1', state: 'completed', amount: 5_000, at, version: 1, isVoid: false };
  const unrefunded = () => recordOfCapture(captured, null);
  const other = { ...requested, refundId: 'r0', state: 'requested', causedBy: { who: 'shop' } } as const;

  it('is requested by the shop, once', () => {
    const record = unrefunded();
    const once = withRequest({ ...record, refunds: [other] }, requested);
    expect(once).toEqual({
      ...record,
      refunds: [other, { ...requested, state: 'requested', causedBy: { who: 'shop' } }],
    });
    expect(withRequest(once, { ...requested, requestedAt: hours(5) })).toBe(once);
  });

  it('is the same whether its result or its request is heard first', () => {
    const record = unrefunded();
    const inOrder = withResult(withRequest(record, requested), result);
    expect(inOrder.refunds).toEqual([
      { ...requested, state: 'completed', causedBy: { who: 'shop' }, version: 1, settledAt: at },
    ]);
    expect(withRequest(withResult(record, result), requested)).toEqual(inOrder);
    const among = withResult({ ...record, refunds: [other] }, result);
    expect(withRequest(among, requested).refunds).toEqual([other, ...inOrder.refunds]);
  });
});

describe('the payments of a checkout that became no order', () => {
  const checkout = (changes: Partial<Checkout>) =>
    ({
      ...{ _id: checkoutId, userId: 'u1', currency: 'USD', createdAt: hours(-1), amounts: { total: 7_000 } },
      ...{ state: 'ordered', ...changes },
    }) as Checkout;
  const refundOf = (reason: string, refundId: string, paid: CapturedPayment) => ({
    ...{ refundId, amount: paid.amount, reason, requestedAt: paid.capturedAt, state: 'completed' },
    causedBy: { who: 'shop' },
  });
  const recordOf = (paid: CapturedPayment, reason: string, id: string) => ({
    ...{ _id: paid.paymentId, userId: 'u1', checkoutId, orderId: null, currency: 'USD', payment: paid },
    refunds: [refundOf(reason, id, paid)],
    words: [paid.providerPaymentId.toLowerCase(), ...words.slice(1)],
  });

  it('are the one that came after its pieces were sold', () => {
    expect(recordsOfCheckout(checkout({ state: 'refused', payment }))).toEqual([
      recordOf(payment, 'sold-out', refundIdOf('refused', 'p1')),
    ]);
    expect(recordsOfCheckout(checkout({ state: 'refused' }))).toEqual([]);
    expect(recordsOfCheckout(checkout({ payment }))).toEqual([]);
  });

  it('are those that were paid a second time: our id and the id of the provider', () => {
    const second = {
      ...payment,
      paymentId: 'p2',
      provider: 'paypal',
      providerPaymentId: 'CAP2',
      amount: 7_000,
    } as const;
    expect(recordsOfCheckout(checkout({ payment, paidTwice: ['p2', 'CAP2'] }))).toEqual([
      recordOf(second, 'paid-twice', refundIdOf('paid-twice', 'p2')),
    ]);
    const third = { ...second, paymentId: 'p3', providerPaymentId: 'CAP3' };
    expect(recordsOfCheckout(checkout({ payment, paidTwice: ['p2', 'CAP2', 'p3', 'CAP3'] }))).toEqual([
      recordOf(second, 'paid-twice', refundIdOf('paid-twice', 'p2')),
      recordOf(third, 'paid-twice', refundIdOf('paid-twice', 'p3')),
    ]);
    const [unpaid] = recordsOfCheckout(checkout({ paidTwice: ['p2', 'CAP2'] }));
    expect(unpaid!.payment!.capturedAt).toEqual(hours(-1));
  });

  it('are told of once more where the checkout knows them, and not where it lacks the id of the provider', () => {
    const refundId = refundIdOf('paid-twice', 'p1');
    expect(recordsOfCheckout(checkout({ payment, paidTwice: ['p1', 'pay_ABC'] }))).toEqual([
      recordOf(payment, 'paid-twice', refundId),
    ]);
    expect(recordsOfCheckout(checkout({ payment, paidTwice: ['p2'] }))).toEqual([]);
  });
});
