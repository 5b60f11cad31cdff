import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routeGaps } from '@shop/service-kit/testing';
import { startShop, type TestShop } from '../test/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

it('serves every call that the contracts declare for catalog, and no other', () => {
  expect(routeGaps(shop.service, 'catalog')).toEqual([]);
});
