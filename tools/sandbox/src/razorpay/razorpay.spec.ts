import crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Razorpay from 'razorpay';
import { KEYS, razorpayClient, httpClientOf, startTestSandbox, type TestSandbox } from '../../test/start-sandbox.ts';

let running: TestSandbox;
beforeAll(async () => {
  running = await startTestSandbox();
});
afterAll(() => running.close());
beforeEach(() => running.sandbox.reset());

const order = (more: object = {}) => running.razorpay.orders.create({ amount: 129_900, currency: 'INR', ...more });
const pay = (orderId: string, more: object = {}) =>
  running.control('POST', '/razorpay/pay', { order_id: orderId, ...more }) as Promise<{
    razorpay_payment_id: string;
    razorpay_order_id: string;
    razorpay_signature: string;
  }>;
async function paid(more: object = {}) {
  const { id } = await order(more);
  return (await pay(id)).razorpay_payment_id;
}
const refused = (description: string, statusCode = 400) =>
  expect.objectContaining({
    statusCode,
    error: expect.objectContaining({ code: 'BAD_REQUEST_ERROR', description }),
  });

describe('orders', () => {
  it('creates an order in the shape that the SDK promises, empty notes as a list', async () => {
    const created = await order({ receipt: 'R-1' });
    expect(created).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: 'order',
      amount: 129_900,
      amount_paid: 0,
      amount_due: 129_900,
      currency: 'INR',
      receipt: 'R-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: [],
      created_at: expect.any(Number),
    });
    expect(await running.razorpay.orders.fetch(created.id)).toEqual(created);
  });

  it('finds an order by its receipt, for a shop that lost the answer', async () => {
    const created = await order({ receipt: 'R-lost' });
    await order({ receipt: 'R-other' });
    const { items } = await running.razorpay.orders.all({ receipt: 'R-lost' } as never);
    expect(items.map(({ id }) => id)).toEqual([created.id]);
  });

  it.each([
    ['an amount under one rupee', { amount: 99 }, 'The amount must be at least INR 1.00'],
    ['an amount that is not whole', { amount: 100.5 }, 'The amount must be an integer.'],
    ['no amount', { amount: undefined }, 'The amount field is required.'],
    ['a long receipt', { receipt: 'x'.repeat(41) }, 'The receipt may not be greater than 40 characters.'],
    [
      'sixteen notes',
      { notes: Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`k${n}`, 'v'])) },
      'Number of fields in notes should be less than or equal to 15',
    ],
    ['a field that it does not know', { total: 5 }, 'total is/are not required and should not be sent'],
  ])('refuses %s', async (_what, more, description) => {
    await expect(order(more)).rejects.toEqual(refused(description));
  });

  it('refuses a receipt that another order has', async () => {
    await order({ receipt: 'R-1' });
    await expect(order({ receipt: 'R-1' })).rejects.toEqual(refused('Receipt should be unique.'));
  });

  it('refuses wrong keys and unknown ids', async () => {
    const stranger = razorpayClient(running.url, 'not the secret');
    await expect(stranger.orders.all()).rejects.toEqual(refused('Authentication failed.', 401));
    await expect(running.razorpay.orders.fetch('order_00000000000000')).rejects.toEqual(
      refused('The id provided does not exist'),
    );
  });
});

describe('payments', () => {
  it('takes an order from created over attempted to paid, and signs the proof of it', async () => {
    const { id } = await order();
    await pay(id, { outcome: 'failure', method: 'card' });
    expect(await running.razorpay.orders.fetch(id)).toMatchObject({
      status: 'attempted',
      attempts: 1,
      amount_due: 129_900,
    });

    const proof = await pay(id, { method: 'netbanking' });
    const signed = crypto
      .createHmac('sha256', KEYS.razorpay.keySecret)
      .update(`${id}|${proof.razorpay_payment_id}`)
      .digest('hex');
    expect(proof).toEqual({
      razorpay_payment_id: expect.stringMatching(/^pay_/),
      razorpay_order_id: id,
      razorpay_signature: signed,
    });
    expect(await running.razorpay.orders.fetch(id)).toMatchObject({
      status: 'paid',
      attempts: 2,
      amount_paid: 129_900,
    });
    const { items } = await running.razorpay.orders.fetchPayments(id);
    expect(items.map(({ status, method }) => [status, method])).toEqual([
      ['captured', 'netbanking'],
      ['failed', 'card'],
    ]);
    expect(await running.razorpay.payments.fetch(proof.razorpay_payment_id)).toMatchObject({
      status: 'captured',
      captured: true,
      bank: 'HDFC',
      fee: 3066,
      tax: 468,
      amount_refunded: 0,
      refund_status: null,
    });
  });

  it('hands the page the reason of a failure', async () => {
    const { id } = await order();
    expect(await pay(id, { outcome: 'failure' })).toEqual({
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: expect.stringContaining('declined by the bank'),
        source: 'bank',
        step: 'payment_authorization',
        reason: 'payment_failed',
        metadata: { payment_id: expect.stringMatching(/^pay_/), order_id: id },
      },
    });
  });

  it('does not take a second payment for a paid order', async () => {
    const { id } = await order();
    await pay(id);
    await expect(pay(id)).rejects.toMatchObject({
      status: 400,
      answer: { error: { description: 'Your payment has been declined as the order is already paid.' } },
    });
  });

  it('leaves a payment authorised where the order asks for manual capture, and captures its exact amount once', async () => {
    const { id } = await order({ payment_capture: false });
    const { razorpay_payment_id: paymentId } = await pay(id);
    expect(await running.razorpay.payments.fetch(paymentId)).toMatchObject({ status: 'authorized', captured: false });

    await expect(running.razorpay.payments.capture(paymentId, 129_800, 'INR')).rejects.toEqual(
      refused('Capture amount must be equal to the amount authorized.'),
    );
    expect(await running.razorpay.payments.capture(paymentId, 129_900, 'INR')).toMatchObject({ status: 'captured' });
    await expect(running.razorpay.payments.capture(paymentId, 129_900, 'INR')).rejects.toEqual(
      refused('This payment has already been captured'),
    );
  });

  it('captures one of two payments that were authorised for the same order', async () => {
    const { id } = await order({ payment_capture: false });
    const first = await pay(id);
    const second = await pay(id);
    await running.razorpay.payments.capture(first.razorpay_payment_id, 129_900, 'INR');
    await expect(running.razorpay.payments.capture(second.razorpay_payment_id, 129_900, 'INR')).rejects.toEqual(
      refused('Your payment has been declined as the order is already paid.'),
    );
  });

  it('gives money back that nobody captured within three days', async () => {
    const { id } = await order({ payment_capture: false });
    const { razorpay_payment_id: paymentId } = await pay(id);
    await running.control('POST', '/time', { advanceMs: 71 * 3_600_000 });
    expect(await running.razorpay.payments.fetch(paymentId)).toMatchObject({ status: 'authorized' });
    await running.control('POST', '/time', { advanceMs: 2 * 3_600_000 });
    expect(await running.razorpay.payments.fetch(paymentId)).toMatchObject({ status: 'refunded', captured: false });
    expect((await running.control('GET', '/ledger')).razorpay).toEqual({});
  });

  it('authorises a failed payment later, and captures it', async () => {
    const { id } = await order();
    const failure = (await pay(id, { outcome: 'late-authorization', lateAfterMs: 3_600_000 })) as never as {
      error: { metadata: { payment_id: string } };
    };
    const paymentId = failure.error.metadata.payment_id;
    expect(await running.razorpay.payments.fetch(paymentId)).toMatchObject({
      status: 'failed',
      error_reason: 'payment_timed_out',
    });
    await running.control('POST', '/time', { advanceMs: 3_600_001 });
    expect(await running.razorpay.payments.fetch(paymentId)).toMatchObject({ status: 'captured', error_reason: null });
    expect(await running.razorpay.orders.fetch(id)).toMatchObject({ status: 'paid' });
  });
});

describe('refunds', () => {
  const refundWithKey = async (paymentId: string, body: object, key: string) => {
    const headers = { 'X-Refund-Idempotency': key };
    const { status, data } = await httpClientOf(running.razorpay).post(`/v1/payments/${paymentId}/refund`, body, {
      headers,
      validateStatus: () => true,
    });
    return { status, data: data as { id: string; amount: number; error: { description: string } } };
  };

  it('refunds in parts and never more than was captured', async () => {
    const paymentId = await paid();
    expect(await running.razorpay.payments.refund(paymentId, { amount: 100_000 })).toMatchObject({
      id: expect.stringMatching(/^rfnd_/),
      entity: 'refund',
      amount: 100_000,
      payment_id: paymentId,
      status: 'processed',
      speed_requested: 'normal',
      notes: [],
    });
    expect(await running.razorpay.payments.fetch(paymentId)).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
    });
    await expect(running.razorpay.payments.refund(paymentId, { amount: 30_000 })).rejects.toEqual(
      refused('The total refund amount is greater than the refund payment amount'),
    );
    // Without an amount, the remaining sum.
    const rest = await running.razorpay.payments.refund(paymentId, {});
    expect(rest.amount).toBe(29_900);
    expect(await running.razorpay.payments.fetch(paymentId)).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
    });
    await expect(running.razorpay.payments.refund(paymentId, { amount: 100 })).rejects.toEqual(
      refused('The payment has been fully refunded already'),
    );
    expect(await running.razorpay.refunds.fetch(rest.id)).toEqual(rest);
    expect((await running.control('GET', '/ledger')).razorpay.INR).toMatchObject({
      captured: 129_900,
      refunded: 129_900,
    });
  });

  it('does one refund per idempotency key, and refuses another request under it', async () => {
    const paymentId = await paid();
    const first = await refundWithKey(paymentId, { amount: 5000 }, 'refund-0001');
    const again = await refundWithKey(paymentId, { amount: 5000 }, 'refund-0001');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.data).toEqual(first.data);
    expect(await running.razorpay.payments.fetch(paymentId)).toMatchObject({ amount_refunded: 5000 });

    const other = await refundWithKey(paymentId, { amount: 6000 }, 'refund-0001');
    expect(other.status).toBe(400);
    expect(other.data.error.description).toBe(
      'Different request with the same idempotency key has already been processed.',
    );
    expect((await refundWithKey(paymentId, { amount: 100 }, 'short')).status).toBe(400);
  });

  it('answers 409 while a refund of the same key is running', async () => {
    const paymentId = await paid();
    await running.fail({ provider: 'razorpay', call: 'payment.refund', kind: 'slow', ms: 300 });
    const [first, second] = await Promise.all([
      refundWithKey(paymentId, { amount: 5000 }, 'refund-0002'),
      refundWithKey(paymentId, { amount: 5000 }, 'refund-0002'),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
  });

  it('fails a refund days later, and the money can be refunded again', async () => {
    const paymentId = await paid();
    await running.fail({ provider: 'razorpay', call: 'payment.refund', kind: 'fails-later', afterMs: 2 * 86_400_000 });
    const refund = await running.razorpay.payments.refund(paymentId, {});
    expect(refund.status).toBe('processed');
    await running.control('POST', '/time', { advanceMs: 3 * 86_400_000 });
    expect(await running.razorpay.refunds.fetch(refund.id)).toMatchObject({ status: 'failed' });
    expect(await running.razorpay.payments.fetch(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 0 });
    expect(running.shop.events()).toContain('refund.failed');
    expect(await running.razorpay.payments.refund(paymentId, {})).toMatchObject({ status: 'processed' });
  });

  it('keeps a refund pending until the bank has answered', async () => {
    const paymentId = await paid();
    await running.fail({ provider: 'razorpay', call: 'payment.refund', kind: 'pending' });
    const refund = await running.razorpay.payments.refund(paymentId, { amount: 100 });
    expect(refund.status).toBe('pending');
    await running.control('POST', `/razorpay/refunds/${refund.id}`, { status: 'processed' });
    expect(await running.razorpay.refunds.fetch(refund.id)).toMatchObject({ status: 'processed' });
  });

  it('refuses to refund what was not captured', async () => {
    const { id } = await order({ payment_capture: false });
    const { razorpay_payment_id: paymentId } = await pay(id);
    await expect(running.razorpay.payments.refund(paymentId, {})).rejects.toEqual(
      refused('The payment status should be captured for action to be taken'),
    );
  });
});

describe('the dashboard', () => {
  it('refunds without the shop, and counts a lost dispute in the ledger', async () => {
    const paymentId = await paid();
    await running.control('POST', `/razorpay/payments/${paymentId}/refund`, { amount: 900 });
    const dispute = await running.control('POST', `/razorpay/payments/${paymentId}/dispute`, { amount: 5000 });
    await running.control('POST', `/razorpay/disputes/${dispute.id}`, { status: 'lost' });
    await running.sandbox.webhooks.settle();
    expect(running.shop.events()).toEqual(
      expect.arrayContaining(['refund.created', 'refund.processed', 'payment.dispute.created', 'payment.dispute.lost']),
    );
    expect((await running.control('GET', '/ledger')).razorpay.INR).toEqual({
      payments: 1,
      captured: 129_900,
      refunded: 900,
      lostInDisputes: 5000,
    });
    expect((await running.control('GET', '/ledger/entries?provider=razorpay')).entries).toEqual([
      expect.objectContaining({
        ...{ paymentId, currency: 'INR', captured: 129_900, refunded: 900, lost: 5000 },
        refunds: [{ reference: null, amount: 900 }],
      }),
    ]);
  });
});

describe('disputes', () => {
  it('are listed by the SDK, newest first and page by page, as they stand now', async () => {
    const [first, second] = [await paid(), await paid()];
    const { id } = await running.control('POST', `/razorpay/payments/${first}/dispute`, { amount: 5000 });
    const other = await running.control('POST', `/razorpay/payments/${second}/dispute`, {});
    await running.control('POST', `/razorpay/disputes/${id}`, { status: 'under_review' });
    const { entity, count, items } = await running.razorpay.disputes.all();
    expect({ entity, count, ids: items.map((one) => one.id) }).toEqual({
      entity: 'collection',
      count: 2,
      ids: [other.id, id],
    });
    expect((await running.razorpay.disputes.all({ count: 1, skip: 1 })).items).toEqual([
      await running.razorpay.disputes.fetch(id),
    ]);
    expect(items[1]).toMatchObject({ entity: 'dispute', payment_id: first, amount: 5000, status: 'under_review' });
    await expect(running.razorpay.disputes.fetch('disp_nobody')).rejects.toEqual(
      refused('The id provided does not exist'),
    );
  });
});

describe('webhooks', () => {
  it('signs the raw body as the SDK verifies it, and names the event', async () => {
    running.shop.received.length = 0;
    await paid({ receipt: 'https://slash' });
    await running.sandbox.webhooks.settle();
    expect(running.shop.events().sort()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
    for (const { headers, body, path } of running.shop.received) {
      const signature = headers['x-razorpay-signature'] as string;
      expect(path).toBe('/webhooks/razorpay');
      expect(Razorpay.validateWebhookSignature(body, signature, KEYS.razorpay.webhookSecret)).toBe(true);
    }
    const orderPaid = running.shop.received.find(({ event }) => event === 'order.paid')!;
    const written = JSON.stringify(JSON.parse(orderPaid.body));
    const signature = orderPaid.headers['x-razorpay-signature'] as string;
    // A receiver that verifies its own serialisation fails here.
    expect(Razorpay.validateWebhookSignature(written, signature, KEYS.razorpay.webhookSecret)).toBe(false);
    expect(JSON.parse(orderPaid.body)).toMatchObject({
      entity: 'event',
      contains: ['payment', 'order'],
      payload: { payment: { entity: { status: 'captured' } }, order: { entity: { status: 'paid' } } },
    });
    expect(new Set(running.shop.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
  });

  it('signs new events with the new secret, and retries of old ones with the old', async () => {
    running.shop.received.length = 0;
    running.shop.answers = [500, 500, 500];
    await paid();
    await running.sandbox.webhooks.settle();
    await running.control('POST', '/razorpay/webhook-secret', { secret: 'the second secret' });
    await paid();
    await running.control('POST', '/webhooks/flush');
    const verified = (secret: string) =>
      running.shop.received.filter(({ headers, body }) =>
        Razorpay.validateWebhookSignature(body, headers['x-razorpay-signature'] as string, secret),
      ).length;
    expect(running.shop.received).toHaveLength(9);
    expect([verified(KEYS.razorpay.webhookSecret), verified('the second secret')]).toEqual([6, 3]);
  });
});
