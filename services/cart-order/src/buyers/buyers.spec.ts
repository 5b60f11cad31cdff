import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, cartOrder, identity } from '@shop/contracts';
import { publishedEvents, tracesOf } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { extractText, getDocumentProxy } from 'unpdf';
import { HOME, internal, orderOf, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

const ASHA = { ...HOME, name: 'Ashalata Vasanthakumar', phone: '+91 90909 12345', street: '77 Kumkum Lane' };
const PAN = 'ABCPE1234F';
const PERSONAL = [PAN, 'Ashalata', 'Vasanthakumar', '9090912345', '90909 12345', 'Kumkum', 'For my Leela', 'Leela'];

// Real: cart-order on MongoDB, RabbitMQ and Redis, and the PDFs. Catalog and content are stubs.
describe('a buyer whose account is deleted', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await startShop({ ERASURE_SWEEP: '50ms', ERASURE_WAIT: '200ms' });
  });
  afterAll(() => shop?.close());

  const bought = async () => {
    const shopper = await shop.shopper();
    await shopper.add(shop.catalog.add({ price: 300_000, stock: 5 }), 1);
    const wish = { specialRequest: { note: 'For my Leela' }, pan: PAN };
    const checkout = await shopper.freeze({ shippingInfo: ASHA, ...wish });
    await shop.capture(checkout);
    const order = await orderOf(shop, shopper, checkout._id);
    await eventually(
      async () => expect((await shop.getOrder(order._id, shopper.headers)).body.order.invoice).toBeDefined(),
      { what: 'the bill' },
    );
    return { shopper, order };
  };
  const move = async (id: string, status: string) =>
    expect((await shop.send('PUT', `/admin/order/status/${id}`, { status }, await shop.staff())).status).toBe(200);
  const deliver = async (id: string) => {
    await move(id, 'Shipped');
    await move(id, 'Delivered');
  };
  const deleted = ({ userId }: Shopper) => shop.deliverEvent(identity.userDeleted, userId, { userId }, { version: 5 });
  const unfinished = async ({ userId }: Shopper) =>
    (
      await shop.send<AnswerOf<typeof cartOrder.getUnfinished>>(
        'GET',
        `/internal/users/${userId}/unfinished`,
        undefined,
        internal,
      )
    ).body.unfinished;
  const stored = (id: string) => shop.service.connection.collection('orders').findOne({ _id: id as never });
  it('has what is under way in the way: an order that is not delivered, a checkout that is open', async () => {
    const { shopper, order } = await bought();
    expect(await unfinished(shopper)).toEqual([{ kind: 'order', id: order._id }]);
    await deliver(order._id);
    expect(await unfinished(shopper)).toEqual([]);
    await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }), 1);
    const { _id } = await shopper.freeze({ shippingInfo: ASHA, pan: PAN });
    expect(await unfinished(shopper)).toEqual([{ kind: 'checkout', id: _id }]);
  });

  it('is left in no collection but that of whom bills are made out to, once all is delivered', async () => {
    const { shopper, order } = await bought();
    await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }), 1);
    const wanted = shop.catalog.add({ price: 2_500, stock: 0 });
    await shop.send('PUT', `/wishlist/pieces/${wanted}`, {}, shopper.headers);
    await shop.send('PUT', `/alerts/back-in-stock/${wanted}`, { consent: 'Mail me once.' }, shopper.headers);
    await deleted(shopper);
    // Pieces that are on their way still need the address.
    await eventually(async () => expect(await shopper.cart()).toMatchObject({ count: 0 }), { what: 'the cart' });
    expect((await stored(order._id))?.['shippingInfo']).toMatchObject({ name: ASHA.name });
    await deliver(order._id);
    await eventually(async () => expect((await stored(order._id))?.['sealedAt']).toBeDefined(), { what: 'the seal' });
    const database = shop.service.connection.db!;
    // The checkouts of the sentence before belong to another account.
    const others = await database.collection('checkouts').distinct('userId');
    expect(others).not.toContain(shopper.userId);
    await database.collection('orders').deleteMany({ userId: { $ne: shopper.userId } });
    await database.collection('checkouts').deleteMany({ userId: { $ne: shopper.userId as never } });
    await database.collection('carts').deleteMany({ _id: { $ne: shopper.userId as never } });
    const ids = new Set([order._id]);
    const earlier = (await publishedEvents(shop.service, cartOrder.orderCreated)).filter(({ key }) => !ids.has(key));
    await database.collection('outbox').deleteMany({ 'event.key': { $in: earlier.map(({ key }) => key) } });
    const address = ['name', 'phone', 'street'].map((field) => `sealedBuyers.shippingInfo.${field}`);
    const kept = ['sealedBuyers.pan', ...address];
    await eventually(
      async () => {
        const left = await tracesOf(database, PERSONAL);
        expect(left.filter((path) => !path.startsWith('idempotency-keys')).toSorted()).toEqual(kept);
      },
      { what: 'nothing else being left' },
    );
    // Books name accounts by their number alone, which no one has now.
    // The erasure stays while the audit trail, which nothing consumes here, is not published.
    const numbered = (await tracesOf(database, [shopper.userId])).filter(
      (path) => !/^(erasures|outbox|event_versions)/.test(path),
    );
    // In `people` without a name: events of the account may come late.
    expect(numbered).toEqual(['captures.userId', 'captures.words', 'orders.userId', 'people._id']);
  });

  it('is on the bill still, which staff who may unseal it draw, each time in the audit trail', async () => {
    const { shopper, order } = await bought();
    await deliver(order._id);
    await deleted(shopper);
    await eventually(async () => expect((await stored(order._id))?.['sealedAt']).toBeDefined(), { what: 'the seal' });
    const staff = await shop.staff();
    expect((await shop.getOrder(order._id, staff)).body.order).toMatchObject({
      sealed: true,
      specialRequest: null,
      shippingInfo: { name: 'Removed', state: 'Rajasthan', country: 'India' },
    });
    const answer = await fetch(`${shop.service.url}/api/v1/order/${order._id}/invoice`, { headers: staff });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), {
      mergePages: true,
    });
    expect(text).toContain(ASHA.name);
    expect(text).toContain('77 Kumkum Lane');
    expect(text).toContain(`PAN ${PAN}`);
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    expect(entries.map(({ data }) => [data.action, data.subjectId])).toContainEqual(['bill.unsealed', order._id]);
  });

  it('reads all that is kept before, in words', async () => {
    const { shopper, order } = await bought();
    await shopper.add(shop.catalog.add({ name: 'Tara Bangle', price: 1_000, stock: 5 } as never), 2);
    const wanted = shop.catalog.add({ price: 2_500, stock: 0 });
    await shop.send('PUT', `/wishlist/pieces/${wanted}`, {}, shopper.headers);
    await shop.send('PUT', `/alerts/back-in-stock/${wanted}`, { consent: 'Mail me once.' }, shopper.headers);
    const { body } = await shop.send<AnswerOf<typeof cartOrder.getKept>>(
      'GET',
      `/internal/buyers/${shopper.userId}/kept`,
      undefined,
      internal,
    );
    expect(body.checkoutIds).toEqual([order._id]);
    expect(body.kept['cart']).toMatchObject([{ quantity: 2 }]);
    expect(body.kept['wishlist']).toMatchObject([{ productId: wanted, price: 2_500 }]);
    expect(body.kept['alerts']).toMatchObject([
      { productId: wanted, kind: 'back-in-stock', agreements: [{ text: 'Mail me once.' }] },
    ]);
    expect(body.kept['orders']).toMatchObject([{ _id: order._id, shippingInfo: { name: ASHA.name } }]);
    expect(body.kept['checkouts']).toMatchObject([{ id: order._id, state: 'ordered', total: order.totalAmount }]);
  });
});
