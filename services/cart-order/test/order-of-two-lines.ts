import crypto from 'node:crypto';
import { cartOrder, type Problem } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { orderOf, type TestShop } from './service-harness.ts';

/** A paid order of two lines, a piece each, with its invoice; calls of staff about it, and what is seen and published of it. */
export async function orderOfTwoLines(shop: TestShop, staff: Record<string, string>) {
  const shopper = await shop.shopper();
  for (const price of [1_000, 2_000]) await shopper.add(shop.catalog.add({ price, stock: 5 }), 1);
  const checkout = await shopper.freeze();
  await shop.capture(checkout);
  const { _id: id } = await orderOf(shop, shopper, checkout._id);
  const send = (method: string, path: string, body: object, headers = staff) =>
    shop.send<Problem & { order: cartOrder.Order }>(method, `/admin/order/${path}`, body, {
      ...headers,
      'idempotency-key': crypto.randomUUID(),
    });
  const seen = async () => (await shop.getOrder(id, staff)).body.order;
  const events = async () =>
    (await publishedEvents(shop.service, cartOrder.orderStatusChanged)).filter(({ key }) => key === id);
  // Numbered after the order is placed: the comparison of a whole order would meet it half way.
  await eventually(async () => (await seen()).invoice ?? false, { what: 'the invoice' });
  return { id, shopper, send, seen, events };
}
