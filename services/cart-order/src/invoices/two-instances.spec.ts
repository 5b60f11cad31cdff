import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { orderOf, startShop, type TestShop } from '../../test/service-harness.ts';
import { AppModule } from '../app.module.ts';
import { variables } from '../variables.ts';
import type { IssuedDocument } from './invoice.schema.ts';

const ORDERS = 12;

let shop: TestShop;
let second: TestService;
const orderIds: string[] = [];

beforeAll(async () => {
  shop = await startShop();
  const complete = shop.content.brand;
  const { seller: _, ...unready } = complete;
  // No order is numbered before both instances run.
  shop.content.brand = unready;
  const productId = shop.catalog.add({ stock: ORDERS });
  for (let count = 0; count < ORDERS; count += 1) {
    const shopper = await shop.shopper();
    await shopper.add(productId);
    const checkout = await shopper.freeze();
    await shop.capture(checkout);
    orderIds.push((await orderOf(shop, shopper, checkout._id))._id);
  }
  // After the orders: passport has one session strategy per process, that of the last instance.
  second = await startTestService({
    name: 'cart-order',
    module: AppModule,
    variables,
    environment: { ...shop.service.environment },
  });
  shop.content.brand = complete;
});
afterAll(async () => {
  await second?.stop();
  await second?.identity.stop();
  await shop?.close();
});

it('numbers every order once and without a gap when two instances share the work', async () => {
  const orders = shop.service.connection.collection<{ _id: string; invoice?: { number: string } }>('orders');
  await eventually(async () => (await orders.countDocuments({ invoice: { $exists: true } })) === ORDERS, {
    what: 'all numbers',
  });
  const documents = await shop.service.connection.collection<IssuedDocument>('invoices').find().toArray();
  const sequences = documents.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
  expect(sequences).toEqual(orderIds.map((_, index) => index + 1));
  const numbers = (await orders.find().toArray()).map(({ invoice }) => invoice!.number);
  expect(numbers.toSorted()).toEqual(documents.map(({ _id }) => _id).toSorted());
});
