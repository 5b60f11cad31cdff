import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { outageGaps, type OutageLinks, outageLinks } from '@shop/service-kit/testing';
import { startShop, type TestShop } from '../test/service-harness.ts';

let links: OutageLinks;
let shop: TestShop;
beforeAll(async () => {
  links = await outageLinks('cart-order');
  shop = await startShop(links.environment);
});
afterAll(async () => {
  await shop.close();
  await links.close();
});

it('refuses without Redis the calls that cannot do without it, and no other; without RabbitMQ none', async () => {
  expect(await outageGaps(shop.service, 'cart-order', links)).toEqual([]);
});
