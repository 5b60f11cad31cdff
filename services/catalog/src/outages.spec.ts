import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { outageGaps, type OutageLinks, outageLinks } from '@shop/service-kit/testing';
import { type CatalogHarness, startCatalog } from '../test/catalog-harness.ts';

let links: OutageLinks;
let shop: CatalogHarness;
beforeAll(async () => {
  links = await outageLinks('catalog');
  shop = await startCatalog(links.environment);
});
afterAll(async () => {
  await shop.close();
  await links.close();
});

it('refuses without Redis the calls that cannot do without it, and no other; without RabbitMQ none', async () => {
  expect(await outageGaps(shop.service, 'catalog', links)).toEqual([]);
});
