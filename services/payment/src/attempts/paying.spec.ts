import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cartOrder, payment } from '@shop/contracts';
import { guardGaps, routeGaps } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { HOURS, LOOK, startShop, type TestShop } from '../../test/shop.ts';
import { RazorpayProvider } from '../providers/razorpay/razorpay.provider.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, the SDKs of Razorpay and PayPal against the sandbox as a process.
// Cart-order, identity and content answer as their contracts say.
let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
}, 60_000);
afterAll(() => shop?.close());

const ADDRESS = {
  name: 'Emily Hart',
  phone: '+1 555 010 2030',
  street: '1 Main Street',
  city: 'Boston',
  state: 'MA',
  pincode: '02101',
  country: 'United States',
};
const captured = (checkoutId: string) => shop.told(payment.paymentCaptured, checkoutId);

it('serves every call that the contracts declare for payment', () => {
  expect(routeGaps(shop.service, 'payment')).toEqual([]);
});

it('lets nobody into a call for whom its contract does not mean it', async () => {
  expect(await guardGaps(shop.service, 'payment')).toEqual([]);
});

describe('beginning to pay in rupees', () => {
  it('answers the order and what the dialog needs, and gives the provider our id', async () => {
    const asha = await shop.shopper();
    const { checkoutId } = shop.clients.freeze(asha.userId);
    const { status, body } = await asha.createOrder({ checkoutId, amount: 2_060 });
    expect(status).toBe(201);
    expect(body).toEqual({
      order: { id: expect.stringMatching(/^order_/), amount: 2_060_00, currency: 'INR' },
      checkoutId,
      dialog: {
        script: `${shop.sandbox.url}/razorpay/v1/checkout.js`,
        key: 'rzp_test_0000000001',
        name: 'Aranya',
        description: 'Meera Ring and more (2 pieces)',
        prefill: { name: 'Asha Rao', email: 'asha@example.com', contact: '+91 98765 43210' },
      },
    });
    expect(await shop.attempt(checkoutId)).toMatchObject({ state: 'open', providerOrderId: body.order.id });
  });

  it('answers the same order to a second tab, and to two at once', async () => {
    const asha = await shop.shopper();
    const { checkoutId } = shop.clients.freeze(asha.userId);
    const both = await Promise.all([asha.createOrder({ checkoutId }), asha.createOrder({ checkoutId })]);
    const again = await asha.createOrder({ checkoutId });
    expect(new Set([...both, again].map(({ body }) => body.order.id)).size).toBe(1);
  });

  it('answers two tabs at once the order that is stored, should the provider have made one for each', async () => {
    const asha = await shop.shopper();
    const { checkoutId } = shop.clients.freeze(asha.userId);
    const razorpay = shop.service.app.get(RazorpayProvider, { strict: false });
    const create = razorpay.createOrder.bind(razorpay);
    const bothAsked = Promise.withResolvers<void>();
    const receipts = ['of one tab', 'of the other'];
    const creating = jest.spyOn(razorpay, 'createOrder').mockImplementation(async (order) => {
      const _id = receipts.pop()!;
      if (receipts.length === 0) bothAsked.resolve();
      await bothAsked.promise;
      return create({ ...order, _id });
    });
    const both = await Promise.all([asha.createOrder({ checkoutId }), asha.createOrder({ checkoutId })]);
    creating.mockRestore();
    const { providerOrderId } = await shop.attempt(checkoutId);
    expect(both.map(({ body }) => body.order.id)).toEqual([providerOrderId, providerOrderId]);
  });

  it('freezes the cart where there is no checkout, once per key, for the saved address or the one sent along', async () => {
    const asha = await shop.shopper();
    shop.clients.carts.set(asha.userId, 500_00);
    const nowhere = await asha.createOrder({});
    expect([nowhere.status, Object.keys(nowhere.body.errors!)]).toEqual([400, ['shippingInfo']]);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await asha.createOrder({ shippingInfo: ADDRESS, amount: 500 }, key);
    expect([first.status, first.body.order.amount]).toEqual([201, 500_00]);
    expect((await asha.createOrder({ shippingInfo: ADDRESS, amount: 500 }, key)).body).toEqual(first.body);
    shop.service.identity.contacts.get(asha.userId)!.address = { ...ADDRESS, _id: 'a1', isDefault: true };
    const saved = await asha.createOrder({});
    expect(saved.status).toBe(201);
    expect(saved.body.checkoutId).not.toBe(first.body.checkoutId);
  });

  it('says so when the cart is empty', async () => {
    const asha = await shop.shopper();
    expect((await asha.createOrder({ shippingInfo: ADDRESS })).body.code).toBe('checkout.empty');
  });

  it('refuses another amount than the frozen one, and names that', async () => {
    const asha = await shop.shopper();
    const { checkoutId } = shop.clients.freeze(asha.userId);
    const { status, body } = await asha.createOrder({ checkoutId, amount: 1 });
    expect([status, body.code, body.details]).toEqual([409, 'payment.amount-mismatch', { total: 2_060 }]);
    expect(body.errors).toEqual({ amount: 'This checkout comes to ₹2,060.00' });
  });

  it("does not know somebody else's checkout, nor one that ended, nor takes dollars", async () => {
    const [asha, ravi] = [await shop.shopper(), await shop.shopper()];
    const code = async (fields: object) =>
      (await asha.createOrder({ checkoutId: shop.clients.freeze(asha.userId, fields).checkoutId })).body.code;
    expect(await code({ userId: ravi.userId })).toBe('checkout.not-found');
    expect(await code({ state: 'expired' })).toBe('checkout.closed');
    expect(await code({ state: 'ordered' })).toBe('checkout.paid');
    expect(await code({ state: 'capturing' })).toBe('checkout.busy');
    expect(await code({ currency: 'USD' })).toBe('payment.wrong-currency');
    expect((await asha.createOrder({ checkoutId: 'f'.repeat(24) })).status).toBe(404);
    expect((await shop.send('POST', '/payment/create-order', {})).status).toBe(401);
  });
});

describe('a payment in rupees', () => {
  it('is captured when the browser returns, and told once, whatever the webhooks say after that', async () => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    shop.webhooks.closed = true;
    const proof = await shop.sandbox.pay(orderId);
    const { status, body } = await asha.verify(proof);
    expect([status, body]).toEqual([200, { paymentId: proof.razorpay_payment_id, checkoutId, state: 'captured' }]);
    shop.webhooks.closed = false;
    await shop.sandbox.control('POST', '/webhooks/flush');
    await shop.delivered(orderId);
    expect(await captured(checkoutId)).toEqual([
      expect.objectContaining({
        provider: 'razorpay',
        providerPaymentId: proof.razorpay_payment_id,
        userId: asha.userId,
        amount: 2_060_00,
        currency: 'INR',
      }),
    ]);
    const { body: shown } = await shop.send('GET', `/payment/checkout/${checkoutId}`, undefined, asha.headers);
    expect(shown).toEqual({
      payment: { provider: 'razorpay', state: 'captured', paymentId: proof.razorpay_payment_id },
    });
    const { headers } = await shop.shopper();
    expect((await shop.send('GET', `/payment/checkout/${checkoutId}`, undefined, headers)).body).toEqual({
      payment: null,
    });
  });

  it('is captured by the webhook when the browser never returns, and the return finds it so', async () => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    const proof = await shop.sandbox.pay(orderId);
    await shop.becomes(checkoutId, 'captured');
    expect((await asha.verify(proof)).body.state).toBe('captured');
    expect(await captured(checkoutId)).toHaveLength(1);
  });

  it('is one payment when the return, twice, and every webhook, three times, come at once', async () => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    shop.webhooks.closed = true;
    const proof = await shop.sandbox.pay(orderId);
    const sent = await shop.sandbox.webhooks(orderId);
    shop.webhooks.closed = false;
    const returns = [asha.verify(proof), asha.verify(proof)];
    const notices = sent.flatMap(({ id }) =>
      [1, 2, 3].map(() => shop.sandbox.control('POST', `/webhooks/${id}/resend`)),
    );
    await Promise.all([...returns, ...notices]);
    await shop.delivered(orderId);
    expect((await shop.attempt(checkoutId)).state).toBe('captured');
    expect(await captured(checkoutId)).toHaveLength(1);
  });

  it('is found by the reconciler when nobody returns and no webhook ever comes', async () => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    await shop.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind: 'webhook-never', times: 3 });
    await shop.sandbox.pay(orderId);
    expect((await shop.attempt(checkoutId)).state).toBe('open');
    shop.service.clock.advance(LOOK);
    await shop.becomes(checkoutId, 'captured');
    expect(await captured(checkoutId)).toHaveLength(1);
  });

  it('may be tried with another card after the first one was declined', async () => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    await shop.sandbox.pay(orderId, { method: 'card', outcome: 'failure' });
    await shop.delivered(orderId);
    expect((await shop.attempt(checkoutId)).state).toBe('open');
    expect((await asha.verify(await shop.sandbox.pay(orderId))).body.state).toBe('captured');
    expect(await shop.told(payment.paymentFailed, checkoutId)).toEqual([]);
  });

  it('is refused with a tampered signature, with another order, and to a stranger', async () => {
    const [asha, ravi] = [await shop.shopper(), await shop.shopper()];
    const [one, other] = [await asha.rupees(), await asha.rupees()];
    shop.webhooks.closed = true;
    const proof = await shop.sandbox.pay(one.orderId);
    const first = proof.razorpay_signature.startsWith('0') ? '1' : '0';
    const tampered = { ...proof, razorpay_signature: first + proof.razorpay_signature.slice(1) };
    const refused = await asha.verify(tampered);
    expect([refused.status, refused.body.code]).toEqual([400, 'payment.wrong-signature']);
    expect((await asha.verify({ ...proof, razorpay_signature: 'no hex at all' })).status).toBe(400);
    expect((await asha.verify({ ...proof, razorpay_order_id: other.orderId })).status).toBe(400);
    expect((await asha.verify({ ...proof, razorpay_order_id: 'order_unknown' })).status).toBe(404);
    expect((await ravi.verify(proof)).status).toBe(404);
    expect((await shop.attempt(other.checkoutId)).state).toBe('open');
    shop.webhooks.closed = false;
  });

  it('is captured by the shop where the account only authorises, after cart-order was asked', async () => {
    await shop.sandbox.control('POST', '/razorpay/settings', { capture: 'manual' });
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    const proof = await shop.sandbox.pay(orderId);
    expect((await asha.verify(proof)).body.state).toBe('captured');
    expect(shop.clients.asked).toContain(`POST /internal/checkouts/${checkoutId}/begin-capture`);
    const late = await asha.rupees();
    await shop.sandbox.pay(late.orderId);
    await shop.delivered(late.orderId);
    // Nobody returns: the reconciler takes it.
    shop.service.clock.advance(LOOK);
    await shop.becomes(late.checkoutId, 'captured');
    await shop.sandbox.control('POST', '/razorpay/settings', { capture: 'automatic' });
  });

  it('is captured by the second card where the capture of the first one was refused', async () => {
    await shop.sandbox.control('POST', '/razorpay/settings', { capture: 'manual' });
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    shop.webhooks.closed = true;
    await shop.sandbox.fail({ provider: 'razorpay', call: 'payment.capture', kind: 'error-before', status: 400 });
    const refused = await asha.verify(await shop.sandbox.pay(orderId, { method: 'card' }));
    expect([refused.status, refused.body.code]).toEqual([402, 'payment.declined']);
    await eventually(() => shop.clients.checkout(checkoutId).state === 'frozen', {
      what: 'the checkout being free',
    });
    // Razorpay counts in seconds.
    await shop.sandbox.advance(1_000);
    const second = await shop.sandbox.pay(orderId);
    expect((await asha.verify(second)).body.state).toBe('captured');
    expect((await shop.attempt(checkoutId)).providerPaymentId).toBe(second.razorpay_payment_id);
    await shop.sandbox.control('POST', '/razorpay/settings', { capture: 'automatic' });
    shop.webhooks.closed = false;
  });

  it('is not captured where cart-order does not want it any more', async () => {
    await shop.sandbox.control('POST', '/razorpay/settings', { capture: 'manual' });
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    shop.webhooks.closed = true;
    const proof = await shop.sandbox.pay(orderId);
    Object.assign(shop.clients.checkout(checkoutId), { state: 'expired', short: true });
    const { status, body } = await asha.verify(proof);
    expect([status, body.code]).toEqual([409, 'stock.insufficient']);
    expect((await shop.attempt(checkoutId)).state).toBe('failed');
    const { entries } = await shop.sandbox.control<{ entries: { orderId: string }[] }>(
      'GET',
      '/ledger/entries?provider=razorpay',
    );
    expect(entries.map((entry) => entry.orderId)).not.toContain(orderId);
    shop.webhooks.closed = false;
    await shop.sandbox.control('POST', '/razorpay/settings', { capture: 'automatic' });
  });

  it('that fails and is authorised after the checkout expired is still told: cart-order decides about the money', async () => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    await shop.sandbox.pay(orderId, { outcome: 'late-authorization', lateAfterMs: 24 * HOURS });
    await expire(checkoutId, asha.userId);
    await shop.becomes(checkoutId, 'failed');
    await shop.advance(24 * HOURS + 1_000);
    await shop.becomes(checkoutId, 'captured');
    expect(await captured(checkoutId)).toHaveLength(1);
  });
});

describe('a payment by PayPal', () => {
  it('begins with an order of the very amount, and an address to approve it at', async () => {
    const emily = await shop.shopper();
    const { checkoutId } = shop.clients.freeze(emily.userId, {
      currency: 'USD',
      amount: 24_51,
      breakdown: { items: 20_00, gst: 71, shipping: 3_00, extras: 80 },
    });
    const { status, body } = await emily.createPaypalOrder({ checkoutId, amount: 24.51, currency: 'USD' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      checkoutId,
      approveUrl: expect.stringContaining('/checkoutnow?token='),
    });
    expect(body.approveUrl).toContain(body.id);
    expect((await emily.createPaypalOrder({ checkoutId })).body).toEqual(body);
    const rupees = shop.clients.freeze(emily.userId).checkoutId;
    expect((await emily.createPaypalOrder({ checkoutId: rupees })).status).toBe(422);
    expect((await emily.createPaypalOrder({ checkoutId, currency: 'EUR' })).body.code).toBe('payment.wrong-currency');
  });

  it('is captured when the buyer comes back, after cart-order was asked, in a currency without cents too', async () => {
    const emily = await shop.shopper();
    for (const [currency, amount] of [
      ['USD', 24_51],
      ['JPY', 3_687],
    ] as const) {
      const { checkoutId, orderId } = await emily.abroad(currency, amount);
      await shop.sandbox.approve(orderId);
      const { status, body } = await emily.capture(orderId);
      expect([status, body]).toEqual([200, { status: 'COMPLETED', id: expect.any(String), checkoutId }]);
      expect(await captured(checkoutId)).toEqual([
        expect.objectContaining({ provider: 'paypal', providerPaymentId: body.id, amount, currency }),
      ]);
      expect((await emily.capture(orderId)).body).toEqual(body);
    }
  });

  it('is one payment when the buyer comes back in two tabs at once and the webhook knows as well', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await shop.sandbox.approve(orderId);
    const both = await Promise.all([emily.capture(orderId), emily.capture(orderId)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await shop.becomes(checkoutId, 'captured');
    await shop.delivered(orderId);
    expect(await captured(checkoutId)).toHaveLength(1);
  });

  it('of a buyer who approved and left is captured by the reconciler, not before he could have come back', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await shop.sandbox.approve(orderId);
    await shop.delivered(orderId);
    expect((await shop.attempt(checkoutId)).state).toBe('open');
    shop.service.clock.advance(LOOK);
    await shop.becomes(checkoutId, 'captured');
  });

  it('is not captured before it is approved, nor for a stranger', async () => {
    const [emily, ravi] = [await shop.shopper(), await shop.shopper()];
    const { checkoutId, orderId } = await emily.abroad();
    const early = await emily.capture(orderId);
    expect([early.status, early.body.code]).toEqual([409, 'payment.not-approved']);
    await shop.sandbox.approve(orderId);
    expect((await ravi.capture(orderId)).status).toBe(404);
    expect(shop.clients.checkout(checkoutId).state).toBe('frozen');
  });

  it('that was declined frees the checkout, is not tried again behind the back, and can be approved anew', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await shop.sandbox.approve(orderId, 'declined');
    await shop.delivered(orderId);
    const declined = await emily.capture(orderId);
    expect([declined.status, declined.body.code]).toEqual([402, 'payment.declined']);
    await eventually(() => shop.clients.checkout(checkoutId).state === 'frozen', {
      what: 'the checkout being free',
    });
    const tries = (await shop.attempt(checkoutId)).captures;
    shop.service.clock.advance(LOOK);
    await eventually(async () => (await shop.attempt(checkoutId)).looks > 0, { what: 'a look of the reconciler' });
    expect((await shop.attempt(checkoutId)).captures).toBe(tries);
    await shop.sandbox.approve(orderId);
    expect((await emily.capture(orderId)).body.status).toBe('COMPLETED');
    expect(await shop.told(payment.paymentFailed, checkoutId)).toHaveLength(1);
    expect(await captured(checkoutId)).toHaveLength(1);
  });

  it('that was declined is not tried again because the word of its approval comes late', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    const where = { event: 'CHECKOUT.ORDER.APPROVED' };
    await shop.sandbox.fail({ provider: 'paypal', call: 'webhook', kind: 'webhook-late', where, delayMs: HOURS });
    await shop.sandbox.approve(orderId, 'declined');
    expect((await emily.capture(orderId)).status).toBe(402);
    const { captures } = await shop.attempt(checkoutId);
    await shop.sandbox.advance(HOURS);
    await shop.delivered(orderId);
    shop.service.clock.advance(LOOK);
    await eventually(async () => (await shop.attempt(checkoutId)).looks > 0, { what: 'a look of the reconciler' });
    expect((await shop.attempt(checkoutId)).captures).toBe(captures);
  });

  it('that was declined, approved anew and left is captured by the reconciler', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await shop.sandbox.approve(orderId, 'declined');
    await shop.delivered(orderId);
    expect((await emily.capture(orderId)).status).toBe(402);
    // After all that the shop's own clock went ahead here.
    await shop.sandbox.advance(24 * HOURS);
    await shop.sandbox.approve(orderId);
    await shop.delivered(orderId);
    shop.service.clock.advance(LOOK);
    await shop.becomes(checkoutId, 'captured');
  });

  it('that was declined, and whose buyer did not come back before the checkout was over, ends', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await shop.sandbox.approve(orderId, 'declined');
    await shop.delivered(orderId);
    expect((await emily.capture(orderId)).status).toBe(402);
    const { userId, captures } = await shop.attempt(checkoutId);
    await shop.hear(cartOrder.checkoutExpired, checkoutId, { checkoutId, userId, reason: 'expired' });
    await shop.becomes(checkoutId, 'failed');
    expect((await shop.attempt(checkoutId)).captures).toBe(captures);
  });

  it('that is pending is no payment yet: it becomes one, or ends', async () => {
    const emily = await shop.shopper();
    for (const [status, state] of [
      ['COMPLETED', 'captured'],
      ['DECLINED', 'failed'],
    ] as const) {
      const { checkoutId, orderId } = await emily.abroad();
      await shop.sandbox.approve(orderId, 'echeck');
      const { body } = await emily.capture(orderId);
      expect(body).toMatchObject({ status: 'PENDING', id: expect.any(String) });
      expect(await captured(checkoutId)).toEqual([]);
      expect(shop.clients.checkout(checkoutId).state).toBe('capturing');
      await shop.sandbox.control('POST', `/paypal/captures/${body.id}`, { status });
      await shop.becomes(checkoutId, state);
      await eventually(() => shop.clients.checkout(checkoutId).state !== 'capturing', {
        what: 'cart-order being told',
      });
    }
  });

  it('whose capture comes back declined inside a success has failed, and the checkout is free', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await shop.sandbox.fail({ provider: 'paypal', call: 'order.capture', kind: 'capture-declined' });
    await shop.sandbox.approve(orderId);
    expect((await emily.capture(orderId)).status).toBe(402);
    expect((await shop.attempt(checkoutId)).state).toBe('failed');
    await eventually(() => shop.clients.checkout(checkoutId).state === 'frozen', {
      what: 'the checkout being free',
    });
    const again = await emily.createPaypalOrder({ checkoutId });
    expect(again.body.id).not.toBe(orderId);
  });

  it('is not captured while another payment of the checkout is under way, and later it can be', async () => {
    const emily = await shop.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await shop.sandbox.approve(orderId);
    Object.assign(shop.clients.checkout(checkoutId), { state: 'capturing', capturing: 'another' });
    expect((await emily.capture(orderId)).body.code).toBe('checkout.busy');
    Object.assign(shop.clients.checkout(checkoutId), { state: 'frozen' });
    expect((await emily.capture(orderId)).body.status).toBe('COMPLETED');
  });
});

describe('a checkout that ends', () => {
  it('ends its attempt once the provider says that nobody paid', async () => {
    const asha = await shop.shopper();
    const { checkoutId } = await asha.rupees();
    await expire(checkoutId, asha.userId);
    await shop.becomes(checkoutId, 'failed');
    expect(await shop.told(payment.paymentFailed, checkoutId)).toEqual([
      expect.objectContaining({ reason: 'expired' }),
    ]);
  });

  it('does not end an attempt that was paid in the last moment', async () => {
    const asha = await shop.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    shop.webhooks.closed = true;
    await shop.sandbox.pay(orderId);
    await expire(checkoutId, asha.userId);
    await shop.becomes(checkoutId, 'captured');
    expect(await shop.told(payment.paymentFailed, checkoutId)).toEqual([]);
    shop.webhooks.closed = false;
  });

  it('is asked about where nobody told of its end', async () => {
    const asha = await shop.shopper();
    const { checkoutId } = await asha.rupees();
    shop.clients.checkout(checkoutId).state = 'cancelled';
    shop.service.clock.advance(3 * HOURS);
    await shop.becomes(checkoutId, 'failed');
  });
});

async function expire(checkoutId: string, userId: string): Promise<void> {
  shop.clients.checkout(checkoutId).state = 'expired';
  await shop.hear(cartOrder.checkoutExpired, checkoutId, { checkoutId, userId, reason: 'expired' });
}
