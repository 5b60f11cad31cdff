import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { runInterrupted } from '@shop/service-kit/testing';
import { testInfra } from '@shop/test-kit';
import mongoose, { type Connection } from 'mongoose';
import type { Checkout } from '../checkouts/checkout.schema.ts';
import type { CaptureRecord } from '../money/capture-record.schema.ts';
import type { Order } from '../orders/order.schema.ts';
import { refundIdOf } from '../orders/refund-id.ts';
import { capturesOfOrders } from './0003-captures-of-orders.ts';
import { capturesPaidBack } from './0004-captures-paid-back.ts';

const DAY = 24 * 3_600_000;
const CREATED = new Date('2026-03-01T10:00:00Z');
const later = (ms: number) => new Date(CREATED.getTime() + ms);
const id = (index: number) => index.toString(16).padStart(24, '0');

let connection: Connection;
beforeAll(async () => {
  connection = await mongoose.createConnection(testInfra('cart-order-captures').mongodbUri).asPromise();
});
beforeEach(() => connection.dropDatabase());
afterAll(async () => {
  await connection?.dropDatabase();
  await connection?.close();
});

const captures = () => connection.collection<CaptureRecord>('captures');

const anOrder = (index: number, fields: Partial<Order> = {}): Order =>
  ({
    _id: id(index),
    userId: `user-${index}`,
    status: 'Processing',
    statusMessage: 'We have your order and are preparing it',
    createdAt: CREATED,
    currency: 'INR',
    payment: {
      ...{ paymentId: `payment-${index}`, provider: 'razorpay', providerPaymentId: `pay_${index}X` },
      ...{ amount: 1_000_00, capturedAt: later(index) },
    },
    refunds: [],
    ...fields,
  }) as unknown as Order;

it('records the payment of every order, and none twice that the running service wrote', async () => {
  const orders = Array.from({ length: 450 }, (_, index) => anOrder(index));
  await connection.collection<Order>('orders').insertMany(orders);
  await runInterrupted(connection.db, capturesOfOrders, async () => {
    const newer = { orderId: id(300), words: ['newer'], refunds: [] as CaptureRecord['refunds'] };
    await captures().insertOne({ _id: 'payment-300', ...newer } as CaptureRecord);
  });
  expect(await captures().countDocuments()).toBe(450);
  expect(await captures().findOne({ _id: 'payment-300' })).toMatchObject({ words: ['newer'] });
  expect(await captures().findOne({ _id: 'payment-7' })).toEqual({
    _id: 'payment-7',
    userId: 'user-7',
    checkoutId: id(7),
    orderId: id(7),
    currency: 'INR',
    payment: anOrder(7).payment,
    refunds: [],
    words: ['pay_7x', id(7), id(7).slice(-6), 'user-7'],
  });
});

it('tells who caused the refunds of orders that did not store it, as far as it can be known', async () => {
  const refund = (reason: string, more: object = {}) => ({
    ...{ refundId: `refund-${reason}`, amount: 100_00, state: 'completed', reason, requestedAt: later(1) },
    ...more,
  });
  const cancelled = { statusMessage: 'Your order was cancelled', cancelledAt: later(DAY) };
  const cases: [Partial<Order>, object][] = [
    [cancelled, { who: 'buyer' }],
    [{ ...cancelled, cancelledAt: later(DAY + 1) }, { who: 'staff' }],
    [{ ...cancelled, shippedAt: later(1) }, { who: 'staff' }],
    [{ ...cancelled, statusMessage: 'The stone broke' }, { who: 'staff' }],
  ];
  const orders = cases.map(([fields], index) =>
    anOrder(index, { ...fields, refunds: [refund('order-cancelled')] as Order['refunds'] }),
  );
  const issuedAt = later(5);
  const creditNote = { number: 'CN-1', issuedAt };
  const rest = [
    refund('provider', { version: 3, creditNote }),
    refund('goodwill', { state: 'failed', note: 'Asha phoned' }),
    refund('paid for the box'),
    refund('order-cancelled', { causedBy: { who: 'staff', userId: 'meera' } }),
  ];
  await connection
    .collection<Order>('orders')
    .insertMany([...orders, anOrder(9, { refunds: rest as Order['refunds'] })]);
  await runInterrupted(connection.db, capturesOfOrders);
  for (const [index, [, causedBy]] of cases.entries()) {
    const record = await captures().findOne({ _id: `payment-${index}` });
    expect([index, record!.refunds[0]!.causedBy]).toEqual([index, causedBy]);
  }
  const common = { amount: 100_00, requestedAt: later(1), state: 'completed' };
  expect((await captures().findOne({ _id: 'payment-9' }))!.refunds).toEqual([
    {
      ...{ ...common, refundId: 'refund-provider', reason: 'provider', causedBy: { who: 'provider' } },
      ...{ version: 3, settledAt: issuedAt },
    },
    { ...common, refundId: 'refund-goodwill', reason: 'goodwill', state: 'failed', causedBy: { who: 'staff' } },
    { ...common, refundId: 'refund-paid for the box', reason: 'other', causedBy: { who: 'staff' } },
    {
      ...{ ...common, refundId: 'refund-order-cancelled', reason: 'order-cancelled' },
      causedBy: { who: 'staff', userId: 'meera' },
    },
  ]);
});

it('records payments that became no order: refused ones, and those of pieces that were paid already', async () => {
  const payment = { paymentId: 'p1', provider: 'razorpay', providerPaymentId: 'pay_1', amount: 900_00 };
  const paid = { ...payment, capturedAt: later(3) } as NonNullable<Checkout['payment']>;
  const checkout = (index: number, fields: Partial<Checkout>) =>
    ({
      ...{ _id: id(index), userId: 'asha', currency: 'INR', state: 'expired', createdAt: CREATED },
      ...{ amounts: { total: 900_00 }, ...fields },
    }) as Checkout;
  const of = (paymentId: string) => ({ ...paid, paymentId, providerPaymentId: `pay_${paymentId}` });
  const others = Array.from({ length: 600 }, (_, index) => checkout(100 + index, { state: 'expired' }));
  await connection
    .collection<Checkout>('checkouts')
    .insertMany([
      ...others,
      checkout(1, { state: 'refused', payment: of('refused') }),
      checkout(2, { state: 'ordered', payment: of('kept'), paidTwice: ['second', 'CAP2', 'third', 'CAP3'] }),
      checkout(3, { state: 'closed', payment: of('late'), paidTwice: ['late', 'pay_late'] }),
      checkout(4, { state: 'closed', currency: 'USD', paidTwice: ['abroad', 'CAP4'] }),
      checkout(5, { state: 'ordered', payment: of('only') }),
    ]);
  await runInterrupted(connection.db, capturesPaidBack);
  const records = await captures().find().sort({ _id: 1 }).toArray();
  const row = ({ _id, payment: captured, refunds: [refund], checkoutId, orderId }: CaptureRecord) => ({
    ...{ _id, checkoutId, orderId, provider: captured!.provider, at: captured!.capturedAt, reason: refund!.reason },
    ...{ providerPaymentId: captured!.providerPaymentId, refundId: refund!.refundId, state: refund!.state },
  });
  const back = { orderId: null, provider: 'razorpay', at: later(3), state: 'completed' };
  const twice = (paymentId: string) => ({
    ...{ ...back, _id: paymentId, reason: 'paid-twice', refundId: refundIdOf('paid-twice', paymentId) },
  });
  expect(records.map(row)).toEqual([
    { ...twice('abroad'), checkoutId: id(4), providerPaymentId: 'CAP4', provider: 'paypal', at: CREATED },
    { ...twice('late'), checkoutId: id(3), providerPaymentId: 'pay_late' },
    {
      ...{ ...back, _id: 'refused', checkoutId: id(1), providerPaymentId: 'pay_refused', reason: 'sold-out' },
      refundId: refundIdOf('refused', 'refused'),
    },
    { ...twice('second'), checkoutId: id(2), providerPaymentId: 'CAP2' },
    { ...twice('third'), checkoutId: id(2), providerPaymentId: 'CAP3' },
  ]);
  expect(records.every(({ payment: captured }) => captured!.amount === 900_00)).toBe(true);
});
