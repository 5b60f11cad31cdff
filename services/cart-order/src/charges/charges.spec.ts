import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnswerOf, cartOrder } from '@shop/contracts';
import { startShop, type TestShop } from '../../test/service-harness.ts';

// Real: MongoDB, RabbitMQ, Redis and the service.
describe('the charges', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  const read = async () => (await shop.send<AnswerOf<typeof cartOrder.getCharges>>('GET', '/charges')).body.data;

  it('say that nobody has saved them until somebody does, also as they are', async () => {
    const before = await read();
    expect(before).toMatchObject({ gstRate: 0.03, untouched: true });
    const saved = await shop.send('PUT', '/admin/charges', {}, await shop.staff());
    expect(saved.status).toBe(200);
    const { untouched: _, ...same } = before;
    expect(await read()).toEqual(same);
  });
});
