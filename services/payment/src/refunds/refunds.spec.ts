import crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cartOrder, type DataOf, payment } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { SettlingService } from '../attempts/settling.service.ts';
import type { Refund } from './refund.schema.ts';
import { FOLLOW, HOURS, LOOK, type Shopper, startShop, type TestShop } from '../../test/shop.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, the SDKs of Razorpay and PayPal against the sandbox as a process.
let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
}, 60_000);
afterAll(() => shop?.close());
beforeEach(async () => {
  await shop.sandbox.control('DELETE', '/failures');
});

type Paid = DataOf<typeof payment.paymentCaptured>;
const PROVIDERS = ['razorpay', 'paypal'] as const;

/** A payment whose money is here. */
async function paid(provider: (typeof PROVIDERS)[number]): Promise<Paid> {
  const buyer: Shopper = await shop.shopper();
  const { checkoutId, orderId } = provider === 'razorpay' ? await buyer.rupees() : await buyer.abroad();
  if (provider === 'razorpay') {
    await buyer.verify(await shop.sandbox.pay(orderId));
  } else {
    await shop.sandbox.approve(orderId);
    await buyer.capture(orderId);
  }
  const [told] = await shop.told(payment.paymentCaptured, checkoutId);
  return told!;
}

/** Cart-order asks for money to go back. Answers the refund's id. */
async function request(of: Paid, amount = of.amount, refundId: string = crypto.randomUUID()): Promise<string> {
  const { paymentId, checkoutId, userId, currency } = of;
  const data = { refundId, paymentId, checkoutId, userId, orderId: checkoutId, amount, currency, reason: 'staff' };
  await shop.hear(cartOrder.refundRequested, refundId, data);
  return refundId;
}

const becomes = (refundId: string, state: string) =>
  eventually(
    async () => {
      const refund = await shop.refund(refundId);
      if (refund?.state !== state) throw new Error(`it is ${refund?.state ?? 'not known'}`);
      return refund;
    },
    { what: `the refund being ${state}` },
  );
const completed = async ({ checkoutId }: Paid) => shop.told(payment.refundCompleted, checkoutId);
const failed = async ({ checkoutId }: Paid) => shop.told(payment.refundFailed, checkoutId);

const refundsOf = ({ paymentId }: Paid, state: string) =>
  shop.service.connection
    .collection<Refund>('refunds')
    .find({ paymentId, state: state as never })
    .toArray();

/** What the provider paid back of a payment, in the smallest unit. */
async function backAt({ provider, providerPaymentId }: Paid): Promise<number> {
  const { entries } = await shop.sandbox.control<{ entries: { paymentId: string; refunded: number }[] }>(
    'GET',
    `/ledger/entries?provider=${provider}&limit=100`,
  );
  return entries.find(({ paymentId }) => paymentId === providerPaymentId)!.refunded;
}

describe.each(PROVIDERS)('a refund by %s', (provider) => {
  const call = provider === 'razorpay' ? 'payment.refund' : 'capture.refund';

  it('is paid once, however often it is asked for, and told', async () => {
    const of = await paid(provider);
    const refundId = await request(of, 500);
    await request(of, 500, refundId);
    await becomes(refundId, 'completed');
    const { paymentId, checkoutId, userId, currency } = of;
    expect(await completed(of)).toEqual([
      { refundId, paymentId, checkoutId, userId, amount: 500, currency, completedAt: expect.any(String) },
    ]);
    expect(await backAt(of)).toBe(500);
  });

  it('never passes what was paid: all of many at once together', async () => {
    const of = await paid(provider);
    const half = Math.floor(of.amount / 2);
    const ids = await Promise.all([1, 2, 3].map(() => request(of, half)));
    await eventually(
      async () =>
        (await Promise.all(ids.map(shop.refund))).every((one) => ['completed', 'failed'].includes(one?.state ?? '')),
      {
        what: 'the refunds being decided',
      },
    );
    expect([(await completed(of)).length, (await failed(of)).length]).toEqual([2, 1]);
    expect(await backAt(of)).toBe(2 * half);
    expect(
      (await shop.attention()).some(
        ({ reason, checkoutId }) => reason === 'refund-failed' && checkoutId === of.checkoutId,
      ),
    ).toBe(true);
  });

  it.each(['timeout-before', 'timeout-after'])(
    'whose answer got lost is asked for again with the same key (%s)',
    async (kind) => {
      const of = await paid(provider);
      await shop.sandbox.fail({ provider, call, kind, holdMs: 0 });
      await shop.sandbox.fail({ provider, call: 'webhook', kind: 'webhook-never', times: 2 });
      const refundId = await request(of, 500);
      await becomes(refundId, 'completed');
      expect(await backAt(of)).toBe(500);
      expect(await completed(of)).toHaveLength(1);
      expect(await failed(of)).toEqual([]);
    },
  );

  it('that is refused after an answer got lost is what the provider made of it before', async () => {
    const of = await paid(provider);
    await shop.sandbox.fail({ provider, call, kind: 'timeout-after', holdMs: 0 });
    await shop.sandbox.fail({ provider, call, kind: 'error-before', status: 400 });
    await shop.sandbox.fail({ provider, call: 'webhook', kind: 'webhook-never', times: 2 });
    const refundId = await request(of, 500);
    await becomes(refundId, 'completed');
    expect(await backAt(of)).toBe(500);
    expect(await failed(of)).toEqual([]);
  });

  it('that is pending is told when it ended, and not before', async () => {
    const of = await paid(provider);
    await shop.sandbox.fail({ provider, call, kind: 'pending' });
    const refundId = await request(of, 500);
    const { providerRefundId } = await becomes(refundId, 'pending');
    expect(await completed(of)).toEqual([]);
    const status = provider === 'razorpay' ? 'processed' : 'COMPLETED';
    await shop.sandbox.control('POST', `/${provider}/refunds/${providerRefundId}`, { status });
    await becomes(refundId, 'completed');
    expect(await completed(of)).toHaveLength(1);
  });

  it('that is pending is still so when the provider does not find it', async () => {
    const of = await paid(provider);
    await shop.sandbox.fail({ provider, call, kind: 'pending' });
    const refundId = await request(of, 500);
    await becomes(refundId, 'pending');
    await shop.sandbox.fail({ provider, call: 'refund.fetch', kind: 'error-before', status: 404 });
    shop.service.clock.advance(HOURS + 1_000);
    await eventually(async () => (await shop.refund(refundId))!.looks > 0, { what: 'the look at it' });
    expect((await shop.refund(refundId))!.state).toBe('pending');
    expect(await failed(of)).toEqual([]);
    expect((await shop.attempt(of.checkoutId)).refunded).toBe(500);
  });

  it('that fails days later is told, and its money can be paid back once more', async () => {
    const of = await paid(provider);
    await shop.sandbox.fail({ provider, call, kind: 'fails-later', afterMs: 3 * 24 * HOURS });
    const refundId = await request(of);
    await becomes(refundId, 'completed');
    await shop.sandbox.advance(3 * 24 * HOURS + 1_000);
    await becomes(refundId, 'failed');
    expect(await failed(of)).toEqual([expect.objectContaining({ refundId, amount: of.amount })]);
    await becomes(await request(of), 'completed');
  });

  it('made in its dashboard is told as a refund of its own, once', async () => {
    const of = await paid(provider);
    const path =
      provider === 'razorpay'
        ? `/razorpay/payments/${of.providerPaymentId}/refund`
        : `/paypal/captures/${of.providerPaymentId}/refund`;
    const amount = provider === 'razorpay' ? 700 : { currency_code: of.currency, value: '7.00' };
    await shop.sandbox.control('POST', path, { amount });
    const [told] = await eventually(async () => {
      const all = await completed(of);
      return all.length > 0 && all;
    });
    expect(told).toMatchObject({ paymentId: of.paymentId, userId: of.userId, amount: 700 });
    const tooMuch = await request(of, of.amount - 699);
    await becomes(tooMuch, 'failed');
    await becomes(await request(of, of.amount - 700), 'completed');
    expect(await completed(of)).toHaveLength(2);
  });
});

describe.each(PROVIDERS)('what %s did without a word', (provider) => {
  const silent = (times: number) => shop.sandbox.fail({ provider, call: 'webhook', kind: 'webhook-never', times });
  const dashboard = (of: Paid, amount: number) =>
    provider === 'razorpay'
      ? shop.sandbox.control('POST', `/razorpay/payments/${of.providerPaymentId}/refund`, { amount })
      : shop.sandbox.control('POST', `/paypal/captures/${of.providerPaymentId}/refund`, {
          amount: { currency_code: of.currency, value: (amount / 100).toFixed(2) },
        });

  it('is found by following the payment: a refund of the dashboard, once, beside one of ours', async () => {
    const of = await paid(provider);
    const refundId = await request(of, 500);
    await becomes(refundId, 'completed');
    await silent(4);
    await dashboard(of, 700);
    expect(await completed(of)).toHaveLength(1);
    shop.service.clock.advance(FOLLOW);
    await eventually(async () => (await completed(of)).length === 2, { what: 'the refund of the dashboard' });
    expect((await completed(of)).at(-1)).toMatchObject({ paymentId: of.paymentId, amount: 700 });
    // The refund is told before the look at it ends and says when the next one is.
    await eventually(async () => (await shop.attempt(of.checkoutId)).looks === 1, { what: 'the end of the look' });
    shop.service.clock.advance(2 * FOLLOW);
    await eventually(async () => (await shop.attempt(of.checkoutId)).looks === 2, { what: 'the next look' });
    expect(await completed(of)).toHaveLength(2);
    expect((await shop.attempt(of.checkoutId)).refunded).toBe(1200);
  });

  it('counts once when it is found several times at once, and its webhook comes in between', async () => {
    const of = await paid(provider);
    shop.webhooks.closed = true;
    await dashboard(of, 700);
    shop.webhooks.closed = false;
    const settling = shop.service.app.get(SettlingService, { strict: false });
    const attempt = await shop.attempt(of.checkoutId);
    await Promise.all([
      ...[1, 2, 3, 4].map(() => settling.follow(attempt)),
      shop.sandbox.control('POST', '/webhooks/flush'),
    ]);
    await shop.delivered(attempt.providerOrderId!);
    expect(await completed(of)).toHaveLength(1);
    expect((await shop.attempt(of.checkoutId)).refunded).toBe(700);
  });

  it('is found by following the payment: a refund that failed days after it was paid out', async () => {
    const of = await paid(provider);
    const refundId = await request(of, 500);
    const { providerRefundId } = await becomes(refundId, 'completed');
    await silent(2);
    const status = provider === 'razorpay' ? 'failed' : 'FAILED';
    await shop.sandbox.control('POST', `/${provider}/refunds/${providerRefundId}`, { status });
    shop.service.clock.advance(FOLLOW);
    await becomes(refundId, 'failed');
    expect(await failed(of)).toHaveLength(1);
  });
});

describe('an order that was paid twice at the provider', () => {
  /** Declined, paid by another card, and then the first bank changes its mind. */
  async function paidTwice() {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    const late = await shop.sandbox.control<{ error: { metadata: { payment_id: string } } }>('POST', '/razorpay/pay', {
      order_id: orderId,
      outcome: 'failure',
    });
    await asha.verify(await shop.sandbox.pay(orderId));
    const [of] = await shop.told(payment.paymentCaptured, checkoutId);
    return { of: of!, orderId, second: late.error.metadata.payment_id };
  }
  const secondCapture = async (id: string) => {
    await shop.sandbox.control('POST', `/razorpay/payments/${id}/authorize`);
    await shop.sandbox.control('POST', `/razorpay/payments/${id}/capture`, { again: true });
  };
  const backOf = (of: Paid, id: string) =>
    eventually(async () => (await backAt({ ...of, providerPaymentId: id })) === of.amount, { what: 'the money back' });

  it('keeps one payment; the second one goes back whole, once, its buyer is told, and no order hears of it', async () => {
    const { of, orderId, second } = await paidTwice();
    await secondCapture(second);
    await backOf(of, second);
    await shop.delivered(orderId);
    expect(await backAt(of)).toBe(0);
    expect(await shop.told(payment.paymentCaptured, of.checkoutId)).toHaveLength(1);
    expect([await completed(of), await failed(of)]).toEqual([[], []]);
    expect(await shop.told(payment.paymentReturned, of.checkoutId)).toEqual([
      {
        refundId: expect.any(String),
        paymentId: of.paymentId,
        checkoutId: of.checkoutId,
        userId: of.userId,
        providerPaymentId: second,
        amount: of.amount,
        currency: 'INR',
        reason: 'paid-again',
        at: expect.any(String),
      },
    ]);
    const listed = (await shop.attention()).filter(({ checkoutId }) => checkoutId === of.checkoutId);
    expect(listed).toMatchObject([{ reason: 'paid-again', providerPaymentId: second, amount: of.amount }]);
    // What can be paid back of the payment that stays is not less for it.
    await becomes(await request(of), 'completed');
  });

  it('is noticed also where no webhook tells of the second one', async () => {
    const { of, second } = await paidTwice();
    await shop.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind: 'webhook-never', untilRemoved: true });
    await secondCapture(second);
    shop.service.clock.advance(FOLLOW);
    await backOf(of, second);
    expect(await backAt(of)).toBe(0);
  });

  it('is followed like any other: that the money of the second one came back days later, without a word', async () => {
    const { of, second } = await paidTwice();
    await shop.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind: 'webhook-never', untilRemoved: true });
    await secondCapture(second);
    shop.service.clock.advance(FOLLOW);
    await backOf(of, second);
    const [refund] = await eventually(async () => {
      const all = await refundsOf(of, 'completed');
      return all.length > 0 && all;
    });
    await shop.sandbox.control('POST', `/razorpay/refunds/${refund!.providerRefundId}`, { status: 'failed' });
    shop.service.clock.advance(2 * FOLLOW);
    await becomes(refund!._id, 'failed');
    expect(await shop.told(payment.paymentReturnFailed, of.checkoutId)).toHaveLength(1);
  });

  it('whose second payment cannot be paid back is left to staff, and its buyer is told', async () => {
    const { of, second } = await paidTwice();
    await shop.sandbox.fail({ provider: 'razorpay', call: 'payment.refund', kind: 'error-before', status: 400 });
    await secondCapture(second);
    await eventually(
      async () =>
        (await shop.attention()).some(
          ({ reason, providerPaymentId }) => reason === 'refund-failed' && providerPaymentId === second,
        ),
      { what: 'staff being asked' },
    );
    expect(await shop.told(payment.paymentReturnFailed, of.checkoutId)).toMatchObject([
      { paymentId: of.paymentId, amount: of.amount, reason: expect.any(String) },
    ]);
    // The order's own refunds have nothing to do with it.
    expect(await failed(of)).toEqual([]);
  });
});

describe('a refund', () => {
  it('of a checkout that cart-order refused goes back whole', async () => {
    const of = await paid('razorpay');
    const { paymentId, checkoutId, userId, amount, currency } = of;
    const refundId = crypto.randomUUID();
    await shop.hear(cartOrder.checkoutRefused, checkoutId, {
      checkoutId,
      userId,
      paymentId,
      refundId,
      amount,
      currency,
    });
    await becomes(refundId, 'completed');
    expect(await backAt(of)).toBe(amount);
  });

  it('that is asked for before its payment is known as captured waits for it', async () => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    const { _id: paymentId, amount, currency } = await shop.attempt(checkoutId);
    const early = { paymentId, checkoutId, userId: asha.userId, amount, currency } as Paid;
    const refundId = await request(early);
    await becomes(refundId, 'requested');
    await shop.sandbox.pay(orderId);
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
    shop.service.clock.advance(25 * HOURS);
    await becomes(refundId, 'failed');
    expect((await shop.attention()).some(({ checkoutId }) => checkoutId === of.checkoutId)).toBe(true);
  });
});

describe('money of another amount than the frozen one', () => {
  /** As if the order at the provider had been tampered with. */
  const tamper = (checkoutId: string, amount: number) =>
    shop.service.connection.collection('attempts').updateOne({ checkoutId }, { $set: { amount } });
  const ledger = async (provider: string, orderId: string) => {
    const { entries } = await shop.sandbox.control<{
      entries: { orderId: string; captured: number; refunded: number }[];
    }>('GET', `/ledger/entries?provider=${provider}&limit=1000`);
    return entries.find((entry) => entry.orderId === orderId);
  };

  it.each([
    ['razorpay', 2_060_01, 2_060_00],
    ['razorpay', 2_059_99, 2_060_00],
    ['paypal', 24_52, 24_51],
    ['paypal', 24_50, 24_51],
  ] as const)('goes back by itself (%s, %i expected), and the checkout is free', async (provider, expected, came) => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await (provider === 'razorpay' ? asha.rupees() : asha.abroad());
    await tamper(checkoutId, expected);
    const answer =
      provider === 'razorpay'
        ? await asha.verify(await shop.sandbox.pay(orderId))
        : await shop.sandbox.approve(orderId).then(() => asha.capture(orderId));
    expect([answer.status, answer.body.code]).toEqual([409, 'payment.wrong-amount']);
    await eventually(
      async () => expect(await ledger(provider, orderId)).toMatchObject({ captured: came, refunded: came }),
      { what: 'the money back' },
    );
    await shop.delivered(orderId);
    // Cart-order is told, so that the checkout can be paid by another payment, or ends by its time.
    const { _id } = await shop.becomes(checkoutId, 'failed');
    expect(await shop.told(payment.paymentFailed, checkoutId)).toMatchObject([
      { paymentId: _id, reason: 'wrong-amount' },
    ]);
    expect(await shop.told(payment.paymentCaptured, checkoutId)).toEqual([]);
    // The buyer is told once, and staff see it.
    expect(await shop.told(payment.paymentReturned, checkoutId)).toMatchObject([
      { reason: 'wrong-amount', amount: came },
    ]);
    expect((await shop.attention()).filter((one) => one.checkoutId === checkoutId)).toMatchObject([
      { reason: 'wrong-amount', amount: came },
    ]);
    // Looked at again, nothing moves.
    await shop.advance(LOOK);
    await eventually(async () => (await shop.attempt(checkoutId)).looks > 0);
    expect(await shop.told(payment.paymentReturned, checkoutId)).toHaveLength(1);
    expect(await ledger(provider, orderId)).toMatchObject({ captured: came, refunded: came });
  });
});
