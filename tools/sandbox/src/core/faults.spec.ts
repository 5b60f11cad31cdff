import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CheckoutPaymentIntent, OrdersController } from '@paypal/paypal-server-sdk';
import { httpClientOf, startTestSandbox, type TestSandbox } from '../../test/start-sandbox.ts';

let running: TestSandbox;
beforeAll(async () => {
  running = await startTestSandbox();
});
afterAll(() => running.close());
beforeEach(() => running.sandbox.reset());

const order = (receipt: string) => running.razorpay.orders.create({ amount: 5000, currency: 'INR', receipt });
const receipts = () => running.sandbox.razorpay.orders.find().map(({ receipt }) => receipt);
/** The error of a shop that lost the answer. */
const lost = expect.objectContaining({ message: expect.stringContaining("'status'") });

describe('a call that gets no answer', () => {
  it('did nothing when it times out before the effect', async () => {
    await running.fail({ provider: 'razorpay', call: 'order.create', kind: 'timeout-before', holdMs: 0 });
    await expect(order('R-1')).rejects.toEqual(lost);
    expect(receipts()).toEqual([]);
  });

  it('did everything when it times out after the effect', async () => {
    await running.fail({ provider: 'razorpay', call: 'order.create', kind: 'timeout-after', holdMs: 0 });
    await expect(order('R-1')).rejects.toEqual(lost);
    expect(receipts()).toEqual(['R-1']);
  });

  it("keeps the caller waiting until the caller's own time-out", async () => {
    httpClientOf(running.razorpay).defaults.timeout = 100;
    await running.fail({ provider: 'razorpay', call: 'order.create', kind: 'timeout-before' });
    await expect(order('R-1')).rejects.toEqual(lost);
    httpClientOf(running.razorpay).defaults.timeout = 2000;
  });

  it('happened at PayPal too: the same request id finds it', async () => {
    const orders = new OrdersController(running.paypal);
    const create = () =>
      orders.createOrder({
        paypalRequestId: 'lost-and-found',
        body: {
          intent: CheckoutPaymentIntent.Capture,
          purchaseUnits: [{ amount: { currencyCode: 'EUR', value: '9.00' } }],
        },
      });
    await running.fail({ provider: 'paypal', call: 'order.create', kind: 'timeout-after', holdMs: 0 });
    await expect(create()).rejects.toThrow('socket hang up');
    const found = await create();
    expect(found.statusCode).toBe(200);
    expect(running.sandbox.paypal.orders.count()).toBe(1);
  });
});

describe('a server error', () => {
  it("comes in the provider's own shape, or as a gateway's page without one", async () => {
    await running.fail({ provider: 'razorpay', kind: 'error-before', status: 500 });
    await expect(order('R-1')).rejects.toMatchObject({ statusCode: 500, error: { code: 'SERVER_ERROR' } });
    await running.fail({ provider: 'razorpay', kind: 'error-after', status: 502, html: true });
    await expect(order('R-2')).rejects.toEqual({ statusCode: 502, error: undefined });
    expect(receipts()).toEqual(['R-2']);
  });
});

describe('how long a failure lasts', () => {
  it('is the next call, a number of calls, a while of the clock, or until it is removed', async () => {
    const failed = async () => order(`R-${Math.random()}`).then(Boolean, () => 'failed');
    await running.fail({ provider: 'razorpay', kind: 'error-before' });
    expect([await failed(), await failed()]).toEqual(['failed', true]);

    await running.fail({ provider: 'razorpay', kind: 'error-before', times: 2 });
    expect([await failed(), await failed(), await failed()]).toEqual(['failed', 'failed', true]);

    await running.fail({ provider: 'razorpay', kind: 'error-before', forMs: 60_000 });
    expect([await failed(), await failed()]).toEqual(['failed', 'failed']);
    await running.control('POST', '/time', { advanceMs: 60_001 });
    expect(await failed()).toBe(true);

    const { id } = await running.fail({ provider: 'razorpay', kind: 'error-before', untilRemoved: true });
    expect([await failed(), await failed()]).toEqual(['failed', 'failed']);
    await running.control('DELETE', `/failures/${id}`);
    expect(await failed()).toBe(true);
  });

  it('counts only calls that match', async () => {
    await running.fail({
      provider: 'razorpay',
      call: 'order.create',
      kind: 'error-before',
      where: { 'body.receipt': 'R-bad' },
    });
    await order('R-good');
    await running.razorpay.orders.all();
    await expect(order('R-bad')).rejects.toMatchObject({ statusCode: 500 });
    await order('R-bad');
  });

  it('is refused with a reason where the request makes no sense', async () => {
    const failure = { provider: 'razorpay', kind: 'timeout-before' } as const;
    // A request is known by its params, query and body only.
    for (const nonsense of [{ hold: 5 }, { where: { 'order.id': 'order_1' } }]) {
      await expect(running.fail({ ...failure, ...nonsense } as never)).rejects.toMatchObject({
        status: 400,
        answer: { error: expect.any(String) },
      });
    }
  });
});

describe('a payment', () => {
  it('is declined by its receipt, with the words that were asked for', async () => {
    await running.fail({
      provider: 'razorpay',
      call: 'checkout.pay',
      kind: 'decline',
      where: { 'order.receipt': 'R-bad' },
      reason: 'insufficient_funds',
    });
    const good = await order('R-good');
    const bad = await order('R-bad');
    const pay = (orderId: string) => running.control('POST', '/razorpay/pay', { order_id: orderId });
    expect(await pay(good.id)).toHaveProperty('razorpay_signature');
    expect(await pay(bad.id)).toMatchObject({ error: { reason: 'insufficient_funds' } });
    expect(await pay(bad.id)).toHaveProperty('razorpay_signature');
  });
});
