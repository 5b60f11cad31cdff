import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startShop, type TestShop } from '../../test/service-harness.ts';
import { numberOrdersFromBeforeInvoices } from './0002-number-orders-from-before-invoices.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
}, 60_000);
afterAll(() => shop?.close());

it('makes old orders due that were never numbered, in batches, and goes on where it was stopped', async () => {
  // Orders of their own collection: the service numbers its own.
  const db = shop.service.connection.getClient().db(`${shop.service.connection.name}-old`);
  const orders = db.collection<{ _id: string; numbersDue?: boolean }>('orders');
  const id = (index: number) => String(index).padStart(24, '0');
  const old = Array.from({ length: 1_200 }, (_, index) => ({ _id: id(index) }));
  await orders.insertMany([...old, { _id: id(5_000), numbersDue: false }, { _id: id(5_001), numbersDue: true }]);
  const cursors: string[] = [];
  const context = { db: db as never, log: { log: () => {}, warn: () => {} } };
  const stopped = numberOrdersFromBeforeInvoices.run({
    ...context,
    cursor: undefined,
    saveCursor: async (cursor) => {
      cursors.push(cursor as string);
      if (cursors.length === 2) throw new Error('stopped');
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await orders.countDocuments({ numbersDue: true })).toBe(1_001);
  await numberOrdersFromBeforeInvoices.run({ ...context, cursor: cursors.at(-1), saveCursor: async () => {} });
  expect(await orders.countDocuments({ numbersDue: true })).toBe(1_201);
  expect(await orders.findOne({ _id: id(5_000) })).toMatchObject({ numbersDue: false });
  await db.dropDatabase();
});
