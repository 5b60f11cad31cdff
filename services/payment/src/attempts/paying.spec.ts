import crypto from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { cartOrder, payment } from '@shop/contracts';
import { guardGaps, routeGaps } from '@shop/service-kit/testing';
import { eventually, SANDBOX_KEYS } from '@shop/test-kit';
import { HOURS, RECONCILE_AFTER, usePaymentHarness } from '../../test/service-harness.ts';
import { PayPalClient } from '../providers/paypal/paypal-client.ts';
import { RazorpayProvider } from '../providers/razorpay/razorpay.provider.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, and the SDKs against the sandbox process. Cart-order, identity and
// content are fakes of their contracts.
const FORMER_KEY_SECRET = 'the key secret before';
const harness = usePaymentHarness({ RAZORPAY_KEY_SECRET: `${SANDBOX_KEYS.RAZORPAY_KEY_SECRET},${FORMER_KEY_SECRET}` });

const ADDRESS = {
  name: 'Emily Hart',
  phone: '+1 555 010 2030',
  street: '1 Main Street',
  city: 'Boston',
  state: 'MA',
  pincode: '02101',
  country: 'United States',
};
const captured = (checkoutId: string) => harness.published(payment.paymentCaptured, checkoutId);

it('serves every call that the contracts declare for payment', () => {
  expect(routeGaps(harness.service, 'payment')).toEqual([]);
});

it('lets nobody into a call for whom its contract does not mean it', async () => {
  expect(await guardGaps(harness.service, 'payment')).toEqual([]);
});

describe('beginning to pay in rupees', () => {
  it('answers the order and what the dialog needs, and gives the provider our id', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId);
    const { status, body } = await asha.createOrder({ checkoutId, amount: 2_060 });
    expect(status).toBe(201);
    expect(body).toEqual({
      order: { id: expect.stringMatching(/^order_/), amount: 2_060_00, currency: 'INR' },
      checkoutId,
      dialog: {
        script: `${harness.sandbox.url}/razorpay/v1/checkout.js`,
        key: 'rzp_test_0000000001',
        name: 'Aranya',
        description: 'Meera Ring and more (2 pieces)',
        prefill: { name: 'Asha Rao', email: 'asha@example.com', contact: '+91 98765 43210' },
      },
    });
    expect(await harness.attempt(checkoutId)).toMatchObject({ state: 'open', providerOrderId: body.order.id });
  });

  it('takes the e-mail address for the dialog from the session, and asks identity only where it has none', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId);
    harness.service.identity.contacts.delete(asha.userId);
    const session = await harness.service.signIn({ userId: asha.userId, email: 'asha@session.example' });
    const { body } = await asha.createOrder({ checkoutId }, session);
    expect(body.dialog['prefill']).toMatchObject({ email: 'asha@session.example' });
    expect((await asha.createOrder({ checkoutId })).body.dialog['prefill']).toMatchObject({ email: '' });
  });

  it('answers the same order to a second tab, and to two at once', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId);
    const both = await Promise.all([asha.createOrder({ checkoutId }), asha.createOrder({ checkoutId })]);
    const again = await asha.createOrder({ checkoutId });
    expect(new Set([...both, again].map(({ body }) => body.order.id)).size).toBe(1);
  });

  it('answers two tabs at once the order that is stored, should the provider have made one for each', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId);
    const razorpay = harness.service.app.get(RazorpayProvider, { strict: false });
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
    const { providerOrderId } = await harness.attempt(checkoutId);
    expect(both.map(({ body }) => body.order.id)).toEqual([providerOrderId, providerOrderId]);
  });

  it('freezes the cart where there is no checkout, once per key, for the saved address or the one sent along', async () => {
    const asha = await harness.shopper();
    harness.fakeServices.carts.set(asha.userId, 500_00);
    const nowhere = await asha.createOrder({});
    expect([nowhere.status, Object.keys(nowhere.body.errors!)]).toEqual([400, ['shippingInfo']]);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await asha.createOrder({ shippingInfo: ADDRESS, amount: 500 }, key);
    expect([first.status, first.body.order.amount]).toEqual([201, 500_00]);
    expect((await asha.createOrder({ shippingInfo: ADDRESS, amount: 500 }, key)).body).toEqual(first.body);
    harness.service.identity.contacts.get(asha.userId)!.address = { ...ADDRESS, _id: 'a1', isDefault: true };
    const india = { country: 'INDIA', pincode: '30' };
    harness.service.identity.contacts.get(asha.userId)!.address = { ...ADDRESS, ...india, _id: 'a1', isDefault: true };
    expect((await asha.createOrder({})).body).toMatchObject({
      status: 400,
      errors: { 'shippingInfo.pincode': 'A pincode has six digits' },
    });
    harness.service.identity.contacts.get(asha.userId)!.address = { ...ADDRESS, _id: 'a1', isDefault: true };
    const saved = await asha.createOrder({});
    expect(saved.status).toBe(201);
    expect(saved.body.checkoutId).not.toBe(first.body.checkoutId);
  });

  it('says so when the cart is empty', async () => {
    const asha = await harness.shopper();
    expect((await asha.createOrder({ shippingInfo: ADDRESS })).body.code).toBe('checkout.empty');
  });

  it('refuses another amount than the frozen one, and names that', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId);
    const { status, body } = await asha.createOrder({ checkoutId, amount: 1 });
    expect([status, body.code, body.details]).toEqual([409, 'payment.amount-mismatch', { total: 2_060 }]);
    expect(body.errors).toEqual({ amount: 'This checkout comes to ₹2,060.00' });
  });

  it('names the checkout that is being paid already', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId, { state: 'capturing' });
    const { status, body } = await asha.createOrder({ checkoutId });
    expect([status, body.code, body.details]).toEqual([409, 'checkout.busy', { checkoutId }]);
  });

  it("does not know somebody else's checkout, nor one that ended, nor takes dollars", async () => {
    const [asha, ravi] = [await harness.shopper(), await harness.shopper()];
    const code = async (fields: object) =>
      (await asha.createOrder({ checkoutId: harness.fakeServices.freeze(asha.userId, fields).checkoutId })).body.code;
    expect(await code({ userId: ravi.userId })).toBe('checkout.not-found');
    expect(await code({ state: 'expired' })).toBe('checkout.closed');
    expect(await code({ state: 'ordered' })).toBe('checkout.paid');
    expect(await code({ state: 'capturing' })).toBe('checkout.busy');
    expect(await code({ currency: 'USD' })).toBe('payment.wrong-currency');
    expect((await asha.createOrder({ checkoutId: 'f'.repeat(24) })).status).toBe(404);
    expect((await harness.send('POST', '/payment/create-order', {})).status).toBe(401);
  });
});

describe('a payment in rupees', () => {
  it('is captured when the browser returns, and told once, whatever the webhooks say after that', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    harness.webhooks.closed = true;
    const proof = await harness.sandbox.pay(orderId);
    const { status, body } = await asha.verify(proof);
    expect([status, body]).toEqual([200, { paymentId: proof.razorpay_payment_id, checkoutId, state: 'captured' }]);
    harness.webhooks.closed = false;
    await harness.sandbox.control('POST', '/webhooks/flush');
    await harness.delivered(orderId);
    expect(await captured(checkoutId)).toEqual([
      expect.objectContaining({
        provider: 'razorpay',
        providerPaymentId: proof.razorpay_payment_id,
        userId: asha.userId,
        amount: 2_060_00,
        currency: 'INR',
      }),
    ]);
    const { body: shown } = await harness.send('GET', `/payment/checkout/${checkoutId}`, undefined, asha.headers);
    expect(shown).toEqual({
      payment: { provider: 'razorpay', state: 'captured', paymentId: proof.razorpay_payment_id },
    });
    const { headers } = await harness.shopper();
    expect((await harness.send('GET', `/payment/checkout/${checkoutId}`, undefined, headers)).body).toEqual({
      payment: null,
    });
  });

  it('is captured by the webhook when the browser never returns, and the return finds it so', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    const proof = await harness.sandbox.pay(orderId);
    await harness.becomes(checkoutId, 'captured');
    expect((await asha.verify(proof)).body.state).toBe('captured');
    expect(await captured(checkoutId)).toHaveLength(1);
  });

  it('is one payment when the return, twice, and every webhook, three times, come at once', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    harness.webhooks.closed = true;
    const proof = await harness.sandbox.pay(orderId);
    const sent = await harness.sandbox.webhooks(orderId);
    harness.webhooks.closed = false;
    const returns = [asha.verify(proof), asha.verify(proof)];
    const redeliveries = sent.flatMap(({ id }) =>
      [1, 2, 3].map(() => harness.sandbox.control('POST', `/webhooks/${id}/resend`)),
    );
    await Promise.all([...returns, ...redeliveries]);
    await harness.delivered(orderId);
    expect((await harness.attempt(checkoutId)).state).toBe('captured');
    expect(await captured(checkoutId)).toHaveLength(1);
  });

  it('is found by the reconciler when nobody returns and no webhook ever comes', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    await harness.sandbox.fail({ provider: 'razorpay', call: 'webhook', kind: 'webhook-never', times: 3 });
    await harness.sandbox.pay(orderId);
    expect((await harness.attempt(checkoutId)).state).toBe('open');
    harness.service.clock.advance(RECONCILE_AFTER);
    await harness.becomes(checkoutId, 'captured');
    expect(await captured(checkoutId)).toHaveLength(1);
  });

  it('may be tried with another card after the first one was declined', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    await harness.sandbox.pay(orderId, { method: 'card', outcome: 'failure' });
    await harness.delivered(orderId);
    expect((await harness.attempt(checkoutId)).state).toBe('open');
    expect((await asha.verify(await harness.sandbox.pay(orderId))).body.state).toBe('captured');
    expect(await harness.published(payment.paymentFailed, checkoutId)).toEqual([]);
  });

  it('is refused with a tampered signature, with another order, and to a stranger', async () => {
    const [asha, ravi] = [await harness.shopper(), await harness.shopper()];
    const [one, other] = [await asha.rupees(), await asha.rupees()];
    harness.webhooks.closed = true;
    const proof = await harness.sandbox.pay(one.orderId);
    const first = proof.razorpay_signature.startsWith('0') ? '1' : '0';
    const tampered = { ...proof, razorpay_signature: first + proof.razorpay_signature.slice(1) };
    const refused = await asha.verify(tampered);
    expect([refused.status, refused.body.code]).toEqual([400, 'payment.wrong-signature']);
    expect((await asha.verify({ ...proof, razorpay_signature: 'no hex at all' })).status).toBe(400);
    expect((await asha.verify({ ...proof, razorpay_order_id: other.orderId })).status).toBe(400);
    expect((await asha.verify({ ...proof, razorpay_order_id: 'order_unknown' })).status).toBe(404);
    expect((await ravi.verify(proof)).status).toBe(404);
    expect((await harness.attempt(other.checkoutId)).state).toBe('open');
    harness.webhooks.closed = false;
  });

  it('is taken with the former key secret, by which a dialog that was open during its rotation is signed', async () => {
    const asha = await harness.shopper();
    const { orderId, checkoutId } = await asha.rupees();
    harness.webhooks.closed = true;
    const proof = await harness.sandbox.pay(orderId);
    const signed = (secret: string) => ({
      ...proof,
      razorpay_signature: crypto
        .createHmac('sha256', secret)
        .update(`${orderId}|${proof.razorpay_payment_id}`)
        .digest('hex'),
    });
    expect((await asha.verify(signed('never a key secret'))).body.code).toBe('payment.wrong-signature');
    expect((await asha.verify(signed(FORMER_KEY_SECRET))).status).toBe(200);
    await harness.becomes(checkoutId, 'captured');
    harness.webhooks.closed = false;
  });

  it('is captured by the shop where the account only authorises, after cart-order was asked', async () => {
    await harness.sandbox.control('POST', '/razorpay/settings', { capture: 'manual' });
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    const proof = await harness.sandbox.pay(orderId);
    expect((await asha.verify(proof)).body.state).toBe('captured');
    expect(harness.fakeServices.requests).toContain(`POST /internal/checkouts/${checkoutId}/begin-capture`);
    const late = await asha.rupees();
    await harness.sandbox.pay(late.orderId);
    await harness.delivered(late.orderId);
    // Without the buyer's return: the reconciler captures.
    harness.service.clock.advance(RECONCILE_AFTER);
    await harness.becomes(late.checkoutId, 'captured');
    await harness.sandbox.control('POST', '/razorpay/settings', { capture: 'automatic' });
  });

  it('is captured by the second card where the capture of the first one was refused', async () => {
    await harness.sandbox.control('POST', '/razorpay/settings', { capture: 'manual' });
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    harness.webhooks.closed = true;
    await harness.sandbox.fail({ provider: 'razorpay', call: 'payment.capture', kind: 'error-before', status: 400 });
    const refused = await asha.verify(await harness.sandbox.pay(orderId, { method: 'card' }));
    expect([refused.status, refused.body.code]).toEqual([402, 'payment.declined']);
    await eventually(() => harness.fakeServices.checkout(checkoutId).state === 'frozen', {
      what: 'the checkout being free',
    });
    // Razorpay's timestamps have a resolution of one second.
    await harness.sandbox.advance(1_000);
    const second = await harness.sandbox.pay(orderId);
    expect((await asha.verify(second)).body.state).toBe('captured');
    expect((await harness.attempt(checkoutId)).providerPaymentId).toBe(second.razorpay_payment_id);
    await harness.sandbox.control('POST', '/razorpay/settings', { capture: 'automatic' });
    harness.webhooks.closed = false;
  });

  it('is not captured where cart-order does not want it any more', async () => {
    await harness.sandbox.control('POST', '/razorpay/settings', { capture: 'manual' });
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    harness.webhooks.closed = true;
    const proof = await harness.sandbox.pay(orderId);
    Object.assign(harness.fakeServices.checkout(checkoutId), { state: 'expired', outOfStock: true });
    const { status, body } = await asha.verify(proof);
    expect([status, body.code]).toEqual([409, 'stock.insufficient']);
    expect((await harness.attempt(checkoutId)).state).toBe('failed');
    expect((await harness.sandbox.captured('razorpay')).map((entry) => entry.orderId)).not.toContain(orderId);
    harness.webhooks.closed = false;
    await harness.sandbox.control('POST', '/razorpay/settings', { capture: 'automatic' });
  });

  it('that fails and is authorised after the checkout expired is still told: cart-order decides about the money', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    await harness.sandbox.pay(orderId, { outcome: 'late-authorization', lateAfterMs: 24 * HOURS });
    await expire(checkoutId, asha.userId);
    await harness.becomes(checkoutId, 'failed');
    await harness.advance(24 * HOURS + 1_000);
    await harness.becomes(checkoutId, 'captured');
    expect(await captured(checkoutId)).toHaveLength(1);
  });
});

describe('a payment by PayPal', () => {
  it('begins with an order of the very amount, and an address to approve it at', async () => {
    const emily = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(emily.userId, {
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
    const sent = await harness.service.app
      .get(PayPalClient, { strict: false })
      .get<{ purchase_units: object[] }>('order.fetch', `/v2/checkout/orders/${body.id}`);
    const dollars = (value: string) => ({ currency_code: 'USD', value });
    expect(sent.purchase_units).toMatchObject([
      {
        amount: {
          ...dollars('24.51'),
          breakdown: {
            item_total: dollars('20.00'),
            tax_total: dollars('0.71'),
            shipping: dollars('3.00'),
            handling: dollars('0.80'),
          },
        },
      },
    ]);
    expect((await emily.createPaypalOrder({ checkoutId })).body).toEqual(body);
    const rupees = harness.fakeServices.freeze(emily.userId).checkoutId;
    expect((await emily.createPaypalOrder({ checkoutId: rupees })).status).toBe(422);
    expect((await emily.createPaypalOrder({ checkoutId, currency: 'EUR' })).body.code).toBe('payment.wrong-currency');
  });

  it('is captured when the buyer comes back, after cart-order was asked, in a currency without cents too', async () => {
    const emily = await harness.shopper();
    for (const [currency, amount] of [
      ['USD', 24_51],
      ['JPY', 3_687],
    ] as const) {
      const { checkoutId, orderId } = await emily.abroad(currency, amount);
      await harness.sandbox.approve(orderId);
      const { status, body } = await emily.capture(orderId);
      expect([status, body]).toEqual([200, { status: 'COMPLETED', id: expect.any(String), checkoutId }]);
      expect(await captured(checkoutId)).toEqual([
        expect.objectContaining({ provider: 'paypal', providerPaymentId: body.id, amount, currency }),
      ]);
      expect((await emily.capture(orderId)).body).toEqual(body);
    }
  });

  it('is one payment when the buyer comes back in two tabs at once and the webhook knows as well', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await harness.sandbox.approve(orderId);
    const both = await Promise.all([emily.capture(orderId), emily.capture(orderId)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await harness.becomes(checkoutId, 'captured');
    await harness.delivered(orderId);
    expect(await captured(checkoutId)).toHaveLength(1);
  });

  it('of a buyer who approved and left is captured by the reconciler, not before he could have come back', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await harness.sandbox.approve(orderId);
    await harness.delivered(orderId);
    expect((await harness.attempt(checkoutId)).state).toBe('open');
    harness.service.clock.advance(RECONCILE_AFTER);
    await harness.becomes(checkoutId, 'captured');
  });

  it('is not captured before it is approved, nor for a stranger', async () => {
    const [emily, ravi] = [await harness.shopper(), await harness.shopper()];
    const { checkoutId, orderId } = await emily.abroad();
    const early = await emily.capture(orderId);
    expect([early.status, early.body.code]).toEqual([409, 'payment.not-approved']);
    await harness.sandbox.approve(orderId);
    expect((await ravi.capture(orderId)).status).toBe(404);
    expect(harness.fakeServices.checkout(checkoutId).state).toBe('frozen');
  });

  it('that was declined frees the checkout, is not tried again behind the back, and can be approved anew', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await harness.sandbox.approve(orderId, 'declined');
    await harness.delivered(orderId);
    const declined = await emily.capture(orderId);
    expect([declined.status, declined.body.code]).toEqual([402, 'payment.declined']);
    await eventually(() => harness.fakeServices.checkout(checkoutId).state === 'frozen', {
      what: 'the checkout being free',
    });
    const tries = (await harness.attempt(checkoutId)).captures;
    harness.service.clock.advance(RECONCILE_AFTER);
    await eventually(async () => (await harness.attempt(checkoutId)).looks > 0, { what: 'a check by the reconciler' });
    expect((await harness.attempt(checkoutId)).captures).toBe(tries);
    await harness.sandbox.approve(orderId);
    expect((await emily.capture(orderId)).body.status).toBe('COMPLETED');
    expect(await harness.published(payment.paymentFailed, checkoutId)).toHaveLength(1);
    expect(await captured(checkoutId)).toHaveLength(1);
  });

  it('that was declined can be tried again before cart-order hears of it, and not while a capture is in progress', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await harness.sandbox.approve(orderId, 'declined');
    expect((await emily.capture(orderId)).status).toBe(402);
    // cart-order's state until it processes `payment.failed`, which this one never will.
    const waiting = { state: 'capturing', capturing: (await harness.attempt(checkoutId))._id, capture: 99 } as const;
    Object.assign(harness.fakeServices.checkout(checkoutId), waiting);
    const again = await emily.createPaypalOrder({ checkoutId });
    expect([again.status, again.body.id]).toEqual([201, orderId]);
    await harness.service.connection.collection('attempts').updateOne({ checkoutId }, { $set: { state: 'capturing' } });
    const busy = await emily.createPaypalOrder({ checkoutId });
    expect([busy.status, busy.body.code]).toEqual([409, 'checkout.busy']);
    await harness.service.connection.collection('attempts').updateOne({ checkoutId }, { $set: { state: 'open' } });
  });

  it('that was declined is not tried again because the word of its approval comes late', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    const where = { event: 'CHECKOUT.ORDER.APPROVED' };
    await harness.sandbox.fail({ provider: 'paypal', call: 'webhook', kind: 'webhook-late', where, delayMs: HOURS });
    await harness.sandbox.approve(orderId, 'declined');
    expect((await emily.capture(orderId)).status).toBe(402);
    const { captures } = await harness.attempt(checkoutId);
    await harness.sandbox.advance(HOURS);
    await harness.delivered(orderId);
    harness.service.clock.advance(RECONCILE_AFTER);
    await eventually(async () => (await harness.attempt(checkoutId)).looks > 0, { what: 'a check by the reconciler' });
    expect((await harness.attempt(checkoutId)).captures).toBe(captures);
  });

  it('that was declined, approved anew and left is captured by the reconciler', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await harness.sandbox.approve(orderId, 'declined');
    await harness.delivered(orderId);
    expect((await emily.capture(orderId)).status).toBe(402);
    // Earlier tests advanced the service's clock only.
    await harness.sandbox.advance(24 * HOURS);
    await harness.sandbox.approve(orderId);
    await harness.delivered(orderId);
    harness.service.clock.advance(RECONCILE_AFTER);
    await harness.becomes(checkoutId, 'captured');
  });

  it('that was declined, and whose buyer did not come back before the checkout was over, ends', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await harness.sandbox.approve(orderId, 'declined');
    await harness.delivered(orderId);
    expect((await emily.capture(orderId)).status).toBe(402);
    const { userId, captures } = await harness.attempt(checkoutId);
    await harness.deliver(cartOrder.checkoutExpired, checkoutId, { checkoutId, userId, reason: 'expired' });
    await harness.becomes(checkoutId, 'failed');
    expect((await harness.attempt(checkoutId)).captures).toBe(captures);
  });

  it('that is pending is no payment yet: it becomes one, or ends', async () => {
    const emily = await harness.shopper();
    for (const [status, state] of [
      ['COMPLETED', 'captured'],
      ['DECLINED', 'failed'],
    ] as const) {
      const { checkoutId, orderId } = await emily.abroad();
      await harness.sandbox.approve(orderId, 'echeck');
      const { body } = await emily.capture(orderId);
      expect(body).toMatchObject({ status: 'PENDING', id: expect.any(String) });
      expect(await captured(checkoutId)).toEqual([]);
      expect(harness.fakeServices.checkout(checkoutId).state).toBe('capturing');
      await harness.sandbox.control('POST', `/paypal/captures/${body.id}`, { status });
      await harness.becomes(checkoutId, state);
      await eventually(() => harness.fakeServices.checkout(checkoutId).state !== 'capturing', {
        what: 'cart-order being notified',
      });
    }
  });

  it('whose capture comes back declined inside a success has failed, and the checkout is free', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await harness.sandbox.fail({ provider: 'paypal', call: 'order.capture', kind: 'capture-declined' });
    await harness.sandbox.approve(orderId);
    expect((await emily.capture(orderId)).status).toBe(402);
    expect((await harness.attempt(checkoutId)).state).toBe('failed');
    await eventually(() => harness.fakeServices.checkout(checkoutId).state === 'frozen', {
      what: 'the checkout being free',
    });
    const again = await emily.createPaypalOrder({ checkoutId });
    expect(again.body.id).not.toBe(orderId);
  });

  it('is not captured while another payment of the checkout is under way, and later it can be', async () => {
    const emily = await harness.shopper();
    const { checkoutId, orderId } = await emily.abroad();
    await harness.sandbox.approve(orderId);
    Object.assign(harness.fakeServices.checkout(checkoutId), { state: 'capturing', capturing: 'another' });
    expect((await emily.capture(orderId)).body.code).toBe('checkout.busy');
    Object.assign(harness.fakeServices.checkout(checkoutId), { state: 'frozen' });
    expect((await emily.capture(orderId)).body.status).toBe('COMPLETED');
  });
});

describe('a checkout that ends', () => {
  it('ends its attempt once the provider says that nobody paid', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = await asha.rupees();
    await expire(checkoutId, asha.userId);
    await harness.becomes(checkoutId, 'failed');
    expect(await harness.published(payment.paymentFailed, checkoutId)).toEqual([
      expect.objectContaining({ reason: 'expired' }),
    ]);
  });

  it('does not end an attempt that was paid in the last moment', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    harness.webhooks.closed = true;
    await harness.sandbox.pay(orderId);
    await expire(checkoutId, asha.userId);
    await harness.becomes(checkoutId, 'captured');
    expect(await harness.published(payment.paymentFailed, checkoutId)).toEqual([]);
    harness.webhooks.closed = false;
  });

  it('is asked about where nobody told of its end', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = await asha.rupees();
    harness.fakeServices.checkout(checkoutId).state = 'cancelled';
    harness.service.clock.advance(3 * HOURS);
    await harness.becomes(checkoutId, 'failed');
  });
});

async function expire(checkoutId: string, userId: string): Promise<void> {
  harness.fakeServices.checkout(checkoutId).state = 'expired';
  await harness.deliver(cartOrder.checkoutExpired, checkoutId, { checkoutId, userId, reason: 'expired' });
}
