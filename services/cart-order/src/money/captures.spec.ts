import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, type DataOf, payment } from '@shop/contracts';
import { publishedEvents, samplesOf } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { Types } from 'mongoose';
import { CaptureRecordsRepository } from './capture-records.repository.ts';
import { orderOf, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

const HOURS = 3_600_000;

type Captured = DataOf<typeof payment.paymentCaptured>;
type Show = 'came-back' | 'on-its-way' | 'failed' | 'all';

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop({ EVENTS_RETRY_DELAYS: '50ms,100ms,200ms,1s,5s,5s' });
});
afterAll(() => shop?.close());

async function frozen() {
  const shopper = await shop.shopper();
  const productId = shop.catalog.add({ price: 1_000, stock: 5 });
  await shopper.add(productId, 2);
  return { shopper, productId, checkout: await shopper.freeze() };
}

async function ordered() {
  const one = await frozen();
  const captured = await shop.capture(one.checkout);
  return { ...one, captured, order: await orderOf(shop, one.shopper, one.checkout._id) };
}

const cancel = async ({ _id }: cartOrder.Order, { headers }: Shopper) =>
  expect((await shop.send('POST', `/order/${_id}/cancel`, undefined, headers)).status).toBe(200);

const list = async (query: Record<string, string>) => {
  const path = `/admin/captures?${new URLSearchParams(query)}`;
  const { status, body } = await shop.send<{ captures: cartOrder.Capture[]; totalCount: number }>(
    'GET',
    path,
    undefined,
    await shop.staff(),
  );
  expect(status).toBe(200);
  return body;
};

const found = async (q: string, more: { show?: Show; code?: string } = {}) =>
  (await list({ q, show: 'all', ...more })).captures;

/** The only one found by a provider's payment id, once it is as `expected`. */
const captureOf = (providerPaymentId: string, expected: (one: cartOrder.Capture) => boolean = () => true) =>
  eventually(
    async () => {
      const captures = await found(providerPaymentId);
      expect(captures.length).toBeLessThan(2);
      return captures[0] !== undefined && expected(captures[0]) && captures[0];
    },
    { what: 'the capture' },
  );

const isSettled = ({ refunds }: cartOrder.Capture) => refunds.length > 0 && refunds.every((one) => one.settledAt);

/** A payment of a checkout that does not exist. */
const aPayment = (fields: Partial<Captured> = {}): Captured => {
  const paymentId = crypto.randomUUID();
  return {
    paymentId,
    provider: 'razorpay',
    providerPaymentId: `pay_${paymentId.slice(0, 13)}`,
    checkoutId: new Types.ObjectId().toHexString(),
    userId: new Types.ObjectId().toHexString(),
    amount: 500_00,
    currency: 'INR',
    capturedAt: new Date().toISOString(),
    ...fields,
  };
};

const deliverCapture = (captured: Captured) => shop.deliverEvent(payment.paymentCaptured, captured.paymentId, captured);

describe('a capture', () => {
  it('that became an order is listed with it, and is not among the money that came back', async () => {
    const { captured, order, shopper } = await ordered();
    const capture = await captureOf(captured.providerPaymentId);
    expect(capture).toEqual({
      _id: `razorpay/${captured.providerPaymentId}`,
      provider: 'razorpay',
      providerPaymentId: captured.providerPaymentId,
      amount: 2_060,
      currency: 'INR',
      capturedAt: captured.capturedAt,
      userId: shopper.userId,
      checkoutId: order._id,
      orderId: order._id,
      refunds: [],
    });
    for (const show of ['came-back', 'on-its-way', 'failed'] as const) {
      expect(await found(captured.providerPaymentId, { show })).toEqual([]);
    }
  });

  it('is found by the provider’s id, the order and its number, the account and its e-mail address', async () => {
    const { captured, order, shopper } = await ordered();
    await ordered();
    const email = `mira.${crypto.randomUUID()}@example.com`;
    shop.service.identity.contacts.set(shopper.userId, { userId: shopper.userId, name: 'Mira', email, address: null });
    const number = order._id.slice(-6).toUpperCase();
    for (const q of [captured.providerPaymentId, order._id, `#${number}`, shopper.userId, email, email.slice(0, 20)]) {
      expect([q, (await found(q)).map(({ orderId }) => orderId)]).toEqual([q, [order._id]]);
    }
    expect(await found('.*')).toEqual([]);
  });

  it('is on one page of all, the newest first', async () => {
    await ordered();
    await ordered();
    const [first, second] = [
      await list({ show: 'all', limit: '1' }),
      await list({ show: 'all', limit: '1', page: '2' }),
    ];
    expect(first.totalCount).toBeGreaterThan(1);
    const [newer, older] = [first.captures[0]!, second.captures[0]!];
    expect(newer._id).not.toBe(older._id);
    expect(newer.capturedAt >= older.capturedAt).toBe(true);
  });
});

describe('the metrics of captures', () => {
  const samples = (metric: string) => samplesOf(shop.service.url, metric);

  it('count those of an hour by currency, whether they became an order or go back, and no extra payment', async () => {
    const capturedAt = '2031-05-01T10:30:00.000Z';
    const { checkout } = await frozen();
    await shop.capture(checkout, { capturedAt });
    await deliverCapture(aPayment({ capturedAt, amount: 700_00 }));
    const { paymentId, ...extra } = aPayment();
    const returned = {
      ...extra,
      paymentId,
      refundId: crypto.randomUUID(),
      amount: 5_00,
      reason: 'paid-again' as const,
    };
    await shop.deliverEvent(payment.paymentReturned, returned.refundId, { ...returned, at: capturedAt });
    const repository = shop.service.app.get(CaptureRecordsRepository, { strict: false });
    const from = new Date('2031-05-01T10:00:00.000Z');
    const until = new Date('2031-05-01T11:00:00.000Z');
    await eventually(async () => (await found(returned.providerPaymentId)).length === 1, { what: 'the extra payment' });
    await eventually(async () =>
      expect(await repository.booked({ from, until })).toEqual([
        { currency: 'INR', captures: 2, amount: 2_060_00 + 700_00 },
      ]),
    );
    expect(await repository.booked({ from: new Date(0), until: new Date(1) })).toEqual([]);
  });

  it('tell of a payment that is neither an order nor goes back, until it is one', async () => {
    const { shopper, checkout } = await frozen();
    await shop.send('DELETE', `/checkout/${checkout._id}`, undefined, shopper.headers);
    expect(await samples('order_captures_open')).toEqual({ '': 0 });
    shop.catalog.away = true;
    await shop.capture(checkout, { capturedAt: new Date(Date.now() - HOURS).toISOString() });
    await eventually(async () => expect(await samples('order_captures_open')).toEqual({ '': 1 }));
    expect((await samples('order_captures_oldest_seconds'))['']).toBeGreaterThanOrEqual(3_600);
    shop.catalog.away = false;
    await orderOf(shop, shopper, checkout._id);
    expect(await samples('order_captures_open')).toEqual({ '': 0 });
    expect(await samples('order_captures_oldest_seconds')).toEqual({ '': 0 });
  });
});

describe('money that goes back from an order', () => {
  it('names the buyer who cancelled, and comes back when the provider says so', async () => {
    const { captured, order, shopper } = await ordered();
    await cancel(order, shopper);
    const { refunds } = await captureOf(captured.providerPaymentId);
    expect(refunds).toMatchObject([
      { amount: 2_060, state: 'requested', code: 'order-cancelled', causedBy: { who: 'buyer' }, settledAt: null },
    ]);
    expect(await found(captured.providerPaymentId, { show: 'on-its-way' })).toHaveLength(1);
    await shop.refundResult('completed', captured, { refundId: refunds[0]!.refundId, amount: 2_060_00 });
    const back = await captureOf(captured.providerPaymentId, isSettled);
    expect(back.refunds).toMatchObject([{ state: 'completed', causedBy: { who: 'buyer' } }]);
    expect(await found(captured.providerPaymentId, { show: 'came-back', code: 'order-cancelled' })).toEqual([back]);
    expect(await found(captured.providerPaymentId, { show: 'all', code: 'order-cancelled' })).toEqual([back]);
    expect(await found(captured.providerPaymentId, { show: 'came-back', code: 'goodwill' })).toEqual([]);
    expect(await found(captured.providerPaymentId, { show: 'on-its-way' })).toEqual([]);
  });

  it('names the account of staff, with the reason that they chose, also of a part', async () => {
    const { captured, order } = await ordered();
    const staffId = new Types.ObjectId().toHexString();
    const staff = await shop.service.signIn({ userId: staffId, role: 'admin' });
    const refund = { amount: 100, code: 'goodwill', note: 'Asha phoned' };
    await shop.send('POST', `/admin/order/${order._id}/refund`, refund, {
      ...staff,
      'idempotency-key': crypto.randomUUID(),
    });
    await shop.send('PUT', `/admin/order/status/${order._id}`, { status: 'Cancelled' }, staff);
    const { refunds } = await captureOf(captured.providerPaymentId);
    const causedBy = { who: 'staff', userId: staffId };
    expect(refunds).toMatchObject([
      { amount: 100, code: 'goodwill', causedBy },
      { amount: 1_960, code: 'order-cancelled', causedBy },
    ]);
    const [first] = refunds;
    await shop.refundResult('failed', captured, { refundId: first!.refundId, amount: 100_00 });
    await eventually(async () => (await found(captured.providerPaymentId, { show: 'failed' })).length === 1);
    expect(await found(captured.providerPaymentId, { show: 'failed', code: 'order-cancelled' })).toEqual([]);
  });

  it('names who cancelled also where the refund waited for a dispute', async () => {
    const { captured, order, shopper } = await ordered();
    const { paymentId, provider, checkoutId, userId, currency } = captured;
    const dispute = (status: string) =>
      shop.deliverEvent(payment.disputeChanged, `d-${order._id}`, {
        ...{ paymentId, provider, checkoutId, userId, currency, disputeId: `d-${order._id}` },
        ...{ status, amount: captured.amount, at: new Date().toISOString() },
      });
    await dispute('open');
    await eventually(async () => (await shop.getOrder(order._id, shopper.headers)).body.order.refundableAmount === 0);
    await cancel(order, shopper);
    expect((await captureOf(captured.providerPaymentId)).refunds).toEqual([]);
    await dispute('won');
    const { refunds } = await captureOf(captured.providerPaymentId, (one) => one.refunds.length > 0);
    expect(refunds).toMatchObject([{ amount: 2_060, code: 'order-cancelled', causedBy: { who: 'buyer' } }]);
  });

  it('names the provider where it was refunded in its dashboard, and forgets a refund of nothing', async () => {
    const { captured, order, shopper } = await ordered();
    const refundId = crypto.randomUUID();
    await shop.refundResult('completed', captured, { refundId, amount: 2_060_00 });
    const one = await captureOf(captured.providerPaymentId, isSettled);
    expect(one.refunds).toMatchObject([
      { refundId, amount: 2_060, state: 'completed', code: 'provider', causedBy: { who: 'provider' } },
    ]);
    const other = await ordered();
    await cancel(other.order, other.shopper);
    const [requested] = (await captureOf(other.captured.providerPaymentId)).refunds;
    const { paymentId, checkoutId, userId, currency } = other.captured;
    await shop.deliverEvent(payment.refundFailed, requested!.refundId, {
      ...{ paymentId, checkoutId, userId, currency },
      ...{ refundId: requested!.refundId, amount: 2_060_00, reason: 'gone', nothingLeft: true },
      failedAt: new Date().toISOString(),
    });
    await captureOf(other.captured.providerPaymentId, ({ refunds }) => refunds.length === 0);
    expect([order.userId, one.userId]).toEqual([shopper.userId, shopper.userId]);
  });
});

describe('a capture that became no order', () => {
  it('goes back by itself: paid twice, another amount, a checkout that nobody knows', async () => {
    const { checkout } = await ordered();
    const second = await shop.capture(checkout);
    const wrong = await frozen();
    const other = await shop.capture(wrong.checkout, { amount: 5_00 });
    const unknown = aPayment();
    await deliverCapture(unknown);
    for (const [{ providerPaymentId, amount, checkoutId }, code] of [
      [second, 'paid-twice'],
      [other, 'wrong-amount'],
      [unknown, 'unknown-checkout'],
    ] as const) {
      const capture = await captureOf(providerPaymentId);
      expect(capture).toMatchObject({ orderId: null, checkoutId, amount: amount / 100 });
      expect(capture.refunds).toMatchObject([
        { amount: amount / 100, state: 'requested', code, causedBy: { who: 'shop' } },
      ]);
    }
    // Of the order of the second one only the first is left.
    expect((await found(checkout._id)).map(({ orderId }) => orderId).toSorted()).toEqual(
      [checkout._id, null].toSorted(),
    );
  });

  it('because the piece was sold, is listed while that is decided, and with its refund after it', async () => {
    const { checkout, productId } = await frozen();
    shop.service.clock.advance(HOURS);
    await eventually(() => shop.catalog.product(productId).stock === 5, { what: 'the stock back' });
    shop.catalog.product(productId).stock = 1;
    shop.catalog.away = true;
    const captured = await shop.capture(checkout);
    expect(await captureOf(captured.providerPaymentId)).toMatchObject({ orderId: null, refunds: [] });
    shop.catalog.away = false;
    const { refunds } = await captureOf(captured.providerPaymentId, (one) => one.refunds.length > 0);
    expect(refunds).toMatchObject([
      { amount: 2_060, state: 'requested', code: 'sold-out', causedBy: { who: 'shop' }, settledAt: null },
    ]);
    const refused = (await publishedEvents(shop.service, cartOrder.checkoutRefused)).find(
      ({ key }) => key === checkout._id,
    );
    expect(refunds[0]!.refundId).toBe(refused!.data.refundId);
    await shop.refundResult('completed', captured, { refundId: refunds[0]!.refundId, amount: captured.amount });
    await captureOf(captured.providerPaymentId, isSettled);
  });

  it('ends in the same record however late and how often its events come', async () => {
    const captured = aPayment();
    const refundId = crypto.randomUUID();
    // Told before its payment: not listed.
    await shop.refundResult('completed', captured, { refundId, amount: 100_00 }, 5);
    const records = shop.service.connection.collection<{ _id: string }>('captures');
    await eventually(async () => (await records.countDocuments({ _id: captured.paymentId })) === 1);
    expect(await found(captured.checkoutId)).toEqual([]);
    await deliverCapture(captured);
    const { refunds } = await captureOf(captured.providerPaymentId, (one) => one.refunds.length === 2);
    expect(refunds).toMatchObject([
      { refundId, amount: 100, state: 'completed', code: 'provider', causedBy: { who: 'provider' } },
      { amount: 500, state: 'requested', code: 'unknown-checkout' },
    ]);
    const own = { refundId: refunds[1]!.refundId, amount: 400_00 };
    await shop.refundResult('failed', captured, own, 8);
    await captureOf(captured.providerPaymentId, isSettled);
    await shop.refundResult('completed', captured, own, 7);
    await deliverCapture(captured);
    // Handled after both.
    const last = aPayment();
    await deliverCapture(last);
    await captureOf(last.providerPaymentId);
    await eventually(async () => {
      const events = await publishedEvents(shop.service, cartOrder.refundRequested);
      return events.filter(({ key }) => key === own.refundId).length === 2;
    });
    expect((await captureOf(captured.providerPaymentId)).refunds).toMatchObject([
      { refundId, state: 'completed', amount: 100 },
      { refundId: own.refundId, state: 'failed', amount: 400, code: 'unknown-checkout', causedBy: { who: 'shop' } },
    ]);
  });
});

describe('an extra or wrong payment', () => {
  const anExtra = () => {
    const { paymentId, checkoutId, userId, amount, currency, providerPaymentId } = aPayment();
    const common = { refundId: crypto.randomUUID(), paymentId, checkoutId, userId, amount, currency };
    return { common, providerPaymentId, at: new Date().toISOString() };
  };

  it('is recorded by the event of its refund, and shows what became of it', async () => {
    const { common, providerPaymentId, at } = anExtra();
    const { refundId } = common;
    const returned = { ...common, provider: 'paypal', providerPaymentId, reason: 'wrong-amount', at };
    await shop.deliverEvent(payment.paymentReturned, refundId, returned, { version: 1 });
    expect(await captureOf(providerPaymentId)).toMatchObject({
      provider: 'paypal',
      orderId: null,
      capturedAt: at,
      refunds: [{ refundId, amount: 500, state: 'requested', code: 'wrong-amount', causedBy: { who: 'shop' } }],
    });
    await shop.deliverEvent(payment.paymentReturnCompleted, refundId, { ...common, completedAt: at }, { version: 2 });
    expect((await captureOf(providerPaymentId, isSettled)).refunds).toMatchObject([{ state: 'completed' }]);
  });

  it('is the same when its result comes first, and when the event is older than the provider in it', async () => {
    const { common, providerPaymentId, at } = anExtra();
    const { refundId } = common;
    const failed = { ...common, reason: 'closed account', failedAt: at };
    await shop.deliverEvent(payment.paymentReturnFailed, refundId, failed, { version: 9 });
    const records = shop.service.connection.collection<{ _id: string }>('captures');
    await eventually(async () => (await records.countDocuments({ _id: refundId })) === 1);
    const returned = { ...common, providerPaymentId, reason: 'paid-again', at };
    await shop.deliverEvent(payment.paymentReturned, refundId, returned, { version: 8 });
    const capture = await captureOf(providerPaymentId);
    expect(capture).toMatchObject({ provider: 'razorpay', orderId: null });
    expect(capture.refunds).toEqual([
      {
        ...{ refundId, amount: 500, state: 'failed', code: 'paid-twice' },
        ...{ causedBy: { who: 'shop' }, requestedAt: at, settledAt: at },
      },
    ]);
  });
});

describe('what an instance of the version before there were records decided', () => {
  it('is recorded when it next changes', async () => {
    const { captured, order, shopper } = await ordered();
    const { checkout, productId } = await frozen();
    shop.service.clock.advance(HOURS);
    await eventually(() => shop.catalog.product(productId).stock === 5, { what: 'the stock back' });
    shop.catalog.product(productId).stock = 1;
    const late = await shop.capture(checkout);
    const { refunds } = await captureOf(late.providerPaymentId, (one) => one.refunds.length > 0);
    const records = shop.service.connection.collection<{ _id: string }>('captures');
    await records.deleteMany({ _id: { $in: [captured.paymentId, late.paymentId] } });
    await shop.send('PUT', `/admin/order/status/${order._id}`, { status: 'Shipped' }, await shop.staff());
    expect(await captureOf(captured.providerPaymentId)).toMatchObject({ orderId: order._id, userId: shopper.userId });
    await shop.refundResult('completed', late, { refundId: refunds[0]!.refundId, amount: late.amount });
    expect(await captureOf(late.providerPaymentId)).toMatchObject({
      orderId: null,
      refunds: [{ state: 'completed', code: 'sold-out', causedBy: { who: 'shop' } }],
    });
  });
});
