import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { guardGaps, routeGaps } from '@shop/service-kit/testing';
import { startCatalog, type CatalogHarness } from '../test/catalog-harness.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

it('serves every call that the contracts declare for catalog, and no other', () => {
  expect(routeGaps(shop.service, 'catalog')).toEqual([]);
});

it('lets nobody into a call for whom its contract does not mean it', async () => {
  expect(await guardGaps(shop.service, 'catalog')).toEqual([]);
});
