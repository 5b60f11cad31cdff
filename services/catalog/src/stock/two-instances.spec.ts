import crypto from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestService } from '@shop/service-kit/testing';
import { internal, startCatalog, startCatalogService, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
let second: TestService;
let productId: string;
beforeAll(async () => {
  shop = await startCatalog();
  // Before the second instance starts: passport has one session strategy per process, that of the last one.
  ({ _id: productId } = await shop.add({ stock: 10 }));
  const { MONGODB_URI, EVENTS_PREFIX } = shop.service.environment;
  second = await startCatalogService({ MONGODB_URI: MONGODB_URI!, EVENTS_PREFIX: EVENTS_PREFIX! });
});
afterAll(async () => {
  await second.stop();
  await second.identity.stop();
  await shop.close();
});

it('sells exactly 10 of 10 pieces when two instances of catalog are asked at once', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const { url } = index % 2 ? second : shop.service;
      const answer = await fetch(`${url}/internal/holds`, {
        method: 'POST',
        headers: { ...internal, 'content-type': 'application/json' },
        body: JSON.stringify({ holdId: crypto.randomUUID(), lines: [{ productId, quantity: 1 }] }),
      });
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 409)).toHaveLength(14);
  const products = shop.service.connection.collection('products');
  expect(await products.findOne({ stock: 0, held: 10, sold: 0 })).not.toBeNull();
});
