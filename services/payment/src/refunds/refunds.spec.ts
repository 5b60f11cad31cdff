import crypto from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { cartOrder, payment } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { ListedRefunds } from './listed-refunds.ts';
import type { Refund } from './refund.schema.ts';
import { type Paid, PROVIDERS, refundHelpers } from '../../test/refund-helpers.ts';
import { FOLLOW_UP_AFTER, HOURS, RECONCILE_AFTER, usePaymentHarness } from '../../test/service-harness.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, and the SDKs against the sandbox process.
const harness = usePaymentHarness();
const { paid, request, becomes, refundInDashboard, refundedAt, isAsked } = refundHelpers(harness);

const completed = async ({ checkoutId }: Paid) => harness.published(payment.refundCompleted, checkoutId);
const failed = async ({ checkoutId }: Paid) => harness.published(payment.refundFailed, checkoutId);

const refundsOf = ({ paymentId }: Paid, state: string) =>
  harness.service.connection
    .collection<Refund>('refunds')
    .find({ paymentId, state: state as never })
    .toArray();

describe.each(PROVIDERS)('a refund by %s', (provider) => {
  const call = provider === 'razorpay' ? 'payment.refund' : 'capture.refund';

  it('is paid once, however often it is asked for, and told', async () => {
    const of = await paid(provider);
    const refundId = await request(of, { amount: 500 });
    await request(of, { amount: 500, refundId });
    await becomes(refundId, 'completed');
    const { paymentId, checkoutId, userId, currency } = of;
    expect(await completed(of)).toEqual([
      { refundId, paymentId, checkoutId, userId, amount: 500, currency, completedAt: expect.any(String) },
    ]);
    expect(await refundedAt(of)).toBe(500);
  });

  it('never passes what was paid: all of many at once together', async () => {
    const of = await paid(provider);
    const half = Math.floor(of.amount / 2);
    const ids = await Promise.all([1, 2, 3].map(() => request(of, { amount: half })));
    await eventually(
      async () =>
        (await Promise.all(ids.map(harness.refund))).every((one) => ['completed', 'failed'].includes(one?.state ?? '')),
      {
        what: 'the refunds being decided',
      },
    );
    expect([(await completed(of)).length, (await failed(of)).length]).toEqual([2, 1]);
    expect(await refundedAt(of)).toBe(2 * half);
    expect(await isAsked(of)).toBe(true);
  });

  it.each(['timeout-before', 'timeout-after'])(
    'whose answer got lost is asked for again with the same key (%s)',
    async (kind) => {
      const of = await paid(provider);
      await harness.sandbox.fail({ provider, call, kind, holdMs: 0 });
      await harness.sandbox.fail({ provider, call: 'webhook', kind: 'webhook-never', times: 2 });
      const refundId = await request(of, { amount: 500 });
      await becomes(refundId, 'completed');
      expect(await refundedAt(of)).toBe(500);
      expect(await completed(of)).toHaveLength(1);
      expect(await failed(of)).toEqual([]);
    },
  );

  it('that is refused after an answer got lost is what the provider made of it before', async () => {
    const of = await paid(provider);
    await harness.sandbox.fail({ provider, call, kind: 'timeout-after', holdMs: 0 });
    await harness.sandbox.fail({ provider, call, kind: 'error-before', status: 400 });
    await harness.sandbox.fail({ provider, call: 'webhook', kind: 'webhook-never', times: 2 });
    const refundId = await request(of, { amount: 500 });
    await becomes(refundId, 'completed');
    expect(await refundedAt(of)).toBe(500);
    expect(await failed(of)).toEqual([]);
  });

  it('that is pending is told when it ended, and not before', async () => {
    const of = await paid(provider);
    await harness.sandbox.fail({ provider, call, kind: 'pending' });
    const refundId = await request(of, { amount: 500 });
    const { providerRefundId } = await becomes(refundId, 'pending');
    expect(await completed(of)).toEqual([]);
    const status = provider === 'razorpay' ? 'processed' : 'COMPLETED';
    await harness.sandbox.control('POST', `/${provider}/refunds/${providerRefundId}`, { status });
    await becomes(refundId, 'completed');
    expect(await completed(of)).toHaveLength(1);
  });

  it('that is pending is still so when the provider does not find it', async () => {
    const of = await paid(provider);
    await harness.sandbox.fail({ provider, call, kind: 'pending' });
    const refundId = await request(of, { amount: 500 });
    await becomes(refundId, 'pending');
    await harness.sandbox.fail({ provider, call: 'refund.fetch', kind: 'error-before', status: 404 });
    harness.service.clock.advance(HOURS + 1_000);
    await eventually(async () => (await harness.refund(refundId))!.looks > 0, { what: 'the check' });
    expect((await harness.refund(refundId))!.state).toBe('pending');
    expect(await failed(of)).toEqual([]);
    expect((await harness.attempt(of.checkoutId)).refunded).toBe(500);
  });

  it('that fails days later is told, and its money can be paid back once more', async () => {
    const of = await paid(provider);
    await harness.sandbox.fail({ provider, call, kind: 'fails-later', afterMs: 3 * 24 * HOURS });
    const refundId = await request(of);
    await becomes(refundId, 'completed');
    await harness.sandbox.advance(3 * 24 * HOURS + 1_000);
    await becomes(refundId, 'failed');
    expect(await failed(of)).toEqual([expect.objectContaining({ refundId, amount: of.amount })]);
    await becomes(await request(of), 'completed');
  });

  it('made in its dashboard is told as a refund of its own, once', async () => {
    const of = await paid(provider);
    await refundInDashboard(of, 700);
    const [event] = await eventually(async () => {
      const all = await completed(of);
      return all.length > 0 && all;
    });
    expect(event).toMatchObject({ paymentId: of.paymentId, userId: of.userId, amount: 700 });
    const tooMuch = await request(of, { amount: of.amount - 699 });
    await becomes(tooMuch, 'failed');
    await becomes(await request(of, { amount: of.amount - 700 }), 'completed');
    expect(await completed(of)).toHaveLength(2);
  });
});

describe.each(PROVIDERS)('what %s did without a word', (provider) => {
  const dropWebhooks = (times: number) =>
    harness.sandbox.fail({ provider, call: 'webhook', kind: 'webhook-never', times });

  it('is found by following the payment: a refund of the dashboard, once, beside one of ours', async () => {
    const of = await paid(provider);
    const refundId = await request(of, { amount: 500 });
    await becomes(refundId, 'completed');
    await dropWebhooks(4);
    await refundInDashboard(of, 700);
    expect(await completed(of)).toHaveLength(1);
    harness.service.clock.advance(FOLLOW_UP_AFTER);
    await eventually(async () => (await completed(of)).length === 2, { what: 'the refund of the dashboard' });
    expect((await completed(of)).at(-1)).toMatchObject({ paymentId: of.paymentId, amount: 700 });
    // The event is published before the check ends and schedules the next one.
    await eventually(async () => (await harness.attempt(of.checkoutId)).looks === 1, { what: 'the end of the check' });
    harness.service.clock.advance(2 * FOLLOW_UP_AFTER);
    await eventually(async () => (await harness.attempt(of.checkoutId)).looks === 2, { what: 'the next check' });
    expect(await completed(of)).toHaveLength(2);
    expect((await harness.attempt(of.checkoutId)).refunded).toBe(1200);
  });

  it('is found under its own number where a restored shop has forgotten it, and is not made a second time', async () => {
    const of = await paid(provider);
    const refundId = await request(of, { amount: 500 });
    await becomes(refundId, 'completed');
    const { connection } = harness.service;
    await connection.collection<Refund>('refunds').deleteOne({ _id: refundId });
    await connection.collection('attempts').updateOne({ checkoutId: of.checkoutId }, { $set: { refunded: 0 } });
    harness.service.clock.advance(FOLLOW_UP_AFTER);
    await becomes(refundId, 'completed');
    // The event that asked for it is published again after a restore.
    await request(of, { amount: 500, refundId });
    await becomes(await request(of, { amount: of.amount - 500 }), 'completed');
    expect(await refundsOf(of, 'completed')).toHaveLength(2);
    expect(await refundedAt(of)).toBe(of.amount);
  });

  it('counts once when it is found several times at once, and its webhook comes in between', async () => {
    const of = await paid(provider);
    harness.webhooks.closed = true;
    await refundInDashboard(of, 700);
    harness.webhooks.closed = false;
    const listed = harness.service.app.get(ListedRefunds, { strict: false });
    const attempt = await harness.attempt(of.checkoutId);
    await Promise.all([
      ...[1, 2, 3, 4].map(() => listed.apply(attempt)),
      harness.sandbox.control('POST', '/webhooks/flush'),
    ]);
    await harness.delivered(attempt.providerOrderId!);
    expect(await completed(of)).toHaveLength(1);
    expect((await harness.attempt(of.checkoutId)).refunded).toBe(700);
  });

  it('is found by following the payment: a refund that failed days after it was paid out', async () => {
    const of = await paid(provider);
    const refundId = await request(of, { amount: 500 });
    const { providerRefundId } = await becomes(refundId, 'completed');
    await dropWebhooks(2);
    const status = provider === 'razorpay' ? 'failed' : 'FAILED';
    await harness.sandbox.control('POST', `/${provider}/refunds/${providerRefundId}`, { status });
    harness.service.clock.advance(FOLLOW_UP_AFTER);
    await becomes(refundId, 'failed');
    expect(await failed(of)).toHaveLength(1);
  });
});

describe('an order that was paid twice at the provider', () => {
  /** A payment that is declined, and another one that is captured. */
  async function paidTwice() {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    const late = await harness.sandbox.control<{ error: { metadata: { payment_id: string } } }>(
      'POST',
      '/razorpay/pay',
      {
        order_id: orderId,
        outcome: 'failure',
      },
    );
    await asha.verify(await harness.sandbox.pay(orderId));
    const [of] = await harness.published(payment.paymentCaptured, checkoutId);
    return { of: of!, orderId, second: late.error.metadata.payment_id };
  }
  const secondCapture = async (id: string) => {
    await harness.sandbox.control('POST', `/razorpay/payments/${id}/authorize`);
    await harness.sandbox.control('POST', `/razorpay/payments/${id}/capture`, { again: true });
  };
  const refundOf = (of: Paid, id: string) =>
    eventually(async () => (await refundedAt({ ...of, providerPaymentId: id })) === of.amount, {
      what: 'the money back',
    });

  it('keeps one payment; the second one goes back whole, once, its buyer is told, and no order hears of it', async () => {
    const { of, orderId, second } = await paidTwice();
    await secondCapture(second);
    await refundOf(of, second);
    await harness.delivered(orderId);
    expect(await refundedAt(of)).toBe(0);
    expect(await harness.published(payment.paymentCaptured, of.checkoutId)).toHaveLength(1);
    expect([await completed(of), await failed(of)]).toEqual([[], []]);
    expect(await harness.published(payment.paymentReturned, of.checkoutId)).toEqual([
      {
        refundId: expect.any(String),
        paymentId: of.paymentId,
        checkoutId: of.checkoutId,
        userId: of.userId,
        provider: 'razorpay',
        providerPaymentId: second,
        amount: of.amount,
        currency: 'INR',
        reason: 'paid-again',
        at: expect.any(String),
      },
    ]);
    await eventually(async () => (await refundsOf(of, 'completed')).length === 1, { what: 'it being paid out' });
    const [{ refundId } = {}] = await harness.published(payment.paymentReturned, of.checkoutId);
    expect(await harness.published(payment.paymentReturnCompleted, of.checkoutId)).toEqual([
      {
        refundId,
        paymentId: of.paymentId,
        checkoutId: of.checkoutId,
        userId: of.userId,
        amount: of.amount,
        currency: 'INR',
        completedAt: expect.any(String),
      },
    ]);
    expect(await completed(of)).toEqual([]);
    const listed = (await harness.attention()).filter(({ checkoutId }) => checkoutId === of.checkoutId);
    expect(listed).toMatchObject([{ reason: 'paid-again', providerPaymentId: second, amount: of.amount }]);
    // The remaining payment can still be refunded in full.
    await becomes(await request(of), 'completed');
  });

  it('is noticed also where no webhook tells of the second one', async () => {
    const { of, second } = await paidTwice();
    await harness.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind: 'webhook-never', untilRemoved: true });
    await secondCapture(second);
    harness.service.clock.advance(FOLLOW_UP_AFTER);
    await refundOf(of, second);
    expect(await refundedAt(of)).toBe(0);
  });

  it('is followed like any other: that the money of the second one came back days later, without a word', async () => {
    const { of, second } = await paidTwice();
    await harness.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind: 'webhook-never', untilRemoved: true });
    await secondCapture(second);
    harness.service.clock.advance(FOLLOW_UP_AFTER);
    await refundOf(of, second);
    const [refund] = await eventually(async () => {
      const all = await refundsOf(of, 'completed');
      return all.length > 0 && all;
    });
    await harness.sandbox.control('POST', `/razorpay/refunds/${refund!.providerRefundId}`, { status: 'failed' });
    await harness.idle();
    harness.service.clock.advance(2 * FOLLOW_UP_AFTER);
    await becomes(refund!._id, 'failed');
    expect(await harness.published(payment.paymentReturnFailed, of.checkoutId)).toHaveLength(1);
  });

  it('whose second payment was refunded in the dashboard by then is settled: nobody is asked', async () => {
    const { of, second } = await paidTwice();
    await harness.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind: 'webhook-never', untilRemoved: true });
    await secondCapture(second);
    await harness.sandbox.control('POST', `/razorpay/payments/${second}/refund`, {});
    harness.service.clock.advance(FOLLOW_UP_AFTER);
    await eventually(async () => (await refundsOf(of, 'failed')).length === 1, { what: 'the refund being void' });
    expect(await harness.published(payment.paymentReturnFailed, of.checkoutId)).toEqual([]);
    // The money is back.
    expect(await harness.published(payment.paymentReturnCompleted, of.checkoutId)).toMatchObject([
      { amount: of.amount, paymentId: of.paymentId },
    ]);
    const reasons = (await harness.attention()).filter(({ checkoutId }) => checkoutId === of.checkoutId);
    expect(reasons.map(({ reason }) => reason)).toEqual(['paid-again']);
  });

  it('whose second payment cannot be paid back is left to staff, and its buyer is told', async () => {
    const { of, second } = await paidTwice();
    await harness.sandbox.fail({ provider: 'razorpay', call: 'payment.refund', kind: 'error-before', status: 400 });
    await secondCapture(second);
    await eventually(
      async () =>
        (await harness.attention()).some(
          ({ reason, providerPaymentId }) => reason === 'refund-failed' && providerPaymentId === second,
        ),
      { what: 'staff being asked' },
    );
    expect(await harness.published(payment.paymentReturnFailed, of.checkoutId)).toMatchObject([
      { paymentId: of.paymentId, amount: of.amount, reason: expect.any(String) },
    ]);
    // No event about a refund of the order.
    expect(await failed(of)).toEqual([]);
  });
});

describe('a refund', () => {
  it('of a checkout that cart-order refused goes back whole', async () => {
    const of = await paid('razorpay');
    const { paymentId, checkoutId, userId, amount, currency } = of;
    const refundId = crypto.randomUUID();
    await harness.deliver(cartOrder.checkoutRefused, checkoutId, {
      checkoutId,
      userId,
      paymentId,
      refundId,
      amount,
      currency,
    });
    await becomes(refundId, 'completed');
    expect(await refundedAt(of)).toBe(amount);
  });

  it('that is asked for before its payment is known as captured waits for it', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    const { _id: paymentId, amount, currency } = await harness.attempt(checkoutId);
    const early = { paymentId, checkoutId, userId: asha.userId, amount, currency } as Paid;
    const refundId = await request(early);
    await becomes(refundId, 'requested');
    await harness.sandbox.pay(orderId);
    await becomes(refundId, 'completed');
  });

  it('of a payment that nobody knows is given up after a day, and staff are asked', async () => {
    const of = {
      paymentId: 'f'.repeat(24),
      checkoutId: 'e'.repeat(24),
      userId: 'nobody',
      amount: 100,
      currency: 'INR',
    };
    const refundId = await request(of as Paid);
    await becomes(refundId, 'requested');
    harness.service.clock.advance(25 * HOURS);
    await becomes(refundId, 'failed');
    expect((await harness.attention()).some(({ checkoutId }) => checkoutId === of.checkoutId)).toBe(true);
  });
});

describe('money of another amount than the frozen one', () => {
  /** Simulates a manipulated order at the provider. */
  const tamper = (checkoutId: string, amount: number) =>
    harness.service.connection.collection('attempts').updateOne({ checkoutId }, { $set: { amount } });
  const ledger = async (provider: string, orderId: string) =>
    (await harness.sandbox.captured(provider)).find((entry) => entry.orderId === orderId);

  it.each([
    ['razorpay', 2_060_01, 2_060_00],
    ['razorpay', 2_059_99, 2_060_00],
    ['paypal', 24_52, 24_51],
    ['paypal', 24_50, 24_51],
  ] as const)('goes back by itself (%s, %i expected), and the checkout is free', async (provider, expected, came) => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await (provider === 'razorpay' ? asha.rupees() : asha.abroad());
    await tamper(checkoutId, expected);
    const answer =
      provider === 'razorpay'
        ? await asha.verify(await harness.sandbox.pay(orderId))
        : await harness.sandbox.approve(orderId).then(() => asha.capture(orderId));
    expect([answer.status, answer.body.code]).toEqual([409, 'payment.wrong-amount']);
    await eventually(
      async () => expect(await ledger(provider, orderId)).toMatchObject({ captured: came, refunded: came }),
      { what: 'the money back' },
    );
    await harness.delivered(orderId);
    // Cart-order is notified, so that the checkout can be paid by another payment or expires.
    const { _id } = await harness.becomes(checkoutId, 'failed');
    expect(await harness.published(payment.paymentFailed, checkoutId)).toMatchObject([
      { paymentId: _id, reason: 'wrong-amount' },
    ]);
    expect(await harness.published(payment.paymentCaptured, checkoutId)).toEqual([]);
    // The buyer is notified once, and staff see it.
    expect(await harness.published(payment.paymentReturned, checkoutId)).toMatchObject([
      { reason: 'wrong-amount', amount: came },
    ]);
    expect((await harness.attention()).filter((one) => one.checkoutId === checkoutId)).toMatchObject([
      { reason: 'wrong-amount', amount: came },
    ]);
    // Another check changes nothing.
    await harness.advance(RECONCILE_AFTER);
    await eventually(async () => (await harness.attempt(checkoutId)).looks > 0);
    expect(await harness.published(payment.paymentReturned, checkoutId)).toHaveLength(1);
    expect(await ledger(provider, orderId)).toMatchObject({ captured: came, refunded: came });
  });
});
