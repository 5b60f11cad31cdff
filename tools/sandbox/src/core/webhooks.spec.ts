import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { world, type World } from '../../test/sandbox.ts';

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());
beforeEach(() => {
  w.sandbox.reset();
  w.shop.received.length = 0;
  w.shop.answers = [];
});

async function pay() {
  const { id } = await w.razorpay.orders.create({ amount: 5000, currency: 'INR' });
  await w.control('POST', '/razorpay/pay', { order_id: id });
  return id;
}
const askFor = (failure: object) =>
  w.fail({ provider: 'razorpay', call: 'webhook', where: { event: 'payment.captured' }, ...failure } as never);
const settle = () => w.sandbox.webhooks.settle();

describe('webhooks', () => {
  it('go out by themselves', async () => {
    await pay();
    await eventually(() => w.shop.events().length === 3);
  });

  it('are sent again with growing pauses until the shop takes them, under the same event id', async () => {
    w.shop.answers = [500, 500, 500, 503, 200, 200, 500];
    await pay();
    await settle();
    expect(w.shop.received).toHaveLength(3);
    await w.control('POST', '/time', { advanceMs: 5000 });
    expect(w.shop.received).toHaveLength(6);
    await w.control('POST', '/time', { advanceMs: 60_000 });
    expect(w.shop.received).toHaveLength(8);
    const { webhooks } = await w.control('GET', '/webhooks');
    expect(webhooks.map(({ state }: { state: string }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(new Set(w.shop.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
  });

  it('are given up after a day', async () => {
    w.shop.answers = Array.from({ length: 1000 }, () => 500);
    await pay();
    await w.control('POST', '/time', { advanceMs: 25 * 3_600_000 });
    const { webhooks } = await w.control('GET', '/webhooks?state=failed');
    expect(webhooks).toHaveLength(3);
    expect(webhooks[0]).toMatchObject({ lastAnswer: '500' });
    // Five seconds, doubled up to an hour, for a day.
    expect(webhooks[0].attempts).toBeGreaterThan(20);
    expect(webhooks[0].attempts).toBeLessThan(40);
  });

  it('come late on request', async () => {
    await askFor({ kind: 'webhook-late', delayMs: 3_600_000 });
    await pay();
    await settle();
    expect(w.shop.events()).not.toContain('payment.captured');
    await w.control('POST', '/time', { advanceMs: 3_600_001 });
    expect(w.shop.events()).toContain('payment.captured');
  });

  it('come twice on request', async () => {
    await askFor({ kind: 'webhook-twice' });
    await pay();
    await settle();
    const doubles = w.shop.received.filter(({ event }) => event === 'payment.captured');
    expect(doubles).toHaveLength(2);
    expect(doubles[0]!.headers['x-razorpay-event-id']).toBe(doubles[1]!.headers['x-razorpay-event-id']);
  });

  it('come out of order on request: after a later event of the same order', async () => {
    await askFor({ kind: 'webhook-out-of-order' });
    const id = await pay();
    await eventually(() => w.shop.events().length === 3);
    expect(w.shop.events().indexOf('payment.captured')).toBe(2);
    expect((await w.control('GET', `/webhooks?subject=${id}`)).webhooks).toHaveLength(3);
  });

  it('never come on request, until someone sends them again', async () => {
    await askFor({ kind: 'webhook-never' });
    await pay();
    await w.control('POST', '/time', { advanceMs: 30 * 86_400_000 });
    expect(w.shop.events().sort()).toEqual(['order.paid', 'payment.authorized']);
    const { webhooks } = await w.control('GET', '/webhooks?state=suppressed');
    await w.control('POST', `/webhooks/${webhooks[0].id}/resend`);
    await settle();
    expect(w.shop.events()).toContain('payment.captured');
  });

  it('reach a shop that was away when it comes back', async () => {
    w.shop.answers = [500, 500, 500];
    await pay();
    await settle();
    await w.control('POST', '/webhooks/flush');
    expect(w.shop.received).toHaveLength(6);
  });
});
