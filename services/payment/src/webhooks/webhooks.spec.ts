import crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identity, payment } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { KEYS } from '../../test/sandbox.ts';
import { HOURS, LOOK, startShop, type TestShop } from '../../test/shop.ts';
import { PayPalProvider } from '../providers/paypal/paypal.provider.ts';
import type { Webhook } from './webhook.schema.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, the SDKs of Razorpay and PayPal against the sandbox as a process.
const PREVIOUS = 'the webhook secret before';
let shop: TestShop;
beforeAll(async () => {
  shop = await startShop({ RAZORPAY_WEBHOOK_SECRET_PREVIOUS: PREVIOUS, DISPUTE_WATCH_EVERY: '1h' });
}, 60_000);
afterAll(() => shop?.close());
beforeEach(async () => {
  shop.webhooks.closed = false;
  await shop.sandbox.control('DELETE', '/failures');
});

const kept = () => shop.service.connection.collection<Webhook>('webhooks');

/** Sends a webhook as Razorpay would. */
async function post(event: object, { secret = KEYS.RAZORPAY_WEBHOOK_SECRET, id = crypto.randomUUID() } = {}) {
  // With a blank that parsing and writing anew would lose.
  const body = JSON.stringify(event).replace(':', ' : ');
  const answer = await fetch(`${shop.service.url}/api/v1/payment/webhooks/razorpay`, {
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
      const webhook = await kept().findOne({ _id: id });
      return webhook !== null && webhook.state !== 'waiting' && webhook;
    },
    { what: 'the webhook being worked off' },
  );

describe('webhooks of Razorpay', () => {
  it('are taken with the current and the previous secret, and with no other', async () => {
    const event = { event: 'settlement.processed', payload: {} };
    expect((await post(event)).status).toBe(200);
    expect((await post(event, { secret: PREVIOUS })).status).toBe(200);
    const forged = await post(event, { secret: 'guessed' });
    expect([forged.status, forged.body.code]).toEqual([400, 'payment.wrong-signature']);
    expect(await kept().findOne({ _id: `razorpay/${forged.id}` })).toBeNull();
    const bare = await shop.send('POST', '/payment/webhooks/razorpay', event);
    expect(bare.body.code).toBe('payment.wrong-signature');
  });

  it('are kept once, byte for byte, also those that say nothing to the shop', async () => {
    const event = { event: 'settlement.processed', payload: {} };
    const { id } = await post(event);
    await post(event, { id });
    const webhook = await finished(`razorpay/${id}`);
    expect(webhook).toMatchObject({ state: 'done', outcome: 'nothing to do', event: 'settlement.processed' });
    expect(webhook.body).toContain('"event" : ');
    expect(await kept().countDocuments({ _id: `razorpay/${id}` })).toBe(1);
  });

  it('of an order that the shop does not know are acknowledged, kept, and shown to staff once', async () => {
    const entity = { id: 'pay_unknown', order_id: 'order_unknown', amount: 100, currency: 'INR', notes: [] };
    const event = { event: 'payment.captured', payload: { payment: { entity } } };
    for (const { id, status } of [await post(event), await post(event)]) {
      expect(status).toBe(200);
      expect((await finished(`razorpay/${id}`)).state).toBe('needs-attention');
    }
    const entries = (await shop.attention()).filter(({ providerOrderId }) => providerOrderId === 'order_unknown');
    expect(entries).toEqual([
      expect.objectContaining({ reason: 'unknown-order', providerPaymentId: 'pay_unknown', amount: 100 }),
    ]);
  });

  it('are not believed about money: the provider is asked', async () => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    const entity = { id: 'pay_invented', order_id: orderId, amount: 2_060_00, currency: 'INR', status: 'captured' };
    const { id } = await post({ event: 'payment.captured', payload: { payment: { entity } } });
    await finished(`razorpay/${id}`);
    expect((await shop.attempt(checkoutId)).state).toBe('open');
  });

  it('that come an hour late, twice, out of order, or signed wrongly at first make one payment', async () => {
    const asha = await shop.shopper();
    for (const [kind, more] of [
      ['webhook-late', { delayMs: HOURS }],
      ['webhook-twice', { delayMs: 1_000 }],
      ['webhook-out-of-order', { delayMs: 60_000 }],
      ['webhook-wrong-signature', {}],
    ] as const) {
      const { checkoutId, orderId } = await asha.rupees();
      const where = { event: 'payment.captured' };
      await shop.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind, where, ...more });
      await shop.sandbox.pay(orderId);
      await shop.sandbox.advance(HOURS);
      await shop.becomes(checkoutId, 'captured');
      expect(await shop.told(payment.paymentCaptured, checkoutId)).toHaveLength(1);
    }
  });

  it('are taken after a rotation of the secret at the provider only once the shop has it', async () => {
    await shop.sandbox.control('POST', '/razorpay/webhook-secret', { secret: PREVIOUS });
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    await shop.sandbox.pay(orderId);
    await shop.becomes(checkoutId, 'captured');
    await shop.sandbox.control('POST', '/razorpay/webhook-secret', { secret: KEYS.RAZORPAY_WEBHOOK_SECRET });
  });

  it('that cannot be worked off for an hour are left to staff, and none is lost while a provider is away', async () => {
    const asha = await shop.shopper();
    const { orderId } = await asha.rupees();
    await shop.sandbox.fail({ provider: 'razorpay', call: 'order.payments', kind: 'error-before', untilRemoved: true });
    const entity = { id: 'pay_later', order_id: orderId, amount: 2_060_00, currency: 'INR' };
    const { id } = await post({ event: 'payment.captured', payload: { payment: { entity } } });
    await eventually(async () => ((await kept().findOne({ _id: `razorpay/${id}` }))?.looks ?? 0) > 0, {
      what: 'a try in vain',
    });
    expect((await kept().findOne({ _id: `razorpay/${id}` }))?.state).toBe('waiting');
    shop.service.clock.advance(LOOK);
    expect((await finished(`razorpay/${id}`)).state).toBe('needs-attention');
  });
});

describe('webhooks of PayPal', () => {
  it('are proved by asking PayPal with the very bytes that came', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await shop.sandbox.approve(orderId);
    const [sent] = await eventually(async () => {
      const all = await shop.sandbox.webhooks(orderId);
      return all.length > 0 && all.every(({ state }) => state === 'delivered') && all;
    });
    const send = async (body: string) =>
      (
        await fetch(`${shop.service.url}/api/v1/payment/webhooks/paypal`, {
          method: 'POST',
          headers: { ...sent!.headers, 'content-type': 'application/json' },
          body,
        })
      ).status;
    expect(await send(sent!.body)).toBe(200);
    expect(await send(JSON.stringify(JSON.parse(sent!.body)))).toBe(400);
    expect(await send(sent!.body.replace(orderId, 'ANOTHER'))).toBe(400);
    expect((await shop.send('POST', '/payment/webhooks/paypal', { id: 'WH-1' })).status).toBe(400);
    expect((await shop.attempt(checkoutId)).state).toBe('open');
  });

  it('come again while PayPal cannot be asked', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await shop.sandbox.fail({ provider: 'paypal', call: 'webhook.verify', kind: 'error-before' });
    await shop.sandbox.approve(orderId);
    await eventually(async () => (await shop.sandbox.webhooks(orderId)).some(({ state }) => state === 'waiting'), {
      what: 'the first try',
    });
    await shop.sandbox.advance(6_000);
    await shop.delivered(orderId);
    shop.service.clock.advance(LOOK);
    await shop.becomes(checkoutId, 'captured');
  });

  it('find the attempt by our id when the answer to its creation got lost', async () => {
    const emily = await shop.shopper();
    const { checkoutId } = shop.clients.freeze(emily.userId, { currency: 'USD', amount: 24_51 });
    await shop.sandbox.fail({ provider: 'paypal', call: 'order.create', kind: 'error-after', times: 2 });
    expect((await emily.createPaypalOrder({ checkoutId })).status).toBe(503);
    // The same request again answers the order that was made.
    const paypal = shop.service.app.get(PayPalProvider, { strict: false });
    const { providerOrderId } = await paypal.createOrder(await shop.attempt(checkoutId));
    await shop.sandbox.approve(providerOrderId);
    await shop.delivered(providerOrderId);
    shop.service.clock.advance(LOOK);
    expect((await shop.becomes(checkoutId, 'captured')).providerOrderId).toBe(providerOrderId);
  });
});

describe('disputes', () => {
  it('are shown to staff with every step, by either provider', async () => {
    const asha = await shop.shopper();
    const rupees = await asha.rupees();
    const { razorpay_payment_id: paymentId } = await shop.sandbox.pay(rupees.orderId);
    await shop.becomes(rupees.checkoutId, 'captured');
    const { id } = await shop.sandbox.control<{ id: string }>('POST', `/razorpay/payments/${paymentId}/dispute`, {});
    await shop.sandbox.control('POST', `/razorpay/disputes/${id}`, { status: 'lost' });

    const abroad = await asha.abroad();
    await shop.sandbox.approve(abroad.orderId);
    const { body } = await asha.capture(abroad.orderId);
    await shop.sandbox.control('POST', `/paypal/captures/${body.id}/dispute`, {});

    const disputes = async (checkoutId: string) =>
      (await shop.attention()).filter((one) => one.reason === 'dispute' && one.checkoutId === checkoutId);
    await eventually(async () => (await disputes(rupees.checkoutId)).length === 2, { what: 'both steps' });
    await eventually(async () => (await disputes(abroad.checkoutId)).length === 1, { what: 'the dispute at PayPal' });

    // Worked off at the same time: their order says nothing.
    const told = async (checkoutId: string) =>
      (await shop.told(payment.disputeChanged, checkoutId)).sort((a, b) => b.status.localeCompare(a.status));
    const { _id, userId, amount } = await shop.attempt(rupees.checkoutId);
    const common = { paymentId: _id, provider: 'razorpay', checkoutId: rupees.checkoutId, userId, disputeId: id };
    expect(await told(rupees.checkoutId)).toEqual([
      { ...common, status: 'open', amount, currency: 'INR', at: expect.any(String) },
      { ...common, status: 'lost', amount, currency: 'INR', at: expect.any(String) },
    ]);
    const [opened] = await told(abroad.checkoutId);
    expect(opened).toMatchObject({ status: 'open', amount: 24_51, currency: 'USD' });
    await shop.sandbox.control('POST', `/paypal/disputes/${opened!.disputeId}`, { inBuyersFavour: true });
    await eventually(async () => (await disputes(abroad.checkoutId)).length === 3, {
      what: 'the end, and the reversal',
    });
    expect((await told(abroad.checkoutId)).map(({ status }) => status)).toEqual(['open', 'lost']);
  });
});

describe('a dispute whose webhook never came', () => {
  it('is found at either provider, with how it ended, and told once', async () => {
    const asha = await shop.shopper();
    const [rupees, abroad] = [await asha.rupees(), await asha.abroad()];
    const { razorpay_payment_id: paymentId } = await shop.sandbox.pay(rupees.orderId);
    await shop.sandbox.approve(abroad.orderId);
    const { body } = await asha.capture(abroad.orderId);
    await shop.becomes(rupees.checkoutId, 'captured');
    const never = { call: 'webhook', kind: 'webhook-never', untilRemoved: true };
    for (const provider of ['razorpay', 'paypal'] as const) await shop.sandbox.fail({ provider, ...never });
    try {
      const open = (of: string) => shop.sandbox.control<{ id: string }>('POST', `${of}/dispute`, {});
      const { id } = await open(`/razorpay/payments/${paymentId}`);
      const other = await open(`/paypal/captures/${body.id}`);
      const statuses = async (checkoutId: string) =>
        (await shop.told(payment.disputeChanged, checkoutId)).map(({ status }) => status);
      await shop.advance(LOOK);
      await eventually(async () => expect(await statuses(rupees.checkoutId)).toEqual(['open']));
      await eventually(async () => expect(await statuses(abroad.checkoutId)).toEqual(['open']));

      await shop.sandbox.control('POST', `/razorpay/disputes/${id}`, { status: 'lost' });
      await shop.sandbox.control('POST', `/paypal/disputes/${other.id}`, { inBuyersFavour: false });
      await shop.advance(LOOK);
      await eventually(async () => expect(await statuses(rupees.checkoutId)).toEqual(['open', 'lost']));
      await eventually(async () => expect(await statuses(abroad.checkoutId)).toEqual(['open', 'won']));
      const entries = (await shop.attention()).filter(({ checkoutId }) => checkoutId === rupees.checkoutId);
      expect(entries.map(({ reason, providerPaymentId }) => [reason, providerPaymentId])).toEqual([
        ['dispute', paymentId],
        ['dispute', paymentId],
      ]);

      // Looked through once more, there is no news.
      const watches = shop.service.connection.collection<{ _id: string; dueAt: Date }>('dispute-watches');
      const before = await watches.find().toArray();
      await shop.advance(LOOK);
      await eventually(async () => {
        for (const { _id, dueAt } of before) {
          expect((await watches.findOne({ _id }))!.dueAt.getTime()).toBeGreaterThan(dueAt.getTime() + HOURS / 2);
        }
      });
      expect(await statuses(abroad.checkoutId)).toEqual(['open', 'won']);
    } finally {
      await shop.sandbox.control('DELETE', '/failures');
    }
  });

  it('is found at the next look, when the provider did not answer', async () => {
    const asha = await shop.shopper();
    const { orderId, checkoutId } = await asha.rupees();
    const { razorpay_payment_id: paymentId } = await shop.sandbox.pay(orderId);
    await shop.becomes(checkoutId, 'captured');
    await shop.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind: 'webhook-never', untilRemoved: true });
    await shop.sandbox.fail({ provider: 'razorpay', call: 'dispute.list', kind: 'error-before', status: 503 });
    try {
      await shop.sandbox.control('POST', `/razorpay/payments/${paymentId}/dispute`, {});
      await eventually(async () => {
        await shop.advance(LOOK);
        expect(await shop.told(payment.disputeChanged, checkoutId)).toHaveLength(1);
      });
    } finally {
      await shop.sandbox.control('DELETE', '/failures');
    }
  });
});

describe('what needs attention', () => {
  it('is for staff only, and leaves the list with a note that the audit trail keeps', async () => {
    const entity = { id: 'pay_other', order_id: 'order_other', amount: 100, currency: 'INR' };
    await post({ event: 'payment.captured', payload: { payment: { entity } } });
    const entry = await eventually(
      async () => (await shop.attention()).find(({ providerOrderId }) => providerOrderId === 'order_other') ?? false,
    );
    const asha = await shop.shopper();
    expect((await shop.send('GET', '/admin/payments/attention', undefined, asha.headers)).status).toBe(403);
    const staff = await shop.staff();
    const resolve = (id: string, note: string) => shop.send('PUT', `/admin/payments/attention/${id}`, { note }, staff);
    expect((await resolve(entry._id, ' ')).body.errors).toEqual({ note: 'Say what was done' });
    expect((await resolve('f'.repeat(24), 'Seen')).status).toBe(404);
    expect((await resolve(entry._id, 'Another shop of ours')).status).toBe(200);
    expect((await resolve(entry._id, 'Again')).status).toBe(200);
    expect((await shop.attention()).map(({ _id }) => _id)).not.toContain(entry._id);
    expect((await shop.attention('yes')).map(({ _id }) => _id)).toContain(entry._id);
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    expect(
      entries.filter(({ data }) => data.subjectId === entry._id).map(({ data }) => [data.action, data.reason]),
    ).toEqual([['payment-attention.resolved', 'Another shop of ours']]);
  });
});
