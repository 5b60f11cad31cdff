import crypto from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { identity, payment } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually, SANDBOX_KEYS } from '@shop/test-kit';
import { HOURS, RECONCILE_AFTER, usePaymentHarness } from '../../test/service-harness.ts';
import { PayPalProvider } from '../providers/paypal/paypal.provider.ts';
import type { Webhook } from './webhook.schema.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, and the SDKs against the sandbox process.
const PREVIOUS_SECRET = 'the webhook secret before';
const harness = usePaymentHarness({
  RAZORPAY_WEBHOOK_SECRET: `${SANDBOX_KEYS.RAZORPAY_WEBHOOK_SECRET},${PREVIOUS_SECRET}`,
  // The webhook that replaces the sandbox's is not in use yet.
  PAYPAL_WEBHOOK_ID: `WH-NEXT,${SANDBOX_KEYS.PAYPAL_WEBHOOK_ID}`,
  DISPUTE_WATCH_EVERY: '1h',
});

const stored = () => harness.service.connection.collection<Webhook>('webhooks');

/** Sends a webhook as Razorpay would. */
async function post(event: object, { secret = SANDBOX_KEYS.RAZORPAY_WEBHOOK_SECRET, id = crypto.randomUUID() } = {}) {
  // With whitespace that parsing and serializing would lose.
  const body = JSON.stringify(event).replace(':', ' : ');
  const answer = await fetch(`${harness.service.url}/api/v1/payment/webhooks/razorpay`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': crypto.createHmac('sha256', secret).update(body).digest('hex'),
    },
    body,
  });
  return { status: answer.status, id, body: (await answer.json()) as { code?: string } };
}

const finished = (id: string) =>
  eventually(
    async () => {
      const webhook = await stored().findOne({ _id: id });
      return webhook !== null && webhook.state !== 'waiting' && webhook;
    },
    { what: 'the webhook being processed' },
  );

describe('webhooks of Razorpay', () => {
  it('are taken with the current and the previous secret, and with no other', async () => {
    const event = { event: 'settlement.processed', payload: {} };
    expect((await post(event)).status).toBe(200);
    expect((await post(event, { secret: PREVIOUS_SECRET })).status).toBe(200);
    const forged = await post(event, { secret: 'guessed' });
    expect([forged.status, forged.body.code]).toEqual([400, 'payment.wrong-signature']);
    expect(await stored().findOne({ _id: `razorpay/${forged.id}` })).toBeNull();
    const bare = await harness.send('POST', '/payment/webhooks/razorpay', event);
    expect(bare.body.code).toBe('payment.wrong-signature');
  });

  it('are kept once, also those that say nothing to the shop, without what they say once nothing is left to do', async () => {
    const event = { event: 'settlement.processed', payload: {} };
    const { id } = await post(event);
    await post(event, { id });
    const webhook = await finished(`razorpay/${id}`);
    expect(webhook).toMatchObject({ state: 'done', outcome: 'nothing to do', event: 'settlement.processed' });
    expect(webhook).not.toHaveProperty('body');
    expect(await stored().countDocuments({ _id: `razorpay/${id}` })).toBe(1);
  });

  it('of an order that the shop does not know are acknowledged, kept, and shown to staff once', async () => {
    const entity = { id: 'pay_unknown', order_id: 'order_unknown', amount: 100, currency: 'INR', notes: [] };
    const event = { event: 'payment.captured', payload: { payment: { entity } } };
    for (const { id, status } of [await post(event), await post(event)]) {
      expect(status).toBe(200);
      expect((await finished(`razorpay/${id}`)).state).toBe('needs-attention');
    }
    const entries = (await harness.attention()).filter(({ providerOrderId }) => providerOrderId === 'order_unknown');
    expect(entries).toEqual([
      expect.objectContaining({ reason: 'unknown-order', providerPaymentId: 'pay_unknown', amount: 100 }),
    ]);
  });

  it('are not believed about money: the provider is asked', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    const entity = { id: 'pay_invented', order_id: orderId, amount: 2_060_00, currency: 'INR', status: 'captured' };
    const { id } = await post({ event: 'payment.captured', payload: { payment: { entity } } });
    await finished(`razorpay/${id}`);
    expect((await harness.attempt(checkoutId)).state).toBe('open');
  });

  it('that come an hour late, twice, out of order, or signed wrongly at first make one payment', async () => {
    const asha = await harness.shopper();
    for (const [kind, more] of [
      ['webhook-late', { delayMs: HOURS }],
      ['webhook-twice', { delayMs: 1_000 }],
      ['webhook-out-of-order', { delayMs: 60_000 }],
      ['webhook-wrong-signature', {}],
    ] as const) {
      const { checkoutId, orderId } = await asha.rupees();
      const where = { event: 'payment.captured' };
      await harness.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind, where, ...more });
      await harness.sandbox.pay(orderId);
      await harness.sandbox.advance(HOURS);
      await harness.becomes(checkoutId, 'captured');
      expect(await harness.published(payment.paymentCaptured, checkoutId)).toHaveLength(1);
    }
  });

  it('are taken after a rotation of the secret at the provider only once the shop has it', async () => {
    await harness.sandbox.control('POST', '/razorpay/webhook-secret', { secret: PREVIOUS_SECRET });
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    await harness.sandbox.pay(orderId);
    await harness.becomes(checkoutId, 'captured');
    await harness.sandbox.control('POST', '/razorpay/webhook-secret', { secret: SANDBOX_KEYS.RAZORPAY_WEBHOOK_SECRET });
  });

  it('that cannot be worked off for an hour are left to staff, and none is lost while a provider is away', async () => {
    const asha = await harness.shopper();
    const { orderId } = await asha.rupees();
    await harness.sandbox.fail({
      provider: 'razorpay',
      call: 'order.payments',
      kind: 'error-before',
      untilRemoved: true,
    });
    const entity = { id: 'pay_later', order_id: orderId, amount: 2_060_00, currency: 'INR' };
    const { id } = await post({ event: 'payment.captured', payload: { payment: { entity } } });
    await eventually(async () => ((await stored().findOne({ _id: `razorpay/${id}` }))?.looks ?? 0) > 0, {
      what: 'a failed try',
    });
    expect((await stored().findOne({ _id: `razorpay/${id}` }))?.state).toBe('waiting');
    harness.service.clock.advance(RECONCILE_AFTER);
    expect((await finished(`razorpay/${id}`)).state).toBe('needs-attention');
  });
});

describe('webhooks of PayPal', () => {
  it('are proved by asking PayPal with the very bytes that came', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await harness.sandbox.approve(orderId);
    const [sent] = await eventually(async () => {
      const all = await harness.sandbox.webhooks(orderId);
      return all.length > 0 && all.every(({ state }) => state === 'delivered') && all;
    });
    const send = async (body: string) =>
      (
        await fetch(`${harness.service.url}/api/v1/payment/webhooks/paypal`, {
          method: 'POST',
          headers: { ...sent!.headers, 'content-type': 'application/json' },
          body,
        })
      ).status;
    expect(await send(sent!.body)).toBe(200);
    expect(await send(JSON.stringify(JSON.parse(sent!.body)))).toBe(400);
    expect(await send(sent!.body.replace(orderId, 'ANOTHER'))).toBe(400);
    expect((await harness.send('POST', '/payment/webhooks/paypal', { id: 'WH-1' })).status).toBe(400);
    expect((await harness.attempt(checkoutId)).state).toBe('open');
  });

  it('come again while PayPal cannot be asked', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await harness.sandbox.fail({ provider: 'paypal', call: 'webhook.verify', kind: 'error-before' });
    await harness.sandbox.approve(orderId);
    await eventually(async () => (await harness.sandbox.webhooks(orderId)).some(({ state }) => state === 'waiting'), {
      what: 'the first try',
    });
    await harness.sandbox.advance(6_000);
    await harness.delivered(orderId);
    harness.service.clock.advance(RECONCILE_AFTER);
    await harness.becomes(checkoutId, 'captured');
  });

  it('find the attempt by our id when the answer to its creation got lost', async () => {
    const emily = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(emily.userId, { currency: 'USD', amount: 24_51 });
    await harness.sandbox.fail({ provider: 'paypal', call: 'order.create', kind: 'error-after', times: 2 });
    expect((await emily.createPaypalOrder({ checkoutId })).status).toBe(503);
    // A retry returns the order created before.
    const paypal = harness.service.app.get(PayPalProvider, { strict: false });
    const { providerOrderId } = await paypal.createOrder(await harness.attempt(checkoutId));
    await harness.sandbox.approve(providerOrderId);
    await harness.delivered(providerOrderId);
    harness.service.clock.advance(RECONCILE_AFTER);
    expect((await harness.becomes(checkoutId, 'captured')).providerOrderId).toBe(providerOrderId);
  });
});

describe('disputes', () => {
  it('are shown to staff with every step, by either provider', async () => {
    const asha = await harness.shopper();
    const rupees = await asha.rupees();
    const { razorpay_payment_id: paymentId } = await harness.sandbox.pay(rupees.orderId);
    await harness.becomes(rupees.checkoutId, 'captured');
    const { id } = await harness.sandbox.control<{ id: string }>('POST', `/razorpay/payments/${paymentId}/dispute`, {});
    await harness.sandbox.control('POST', `/razorpay/disputes/${id}`, { status: 'lost' });

    const abroad = await asha.abroad();
    await harness.sandbox.approve(abroad.orderId);
    const { body } = await asha.capture(abroad.orderId);
    await harness.sandbox.control('POST', `/paypal/captures/${body.id}/dispute`, {});

    const disputes = async (checkoutId: string) =>
      (await harness.attention()).filter((one) => one.reason === 'dispute' && one.checkoutId === checkoutId);
    await eventually(async () => (await disputes(rupees.checkoutId)).length === 2, { what: 'both steps' });
    await eventually(async () => (await disputes(abroad.checkoutId)).length === 1, { what: 'the dispute at PayPal' });

    // Processed concurrently, in no particular order.
    const published = async (checkoutId: string) =>
      (await harness.published(payment.disputeChanged, checkoutId)).sort((a, b) => b.status.localeCompare(a.status));
    const { _id, userId, amount } = await harness.attempt(rupees.checkoutId);
    const common = { paymentId: _id, provider: 'razorpay', checkoutId: rupees.checkoutId, userId, disputeId: id };
    expect(await published(rupees.checkoutId)).toEqual([
      { ...common, status: 'open', amount, currency: 'INR', at: expect.any(String) },
      { ...common, status: 'lost', amount, currency: 'INR', at: expect.any(String) },
    ]);
    const [opened] = await published(abroad.checkoutId);
    expect(opened).toMatchObject({ status: 'open', amount: 24_51, currency: 'USD' });
    await harness.sandbox.control('POST', `/paypal/disputes/${opened!.disputeId}`, { inBuyersFavour: true });
    await eventually(async () => (await disputes(abroad.checkoutId)).length === 3, {
      what: 'the end, and the reversal',
    });
    expect((await published(abroad.checkoutId)).map(({ status }) => status)).toEqual(['open', 'lost']);
  });
});

describe('a dispute whose webhook never came', () => {
  it('is found at either provider, with how it ended, and told once', async () => {
    const asha = await harness.shopper();
    const [rupees, abroad] = [await asha.rupees(), await asha.abroad()];
    const { razorpay_payment_id: paymentId } = await harness.sandbox.pay(rupees.orderId);
    await harness.sandbox.approve(abroad.orderId);
    const { body } = await asha.capture(abroad.orderId);
    await harness.becomes(rupees.checkoutId, 'captured');
    const never = { call: 'webhook', kind: 'webhook-never', untilRemoved: true };
    for (const provider of ['razorpay', 'paypal'] as const) await harness.sandbox.fail({ provider, ...never });
    try {
      const open = (of: string) => harness.sandbox.control<{ id: string }>('POST', `${of}/dispute`, {});
      const { id } = await open(`/razorpay/payments/${paymentId}`);
      const other = await open(`/paypal/captures/${body.id}`);
      const statuses = async (checkoutId: string) =>
        (await harness.published(payment.disputeChanged, checkoutId)).map(({ status }) => status);
      await harness.advance(RECONCILE_AFTER);
      await eventually(async () => expect(await statuses(rupees.checkoutId)).toEqual(['open']));
      await eventually(async () => expect(await statuses(abroad.checkoutId)).toEqual(['open']));

      await harness.sandbox.control('POST', `/razorpay/disputes/${id}`, { status: 'lost' });
      await harness.sandbox.control('POST', `/paypal/disputes/${other.id}`, { inBuyersFavour: false });
      await harness.advance(RECONCILE_AFTER);
      await eventually(async () => expect(await statuses(rupees.checkoutId)).toEqual(['open', 'lost']));
      await eventually(async () => expect(await statuses(abroad.checkoutId)).toEqual(['open', 'won']));
      const entries = (await harness.attention()).filter(({ checkoutId }) => checkoutId === rupees.checkoutId);
      expect(entries.map(({ reason, providerPaymentId }) => [reason, providerPaymentId])).toEqual([
        ['dispute', paymentId],
        ['dispute', paymentId],
      ]);

      // Another poll reports nothing new.
      const watches = harness.service.connection.collection<{ _id: string; dueAt: Date }>('dispute-watches');
      const before = await watches.find().toArray();
      await harness.advance(RECONCILE_AFTER);
      await eventually(async () => {
        for (const { _id, dueAt } of before) {
          expect((await watches.findOne({ _id }))!.dueAt.getTime()).toBeGreaterThan(dueAt.getTime() + HOURS / 2);
        }
      });
      expect(await statuses(abroad.checkoutId)).toEqual(['open', 'won']);
    } finally {
      await harness.sandbox.control('DELETE', '/failures');
    }
  });

  it('is found at the next look, when the provider did not answer', async () => {
    const asha = await harness.shopper();
    const { orderId, checkoutId } = await asha.rupees();
    const { razorpay_payment_id: paymentId } = await harness.sandbox.pay(orderId);
    await harness.becomes(checkoutId, 'captured');
    await harness.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind: 'webhook-never', untilRemoved: true });
    await harness.sandbox.fail({ provider: 'razorpay', call: 'dispute.list', kind: 'error-before', status: 503 });
    try {
      await harness.sandbox.control('POST', `/razorpay/payments/${paymentId}/dispute`, {});
      await eventually(async () => {
        await harness.advance(RECONCILE_AFTER);
        expect(await harness.published(payment.disputeChanged, checkoutId)).toHaveLength(1);
      });
    } finally {
      await harness.sandbox.control('DELETE', '/failures');
    }
  });
});

describe('what needs attention', () => {
  it('is taken by at most one of the staff, also of many at once, and given back by who has it', async () => {
    const entity = { id: 'pay_taken', order_id: 'order_taken', amount: 100, currency: 'INR' };
    await post({ event: 'payment.captured', payload: { payment: { entity } } });
    const find = async () =>
      (await harness.attention()).find(({ providerOrderId }) => providerOrderId === 'order_taken') as
        { _id: string; taker?: { userId: string } } | undefined;
    const { _id } = await eventually(async () => (await find()) ?? false);
    const take = (isMine: boolean, staff: Awaited<ReturnType<typeof harness.staff>>) =>
      harness.send('PUT', `/admin/payments/attention/${_id}/taker`, { isMine }, staff);
    const all = await Promise.all(Array.from({ length: 4 }, () => harness.staff()));
    const answers = await Promise.all(all.map((staff) => take(true, staff)));
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 3 }, () => 'attention.taken'),
    );
    const [owner, other] = [all[winner]!, all[(winner + 1) % 4]!];
    await take(false, other);
    expect((await find())?.taker).toBeDefined();
    expect((await take(true, owner)).status).toBe(200);
    await take(false, owner);
    expect((await find())?.taker).toBeUndefined();
    expect((await take(true, other)).status).toBe(200);
    const takeFrom = (await find())!.taker!.userId;
    const body = { isMine: true, takeFrom };
    expect((await harness.send('PUT', `/admin/payments/attention/${_id}/taker`, body, owner)).status).toBe(200);
    expect((await find())!.taker!.userId).not.toBe(takeFrom);
    const entries = await publishedEvents(harness.service, identity.auditRecorded);
    expect(entries.filter(({ data }) => data.subjectId === _id).map(({ data }) => data.action)).toEqual(
      ['taken', 'given-back', 'taken', 'taken-over'].map((action) => `payment-attention.${action}`),
    );
  });

  it('is for staff only, and leaves the list with a note that the audit trail keeps', async () => {
    const entity = { id: 'pay_other', order_id: 'order_other', amount: 100, currency: 'INR' };
    await post({ event: 'payment.captured', payload: { payment: { entity } } });
    const entry = await eventually(
      async () => (await harness.attention()).find(({ providerOrderId }) => providerOrderId === 'order_other') ?? false,
    );
    const asha = await harness.shopper();
    expect((await harness.send('GET', '/admin/payments/attention', undefined, asha.headers)).status).toBe(403);
    const staff = await harness.staff();
    const resolve = (id: string, note: string) =>
      harness.send('PUT', `/admin/payments/attention/${id}`, { note }, staff);
    expect((await resolve(entry._id, ' ')).body.errors).toEqual({ note: 'Say what was done' });
    expect((await resolve('f'.repeat(24), 'Seen')).status).toBe(404);
    expect((await resolve(entry._id, 'Another shop of ours')).status).toBe(200);
    expect((await resolve(entry._id, 'Again')).status).toBe(200);
    expect((await harness.attention()).map(({ _id }) => _id)).not.toContain(entry._id);
    expect((await harness.attention('yes')).map(({ _id }) => _id)).toContain(entry._id);
    const entries = await publishedEvents(harness.service, identity.auditRecorded);
    expect(
      entries.filter(({ data }) => data.subjectId === entry._id).map(({ data }) => [data.action, data.reason]),
    ).toEqual([['payment-attention.resolved', 'Another shop of ours']]);
  });
});
