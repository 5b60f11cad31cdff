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

  it('that were created in the meantime are told to a colleague whose form stands on what was suggested', async () => {
    await shop.service.connection.collection('charges').deleteMany({});
    const { version } = await read();
    const created = await shop.send('POST', '/admin/charges', { giftWrap: 90 }, await shop.staff());
    expect(created.status).toBe(201);
    const headers = { ...(await shop.staff()), 'if-match': `"${version}"` };
    const refused = await shop.send('PUT', '/admin/charges', { maxPieces: 2 }, headers);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'document.changed', details: { document: { giftWrap: 90 }, saves: [{ fields: ['giftWrap'] }] } },
    ]);
  });
});
