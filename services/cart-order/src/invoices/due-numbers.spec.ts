import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Jobs } from '@shop/service-kit';
import { eventually } from '@shop/test-kit';
import { orderOf, startShop, type TestShop } from '../../test/service-harness.ts';
import type { Order } from '../orders/order.schema.ts';
import { InvoicesRepository } from './invoices.repository.ts';

// Real: cart-order on MongoDB, RabbitMQ and Redis. Catalog and content are stubs.
describe('the job that numbers invoices', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(async () => {
    await shop?.close();
    jest.restoreAllMocks();
  });

  const orders = () => shop.service.connection.collection<Order>('orders');
  const stored = async (id: string) => (await orders().findOne({ _id: id }))!;

  async function ordered(): Promise<string> {
    const shopper = await shop.shopper();
    await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }), 1);
    const checkout = await shopper.freeze();
    await shop.capture(checkout);
    await orderOf(shop, shopper, checkout._id);
    return checkout._id;
  }
  const numberOf = (id: string) =>
    eventually(async () => (await stored(id)).invoice?.number ?? false, { what: 'the invoice number' });

  it('retries an order that fails later, numbers those behind it, and leaves no gap', async () => {
    const repository = shop.service.app.get(InvoicesRepository, { strict: false });
    const insert = repository.insert.bind(repository);
    let failing: string | undefined;
    jest.spyOn(repository, 'insert').mockImplementation(async (document, session) => {
      failing ??= document.orderId;
      await insert(document, session);
      // After the counter went on.
      if (document.orderId === failing) throw new Error('no ink');
    });
    const first = await ordered();
    await eventually(async () => expect((await stored(first)).numbering).toMatchObject({ lastError: 'no ink' }));
    const second = await ordered();
    expect(await numberOf(second)).toMatch(/\/000001$/);
    expect((await stored(first)).invoice).toBeUndefined();
    const jobs = shop.service.app.get(Jobs);
    expect(await jobs.failed('invoice-numbers')).toMatchObject([{ id: first, lastError: 'no ink' }]);
    failing = 'none';
    await jobs.retry('invoice-numbers', first);
    expect(await numberOf(first)).toMatch(/\/000002$/);
    await eventually(async () => expect(await stored(first)).not.toHaveProperty('numbering'));
  });

  it('waits for the seller without counting a failure', async () => {
    const { seller: _, ...brand } = shop.content.brand;
    const complete = shop.content.brand;
    shop.content.brand = brand;
    const id = await ordered();
    await eventually(async () => expect((await stored(id)).numbering?.dueAt).toBeDefined());
    expect((await stored(id)).numbering).not.toHaveProperty('failures');
    shop.content.brand = complete;
    await numberOf(id);
  });
});
