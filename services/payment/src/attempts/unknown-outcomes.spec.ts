import crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { payment } from '@shop/contracts';
import { Transactions } from '@shop/service-kit';
import { eventually } from '@shop/test-kit';
import { LOOK, startShop, type TestShop } from '../../test/shop.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, the SDKs of Razorpay and PayPal against the sandbox as a process.
let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
}, 60_000);
afterAll(() => shop?.close());
beforeEach(async () => {
  shop.webhooks.closed = false;
  await shop.sandbox.control('DELETE', '/failures');
});

/** No answer: the connection is cut. Before the provider did anything, or after. */
const LOST = ['timeout-before', 'timeout-after'] as const;

const captures = async (orderId: string) => {
  const { entries } = await shop.sandbox.control<{ entries: object[] }>(
    'GET',
    '/ledger/entries?provider=paypal&limit=100',
  );
  return entries.filter((entry) => JSON.stringify(entry).includes(orderId)).length;
};

describe('an order whose creation got no answer', () => {
  it.each(LOST)('of Razorpay is one order in the end (%s)', async (kind) => {
    const asha = await shop.shopper();
    const { checkoutId } = shop.clients.freeze(asha.userId);
    await shop.sandbox.fail({ provider: 'razorpay', call: 'order.create', kind, holdMs: 0 });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await asha.createOrder({ checkoutId }, key);
    // After the effect the order is found by its receipt; before it there is none, and the buyer tries again.
    expect([first.status, first.body.code]).toEqual(
      kind === 'timeout-after' ? [201, undefined] : [503, 'payment.provider-unavailable'],
    );
    const { body } = first.status === 201 ? first : await asha.createOrder({ checkoutId }, key);
    const { _id } = await shop.attempt(checkoutId);
    expect(await ordersOf(_id)).toEqual([body.order.id]);
  });

  it.each(LOST)('of PayPal is one order at once, by its request id (%s)', async (kind) => {
    const emily = await shop.shopper();
    const { checkoutId } = shop.clients.freeze(emily.userId, { currency: 'USD', amount: 24_51 });
    await shop.sandbox.fail({ provider: 'paypal', call: 'order.create', kind, holdMs: 0 });
    const { status, body } = await emily.createPaypalOrder({ checkoutId });
    expect([status, (await shop.attempt(checkoutId)).providerOrderId]).toEqual([201, body.id]);
  });

  it('is found by the reconciler, and paid, without the buyer trying again', async () => {
    const asha = await shop.shopper();
    const { checkoutId } = shop.clients.freeze(asha.userId);
    await shop.sandbox.fail({ provider: 'razorpay', call: 'order.create', kind: 'timeout-after', holdMs: 0 });
    await shop.sandbox.fail({
      provider: 'razorpay',
      call: 'order.list',
      kind: 'error-before',
      status: 502,
      html: true,
    });
    expect((await asha.createOrder({ checkoutId })).status).toBe(503);
    expect((await shop.attempt(checkoutId)).state).toBe('creating');
    shop.service.clock.advance(LOOK);
    await shop.becomes(checkoutId, 'open');
  });

  it('is given up after a while, and another one can begin', async () => {
    const emily = await shop.shopper();
    const { checkoutId } = shop.clients.freeze(emily.userId, { currency: 'USD', amount: 24_51 });
    await shop.sandbox.fail({ provider: 'paypal', call: 'order.create', kind: 'error-before', times: 2 });
    expect((await emily.createPaypalOrder({ checkoutId })).status).toBe(503);
    shop.service.clock.advance(LOOK);
    await shop.becomes(checkoutId, 'failed');
    expect((await emily.createPaypalOrder({ checkoutId })).status).toBe(201);
  });
});

describe('a capture that got no answer', () => {
  it.each([...LOST, 'error-after'])('by PayPal is unknown to the buyer, and captured once (%s)', async (kind) => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    shop.webhooks.closed = true;
    await shop.sandbox.approve(orderId);
    await shop.sandbox.fail({
      provider: 'paypal',
      call: 'order.capture',
      kind,
      ...(kind.startsWith('timeout') && { holdMs: 0 }),
    });
    const { status, body } = await emily.capture(orderId);
    expect([status, body.status]).toEqual([200, 'UNKNOWN']);
    await shop.becomes(checkoutId, 'captured');
    expect(await captures(orderId)).toBe(1);
    expect(await shop.told(payment.paymentFailed, checkoutId)).toEqual([]);
    await eventually(() => shop.clients.checkout(checkoutId).state === 'ordered', { what: 'cart-order being told' });
  });

  it.each(LOST)('by Razorpay is unknown to the buyer, and captured once (%s)', async (kind) => {
    await shop.sandbox.control('POST', '/razorpay/settings', { capture: 'manual' });
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    shop.webhooks.closed = true;
    const proof = await shop.sandbox.pay(orderId);
    await shop.sandbox.fail({ provider: 'razorpay', call: 'payment.capture', kind, holdMs: 0 });
    expect((await asha.verify(proof)).body.state).toBe('open');
    await shop.becomes(checkoutId, 'captured');
    expect(await shop.told(payment.paymentCaptured, checkoutId)).toHaveLength(1);
    await shop.sandbox.control('POST', '/razorpay/settings', { capture: 'automatic' });
  });

  it('is taken further when cart-order’s answer got lost, which by then waits for the outcome', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    shop.webhooks.closed = true;
    await shop.sandbox.approve(orderId);
    shop.clients.loseAnswerOf = 'begin-capture';
    expect((await emily.capture(orderId)).body.status).toBe('UNKNOWN');
    expect(shop.clients.checkout(checkoutId).state).toBe('capturing');
    await shop.becomes(checkoutId, 'captured');
    expect(await captures(orderId)).toBe(1);
  });

  it('frees the checkout when the buyer took the approval back meanwhile', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    shop.webhooks.closed = true;
    await shop.sandbox.approve(orderId);
    const lost = { provider: 'paypal', call: 'order.capture', kind: 'timeout-before', holdMs: 0 } as const;
    await shop.sandbox.fail({ ...lost, untilRemoved: true });
    expect((await emily.capture(orderId)).body.status).toBe('UNKNOWN');
    await shop.sandbox.control('POST', `/paypal/orders/${orderId}/reverse-approval`);
    await shop.becomes(checkoutId, 'open');
    await eventually(() => shop.clients.checkout(checkoutId).state === 'frozen', {
      what: 'the checkout being free',
    });
  });

  it('is not lost when the service dies between the capture and its own commit', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    shop.webhooks.closed = true;
    await shop.sandbox.approve(orderId);
    const transactions = shop.service.app.get(Transactions);
    const run = transactions.run.bind(transactions);
    // `capturing` is stored; the transaction after the money was taken never comes through.
    transactions.run = async () => {
      throw new Error('The process died here');
    };
    const answer = await emily.capture(orderId);
    transactions.run = run;
    expect(answer.status).toBe(500);
    expect(await captures(orderId)).toBe(1);
    expect((await shop.attempt(checkoutId)).state).toBe('capturing');
    shop.service.clock.advance(LOOK);
    await shop.becomes(checkoutId, 'captured');
    expect(await captures(orderId)).toBe(1);
    expect(await shop.told(payment.paymentCaptured, checkoutId)).toHaveLength(1);
  });
});

describe('a provider that is away', () => {
  it('leaves attempts open, is asked again with growing pauses, and is believed once it is back', async () => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    shop.webhooks.closed = true;
    const proof = await shop.sandbox.pay(orderId);
    await shop.sandbox.fail({
      provider: 'razorpay',
      kind: 'error-before',
      status: 502,
      html: true,
      untilRemoved: true,
    });
    expect((await asha.verify(proof)).body.state).toBe('open');
    await eventually(async () => (await shop.attempt(checkoutId)).looks > 0, { what: 'a look in vain' });
    await shop.sandbox.control('DELETE', '/failures');
    shop.service.clock.advance(LOOK);
    await shop.becomes(checkoutId, 'captured');
  });
});

/** Razorpay's orders of an attempt, by their receipt. */
async function ordersOf(attemptId: string): Promise<string[]> {
  const authorization = `Basic ${Buffer.from('rzp_test_0000000001:key secret of Razorpay').toString('base64')}`;
  const answer = await fetch(`${shop.sandbox.url}/razorpay/v1/orders?receipt=${attemptId}`, {
    headers: { authorization },
  });
  const { items } = (await answer.json()) as { items: { id: string }[] };
  return items.map(({ id }) => id);
}
