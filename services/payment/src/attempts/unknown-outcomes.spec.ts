import crypto from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { payment } from '@shop/contracts';
import { Transactions } from '@shop/service-kit';
import { eventually } from '@shop/test-kit';
import { RECONCILE_AFTER, usePaymentHarness } from '../../test/service-harness.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, and the SDKs against the sandbox process.
const harness = usePaymentHarness();

/** The connection is cut before or after the provider processes the call. */
const LOST = ['timeout-before', 'timeout-after'] as const;

const captures = async (orderId: string) =>
  (await harness.sandbox.captured('paypal')).filter((entry) => entry.orderId === orderId).length;

describe('an order whose creation got no answer', () => {
  it.each(LOST)('of Razorpay is one order in the end (%s)', async (kind) => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId);
    await harness.sandbox.fail({ provider: 'razorpay', call: 'order.create', kind, holdMs: 0 });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await asha.createOrder({ checkoutId }, key);
    // If the order was created it is found by its receipt; otherwise the buyer retries.
    expect([first.status, first.body.code]).toEqual(
      kind === 'timeout-after' ? [201, undefined] : [503, 'payment.provider-unavailable'],
    );
    const { body } = first.status === 201 ? first : await asha.createOrder({ checkoutId }, key);
    const { _id } = await harness.attempt(checkoutId);
    expect(await ordersOf(_id)).toEqual([body.order.id]);
  });

  it.each(LOST)('of PayPal is one order at once, by its request id (%s)', async (kind) => {
    const emily = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(emily.userId, { currency: 'USD', amount: 24_51 });
    await harness.sandbox.fail({ provider: 'paypal', call: 'order.create', kind, holdMs: 0 });
    const { status, body } = await emily.createPaypalOrder({ checkoutId });
    expect([status, (await harness.attempt(checkoutId)).providerOrderId]).toEqual([201, body.id]);
  });

  it('is found by the reconciler, and paid, without the buyer trying again', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId);
    await harness.sandbox.fail({ provider: 'razorpay', call: 'order.create', kind: 'timeout-after', holdMs: 0 });
    await harness.sandbox.fail({
      provider: 'razorpay',
      call: 'order.list',
      kind: 'error-before',
      status: 502,
      html: true,
    });
    expect((await asha.createOrder({ checkoutId })).status).toBe(503);
    expect((await harness.attempt(checkoutId)).state).toBe('creating');
    harness.service.clock.advance(RECONCILE_AFTER);
    await harness.becomes(checkoutId, 'open');
  });

  it('is given up after a while, and another one can begin', async () => {
    const emily = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(emily.userId, { currency: 'USD', amount: 24_51 });
    await harness.sandbox.fail({ provider: 'paypal', call: 'order.create', kind: 'error-before', times: 2 });
    expect((await emily.createPaypalOrder({ checkoutId })).status).toBe(503);
    harness.service.clock.advance(RECONCILE_AFTER);
    await harness.becomes(checkoutId, 'failed');
    expect((await emily.createPaypalOrder({ checkoutId })).status).toBe(201);
  });
});

describe('a capture that got no answer', () => {
  it.each([...LOST, 'error-after'])('by PayPal is unknown to the buyer, and captured once (%s)', async (kind) => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    harness.webhooks.closed = true;
    await harness.sandbox.approve(orderId);
    await harness.sandbox.fail({
      provider: 'paypal',
      call: 'order.capture',
      kind,
      ...(kind.startsWith('timeout') && { holdMs: 0 }),
    });
    const { status, body } = await emily.capture(orderId);
    expect([status, body.status]).toEqual([200, 'UNKNOWN']);
    await harness.becomes(checkoutId, 'captured');
    expect(await captures(orderId)).toBe(1);
    expect(await harness.published(payment.paymentFailed, checkoutId)).toEqual([]);
    await eventually(() => harness.fakeServices.checkout(checkoutId).state === 'ordered', {
      what: 'cart-order being notified',
    });
  });

  it.each(LOST)('by Razorpay is unknown to the buyer, and captured once (%s)', async (kind) => {
    await harness.sandbox.control('POST', '/razorpay/settings', { capture: 'manual' });
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    harness.webhooks.closed = true;
    const proof = await harness.sandbox.pay(orderId);
    await harness.sandbox.fail({ provider: 'razorpay', call: 'payment.capture', kind, holdMs: 0 });
    expect((await asha.verify(proof)).body.state).toBe('open');
    await harness.becomes(checkoutId, 'captured');
    expect(await harness.published(payment.paymentCaptured, checkoutId)).toHaveLength(1);
    await harness.sandbox.control('POST', '/razorpay/settings', { capture: 'automatic' });
  });

  it('is taken further when cart-order’s answer got lost, which by then waits for the outcome', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    harness.webhooks.closed = true;
    await harness.sandbox.approve(orderId);
    harness.fakeServices.dropResponseOf = 'begin-capture';
    expect((await emily.capture(orderId)).body.status).toBe('UNKNOWN');
    harness.fakeServices.dropResponseOf = undefined;
    expect(harness.fakeServices.checkout(checkoutId).state).toBe('capturing');
    await harness.becomes(checkoutId, 'captured');
    expect(await captures(orderId)).toBe(1);
  });

  it('is not tried again for a checkout that another payment has paid', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    harness.webhooks.closed = true;
    await harness.sandbox.approve(orderId);
    harness.fakeServices.checkout(checkoutId).state = 'ordered';
    expect((await emily.capture(orderId)).body).toMatchObject({ code: 'checkout.paid' });
    await harness.becomes(checkoutId, 'failed');
    const asked = () => harness.fakeServices.requests.filter((call) => call.includes(`${checkoutId}/begin-capture`));
    expect(asked()).toHaveLength(1);
    await harness.idle();
    harness.service.clock.advance(RECONCILE_AFTER);
    await eventually(
      async () => {
        const { dueAt } = (await harness.attempt(checkoutId))!;
        return dueAt === undefined || dueAt > harness.service.clock.now();
      },
      { what: 'the follow-up' },
    );
    await harness.idle();
    expect(asked()).toHaveLength(1);
  });

  it('frees the checkout when the buyer took the approval back meanwhile', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    harness.webhooks.closed = true;
    await harness.sandbox.approve(orderId);
    const lost = { provider: 'paypal', call: 'order.capture', kind: 'timeout-before', holdMs: 0 } as const;
    await harness.sandbox.fail({ ...lost, untilRemoved: true });
    expect((await emily.capture(orderId)).body.status).toBe('UNKNOWN');
    await harness.sandbox.control('POST', `/paypal/orders/${orderId}/reverse-approval`);
    await harness.becomes(checkoutId, 'open');
    await eventually(() => harness.fakeServices.checkout(checkoutId).state === 'frozen', {
      what: 'the checkout being free',
    });
  });

  it('is not lost when the service dies between the capture and its own commit', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    harness.webhooks.closed = true;
    await harness.sandbox.approve(orderId);
    const transactions = harness.service.app.get(Transactions);
    const run = transactions.run.bind(transactions);
    // `capturing` is stored; the transaction after the capture fails.
    transactions.run = async () => {
      throw new Error('The process died here');
    };
    const answer = await emily.capture(orderId);
    transactions.run = run;
    expect(answer.status).toBe(500);
    expect(await captures(orderId)).toBe(1);
    expect((await harness.attempt(checkoutId)).state).toBe('capturing');
    harness.service.clock.advance(RECONCILE_AFTER);
    await harness.becomes(checkoutId, 'captured');
    expect(await captures(orderId)).toBe(1);
    expect(await harness.published(payment.paymentCaptured, checkoutId)).toHaveLength(1);
  });
});

describe('a provider that is away', () => {
  it('leaves attempts open, is asked again with growing pauses, and is believed once it is back', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    harness.webhooks.closed = true;
    const proof = await harness.sandbox.pay(orderId);
    await harness.sandbox.fail({
      provider: 'razorpay',
      kind: 'error-before',
      status: 502,
      html: true,
      untilRemoved: true,
    });
    expect((await asha.verify(proof)).body.state).toBe('open');
    await eventually(async () => (await harness.attempt(checkoutId)).looks > 0, { what: 'a failed check' });
    await harness.sandbox.control('DELETE', '/failures');
    harness.service.clock.advance(RECONCILE_AFTER);
    await harness.becomes(checkoutId, 'captured');
  });
});

/** Razorpay's orders of an attempt, by their receipt. */
async function ordersOf(attemptId: string): Promise<string[]> {
  const authorization = `Basic ${Buffer.from('rzp_test_0000000001:key secret of Razorpay').toString('base64')}`;
  const answer = await fetch(`${harness.sandbox.url}/razorpay/v1/orders?receipt=${attemptId}`, {
    headers: { authorization },
  });
  const { items } = (await answer.json()) as { items: { id: string }[] };
  return items.map(({ id }) => id);
}
