import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder } from '@shop/contracts';
import { signLink } from '@shop/service-kit';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { orderOf, startShop, type TestShop } from '../../test/service-harness.ts';

const [NEXT, LAST] = ['the-next-key-of-links', 'the-last-key-of-links'];
const MINUTES = 60_000;

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop({ ORDER_LINK_KEY: `${NEXT},${LAST}` });
});
afterAll(() => shop?.close());

async function ordered() {
  const shopper = await shop.shopper();
  const email = `${shopper.userId}@example.com`;
  shop.service.identity.contacts.set(shopper.userId, { userId: shopper.userId, name: 'Asha', email, address: null });
  await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }), 1);
  const checkout = await shopper.freeze();
  await shop.capture(checkout);
  const order = await orderOf(shop, shopper, checkout._id);
  return { order, shopper, email, number: order._id.slice(-6).toUpperCase() };
}

const linkTo = (id: string, { key = NEXT, purpose = 'order', ms = MINUTES } = {}) =>
  signLink({ purpose, id }, new Date(shop.service.clock.millis() + ms), [key]);
const open = (link: string) => shop.send<{ order: cartOrder.LinkedOrder }>('GET', `/order/link/${link}`);

describe('a link to an order', () => {
  it('shows this order without a session, and nothing of the account', async () => {
    const { order } = await ordered();
    for (const key of [NEXT, LAST]) {
      const { status, body } = await open(linkTo(order._id, { key }));
      expect(status).toBe(200);
      const { userId: _, paymentInfo, ...shown } = order;
      expect(body.order).toEqual({
        ...{ ...shown, paymentInfo: { provider: paymentInfo.provider, status: paymentInfo.status } },
        ...(body.order.invoice && { invoice: body.order.invoice }),
      });
    }
  });

  it('opens its invoice as well, kept by no cache', async () => {
    const { order } = await ordered();
    const answer = await fetch(`${shop.service.url}/api/v1/order/link/${linkTo(order._id)}`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    await eventually(async () => {
      const invoice = await fetch(`${shop.service.url}/api/v1/order/link/${linkTo(order._id)}/invoice`);
      return (
        invoice.status === 200 &&
        invoice.headers.get('content-type') === 'application/pdf' &&
        invoice.headers.get('cache-control') === 'private, no-store'
      );
    });
  });

  it('opens nothing when it is over, signed with another key, for another purpose, or changed', async () => {
    const { order } = await ordered();
    const another = await ordered();
    const [, ...rest] = linkTo(order._id).split('.');
    const links = [
      linkTo(order._id, { ms: 0 }),
      linkTo(order._id, { key: 'a-key-that-is-not-ours' }),
      linkTo(order._id, { purpose: 'invoice' }),
      [another.order._id, ...rest].join('.'),
      linkTo('f'.repeat(24)),
      order._id,
    ];
    for (const link of links) {
      for (const path of ['', '/invoice', '/credit-note/1']) {
        const { status, body } = await shop.send('GET', `/order/link/${link}${path}`);
        expect([status, body.code]).toEqual([404, 'order.link-invalid']);
      }
    }
  });
});

it('a link to an order opens nothing once the account of its buyer is deleted', async () => {
  const { order } = await ordered();
  const orders = shop.service.connection.collection<{ _id: string }>('orders');
  await orders.updateOne({ _id: order._id }, { $set: { sealedAt: new Date() } });
  expect((await open(linkTo(order._id))).status).toBe(404);
});

describe('an order is found', () => {
  const find = (number: string, email: string) => shop.send('POST', '/order/find', { number, email });
  const mailed = async (orderId: string) =>
    (await publishedEvents(shop.service, cartOrder.orderLinkRequested)).filter(({ key }) => key === orderId);

  it('by number and e-mail address: its buyer is mailed the link, once in ten minutes', async () => {
    const { order, email, number, shopper } = await ordered();
    expect(await find(`#${number}`, email.toUpperCase())).toEqual({ status: 202, body: { isAsked: true } });
    const [event] = await eventually(async () => {
      const events = await mailed(order._id);
      return events.length > 0 && events;
    });
    expect(event!.data).toEqual({ orderId: order._id, userId: shopper.userId });
    await find(number.toLowerCase(), email);
    shop.service.clock.advance(11 * MINUTES);
    await find(number, email);
    await eventually(async () => (await mailed(order._id)).length === 2);
  });

  it('by nobody else, with the same answer', async () => {
    const { order, email, number } = await ordered();
    const another = await ordered();
    const answers = [
      await find(number, another.email),
      await find(number, 'nobody@example.com'),
      // The beginning of the address is not the address.
      await find(number, email.slice(0, -1)),
      await find('000000', email),
    ];
    for (const answer of answers) expect(answer).toEqual({ status: 202, body: { isAsked: true } });
    // The last of the others' requests was answered before this one.
    await find(another.number, another.email);
    await eventually(async () => (await mailed(another.order._id)).length === 1);
    expect(await mailed(order._id)).toEqual([]);
  });

  it('only with what can be a number and an address', async () => {
    const { status, body } = await find('12', 'asha');
    expect(status).toBe(400);
    expect(Object.keys(body.errors!)).toEqual(['number', 'email']);
  });
});
