import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { startTestSandbox, type TestSandbox } from '../../test/start-sandbox.ts';

let running: TestSandbox;
beforeAll(async () => {
  running = await startTestSandbox();
});
afterAll(() => running.close());
beforeEach(() => {
  running.sandbox.reset();
  running.shop.received.length = 0;
  running.shop.answers = [];
});

async function pay() {
  const { id } = await running.razorpay.orders.create({ amount: 5000, currency: 'INR' });
  await running.control('POST', '/razorpay/pay', { order_id: id });
  return id;
}
const injectFailure = (failure: object) =>
  running.fail({ provider: 'razorpay', call: 'webhook', where: { event: 'payment.captured' }, ...failure } as never);
const settle = () => running.sandbox.webhooks.settle();

describe('webhooks', () => {
  it('go out by themselves', async () => {
    await pay();
    await eventually(() => running.shop.events().length === 3);
  });

  it('are sent again with growing pauses until the shop takes them, under the same event id', async () => {
    running.shop.answers = [500, 500, 500, 503, 200, 200, 500];
    await pay();
    await settle();
    expect(running.shop.received).toHaveLength(3);
    await running.control('POST', '/time', { advanceMs: 5000 });
    expect(running.shop.received).toHaveLength(6);
    await running.control('POST', '/time', { advanceMs: 60_000 });
    expect(running.shop.received).toHaveLength(8);
    const { webhooks } = await running.control('GET', '/webhooks');
    expect(webhooks.map(({ state }: { state: string }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(new Set(running.shop.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
  });

  it('are given up after a day', async () => {
    running.shop.answers = Array.from({ length: 1000 }, () => 500);
    await pay();
    await running.control('POST', '/time', { advanceMs: 25 * 3_600_000 });
    const { webhooks } = await running.control('GET', '/webhooks?state=failed');
    expect(webhooks).toHaveLength(3);
    expect(webhooks[0]).toMatchObject({ lastAnswer: '500' });
    // Five seconds, doubled up to an hour, for a day.
    expect(webhooks[0].attempts).toBeGreaterThan(20);
    expect(webhooks[0].attempts).toBeLessThan(40);
  });

  it('come late on request', async () => {
    await injectFailure({ kind: 'webhook-late', delayMs: 3_600_000 });
    await pay();
    await settle();
    expect(running.shop.events()).not.toContain('payment.captured');
    await running.control('POST', '/time', { advanceMs: 3_600_001 });
    expect(running.shop.events()).toContain('payment.captured');
  });

  it('come twice on request', async () => {
    await injectFailure({ kind: 'webhook-twice' });
    await pay();
    await settle();
    const doubles = running.shop.received.filter(({ event }) => event === 'payment.captured');
    expect(doubles).toHaveLength(2);
    expect(doubles[0]!.headers['x-razorpay-event-id']).toBe(doubles[1]!.headers['x-razorpay-event-id']);
  });

  it('come out of order on request: after a later event of the same order', async () => {
    await injectFailure({ kind: 'webhook-out-of-order' });
    const id = await pay();
    await eventually(() => running.shop.events().length === 3);
    expect(running.shop.events().indexOf('payment.captured')).toBe(2);
    expect((await running.control('GET', `/webhooks?subject=${id}`)).webhooks).toHaveLength(3);
  });

  it('never come on request, until someone sends them again', async () => {
    await injectFailure({ kind: 'webhook-never' });
    await pay();
    await running.control('POST', '/time', { advanceMs: 30 * 86_400_000 });
    expect(running.shop.events().sort()).toEqual(['order.paid', 'payment.authorized']);
    const { webhooks } = await running.control('GET', '/webhooks?state=suppressed');
    await running.control('POST', `/webhooks/${webhooks[0].id}/resend`);
    await settle();
    expect(running.shop.events()).toContain('payment.captured');
  });

  it('reach a shop that was away when it comes back', async () => {
    running.shop.answers = [500, 500, 500];
    await pay();
    await settle();
    await running.control('POST', '/webhooks/flush');
    expect(running.shop.received).toHaveLength(6);
  });
});
