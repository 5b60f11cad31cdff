import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, cartOrder, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { HOME, internal, orderOf, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop({ ERASURE_SWEEP: '50ms', ERASURE_WAIT: '50ms' });
});
afterAll(() => shop?.close());

/** A signed-in owner of an account, and who buys beside it. */
async function beside(): Promise<{ owner: Shopper; guest: Shopper }> {
  const owner = await shop.shopper();
  return { owner, guest: await shop.shopper({ joins: owner.userId }) };
}

/** Of a piece of its own. */
async function frozenBy(shopper: Shopper) {
  await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }), 1);
  return shopper.freeze();
}

const codeOf = async (path: string, { headers }: Shopper) => {
  const { status, body } = await shop.send('GET', path, undefined, headers);
  return [status, body.code];
};
const unfinishedOf = async ({ userId }: Shopper) =>
  (
    await shop.send<AnswerOf<typeof cartOrder.getUnfinished>>(
      'GET',
      `/internal/users/${userId}/unfinished`,
      undefined,
      internal,
    )
  ).body.unfinished;

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis.
describe('an order of a limited session', () => {
  it('joins the account, and is shown to both', async () => {
    const { owner, guest } = await beside();
    const captured = await shop.capture(await frozenBy(guest));
    const order = await orderOf(shop, guest, captured.checkoutId);
    // It does not learn whose account it is.
    expect(order.userId).toBe(guest.userId);
    const awaited = await shop.send<{ order: cartOrder.Order }>(
      'POST',
      '/order/new',
      { paymentInfo: { id: captured.paymentId } },
      guest.headers,
    );
    expect(awaited.body.order?._id).toBe(order._id);

    const { body } = await shop.send<{ orders: cartOrder.Order[] }>(
      'GET',
      '/orders/my-orders',
      undefined,
      owner.headers,
    );
    expect(body.orders).toMatchObject([{ _id: order._id, userId: owner.userId }]);
    const created = (await publishedEvents(shop.service, cartOrder.orderCreated)).find(({ key }) => key === order._id);
    expect(created!.data.userId).toBe(owner.userId);
    // The cart that is emptied is the one that it was bought from.
    const cleared = await publishedEvents(shop.service, cartOrder.cartCleared);
    expect(cleared.map(({ key }) => key)).toContain(guest.userId);
    expect((await guest.cart()).count).toBe(0);
  });

  it('is all that it sees', async () => {
    const { owner, guest } = await beside();
    const { checkoutId } = await shop.capture(await frozenBy(owner));
    const earlier = await orderOf(shop, owner, checkoutId);
    const another = await shop.shopper({ joins: owner.userId });
    const theirs = await orderOf(shop, another, (await shop.capture(await frozenBy(another))).checkoutId);
    for (const { _id } of [earlier, theirs]) {
      expect(await codeOf(`/order/${_id}`, guest)).toEqual([404, 'order.not-found']);
      expect(await codeOf(`/order/${_id}/invoice`, guest)).toEqual([404, 'order.not-found']);
    }
    expect(await codeOf('/orders/my-orders', guest)).toEqual([403, 'session.limited']);
    expect(await codeOf('/wishlist', guest)).toEqual([403, 'session.limited']);
    expect((await owner.cart()).count).toBe(0);
  });

  it('is cancelled by it, and its money goes back', async () => {
    const { owner, guest } = await beside();
    const { _id } = await orderOf(shop, guest, (await shop.capture(await frozenBy(guest))).checkoutId);
    const cancelled = await shop.send('POST', `/order/${_id}/cancel`, {}, guest.headers);
    expect(cancelled).toMatchObject({ status: 200, body: { order: { status: 'Cancelled' } } });
    const refunds = await publishedEvents(shop.service, cartOrder.refundRequested);
    expect(refunds.find(({ data }) => data.orderId === _id)!.data.userId).toBe(owner.userId);
  });

  it('joins also where payment freezes the cart', async () => {
    const { owner, guest } = await beside();
    await guest.add(shop.catalog.add({ price: 1_000, stock: 5 }), 1);
    const { body } = await shop.send<{ checkout: cartOrder.PayableCheckout }>(
      'POST',
      '/internal/checkouts',
      { userId: guest.userId, joins: owner.userId, shippingInfo: HOME, currency: 'INR' },
      { ...internal, 'idempotency-key': `freeze-${guest.userId}` },
    );
    await shop.capture({ _id: body.checkout.checkoutId, currency: 'INR' });
    expect(await orderOf(shop, owner, body.checkout.checkoutId)).toMatchObject({ userId: owner.userId });
  });

  it('keeps the account from being deleted while it is under way, and is sealed with it', async () => {
    const { owner, guest } = await beside();
    const checkout = await frozenBy(guest);
    expect(await unfinishedOf(owner)).toEqual([{ kind: 'checkout', id: checkout._id }]);
    // By staff, who are not refused; with the account, who buys beside it.
    for (const { userId } of [owner, guest]) await shop.deliverEvent(identity.userDeleted, userId, { userId });
    await shop.capture(checkout);
    const order = await orderOf(shop, guest, checkout._id);
    const staff = await shop.staff();
    for (const status of ['Shipped', 'Delivered']) {
      await shop.send('PUT', `/admin/order/status/${order._id}`, { status }, staff);
    }
    const orders = shop.service.connection.collection<{ _id: string; sealedAt?: Date }>('orders');
    await eventually(async () => (await orders.findOne({ _id: order._id }))?.sealedAt !== undefined, {
      what: 'the seal',
    });
  });

  it('stays the account’s when who bought it is deleted alone', async () => {
    const { owner, guest } = await beside();
    const { _id } = await orderOf(shop, guest, (await shop.capture(await frozenBy(guest))).checkoutId);
    await shop.deliverEvent(identity.userDeleted, guest.userId, { userId: guest.userId });
    const erasures = shop.service.connection.collection<{ _id: string }>('erasures');
    const checkouts = shop.service.connection.collection('checkouts');
    await eventually(async () => (await checkouts.countDocuments({ userId: guest.userId })) === 0, {
      what: 'the removal of its checkouts',
    });
    expect((await shop.getOrder(_id, owner.headers)).body.order.shippingInfo.street).toBe(HOME.street);
    expect(await erasures.findOne({ _id: owner.userId })).toBeNull();
  });
});
