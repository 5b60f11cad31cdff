import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, cartOrder, identity, shopDayOf } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { parse } from 'csv-parse/sync';
import { ABROAD, internal, orderOf, startShop, type Shopper, type TestShop } from '../../test/service-harness.ts';

// Real: cart-order on MongoDB, RabbitMQ and Redis. Catalog and content are stubs.
let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

const PAN = 'ABCPE1234F';
const MASKED = 'XXXXX1234F';

/** A line to buy now, of a piece of its own: it is 3 % more with GST. */
const piece = (price: number) => ({
  productId: shop.catalog.add({ price, stock: 5 }),
  quantity: 1,
  customizations: {},
});
const panNeeded = async ({ headers }: Shopper, buyNow: object, more: object = {}) => {
  type Quote = AnswerOf<typeof cartOrder.quoteCheckout>;
  const { body } = await shop.send<Quote>('POST', '/checkout/quote', { buyNow, ...more }, headers);
  return body.quote.panNeeded;
};
const refused = async (shopper: Shopper, fields: object) => {
  const { status, body } = await shopper.checkout(fields);
  return [status, body.code, body.errors];
};
const ordered = async (shopper: Shopper, fields: object) => {
  const checkout = await shopper.freeze(fields);
  await shop.capture(checkout);
  return orderOf(shop, shopper, checkout._id);
};
const stored = (collection: string, id: string) =>
  shop.service.connection.collection(collection).findOne({ _id: id as never });
const NEEDED = [422, 'checkout.pan-needed', { pan: 'PAN is required: your purchases of today are above ₹2,00,000' }];

describe('the PAN of a buyer', () => {
  it('is asked for above the sum, frozen and ordered, and shown in full to staff who read the order alone', async () => {
    const shopper = await shop.shopper();
    const buyNow = piece(300_000);
    expect(await panNeeded(shopper, buyNow)).toEqual({ above: 200_000 });
    expect(await refused(shopper, { buyNow })).toEqual(NEEDED);
    const checkout = await shopper.freeze({ buyNow, pan: ' abcpe1234f ' });
    expect(checkout.pan).toBe(MASKED);
    expect(await stored('checkouts', checkout._id)).toMatchObject({ pan: PAN });
    await shop.capture(checkout);
    expect((await orderOf(shop, shopper, checkout._id)).pan).toBe(MASKED);
    const staff = await shop.staff();
    expect((await shop.getOrder(checkout._id, staff)).body.order.pan).toBe(PAN);
    const list = await shop.send<{ orders: cartOrder.Order[] }>('GET', '/admin/orders?limit=100', undefined, staff);
    expect(list.body.orders.find(({ _id }) => _id === checkout._id)!.pan).toBe(MASKED);
  });

  it('is neither asked for nor kept at the sum and below it', async () => {
    const shopper = await shop.shopper();
    const buyNow = piece(194_174);
    expect(await panNeeded(shopper, buyNow)).toBeUndefined();
    const order = await ordered(shopper, { buyNow, pan: PAN });
    expect(await stored('orders', order._id)).not.toHaveProperty('pan');
    expect(order).not.toHaveProperty('form97');
  });

  it.each([
    ['', 'This is not a PAN: one looks like ABCPE1234F'],
    ['ABCDE1234F', 'This is not a PAN: one looks like ABCPE1234F'],
  ])('written as %j is refused at its field', async (pan, message) => {
    const shopper = await shop.shopper();
    expect(await refused(shopper, { buyNow: piece(300_000), pan })).toEqual([400, 'request.invalid', { pan: message }]);
  });

  it('is needed for the second half of a basket that is split on one day, unless the first was cancelled', async () => {
    const shopper = await shop.shopper();
    const first = await ordered(shopper, { buyNow: piece(150_000) });
    const buyNow = piece(60_000);
    expect(await panNeeded(shopper, buyNow)).toEqual({ above: 200_000 });
    expect(await refused(shopper, { buyNow })).toEqual(NEEDED);
    await shop.send('POST', `/order/${first._id}/cancel`, undefined, shopper.headers);
    expect(await panNeeded(shopper, buyNow)).toBeUndefined();
    await shopper.freeze({ buyNow });
  });

  it('is needed where the other half is not paid yet, but not where it would be replaced', async () => {
    const shopper = await shop.shopper();
    const first = piece(150_000);
    await shopper.freeze({ buyNow: first });
    expect(await panNeeded(shopper, first)).toBeUndefined();
    expect(await panNeeded(shopper, piece(60_000))).toEqual({ above: 200_000 });
    expect(await refused(shopper, { buyNow: piece(60_000) })).toEqual(NEEDED);
  });

  it('is needed where the other half is of the account that the buyer bought beside', async () => {
    const owner = await shop.shopper();
    await ordered(owner, { buyNow: piece(150_000) });
    const guest = await shop.shopper({ joins: owner.userId });
    expect(await panNeeded(guest, piece(60_000))).toEqual({ above: 200_000 });
    await ordered(guest, { buyNow: piece(60_000), pan: PAN });
    expect(await panNeeded(owner, piece(1_000))).toEqual({ above: 200_000 });
  });

  it('is not asked for abroad, nor counted there', async () => {
    const shopper = await shop.shopper();
    const buyNow = piece(300_000);
    expect(await panNeeded(shopper, buyNow, { country: 'Germany' })).toBeUndefined();
    await ordered(shopper, { buyNow, shippingInfo: ABROAD });
    expect(await panNeeded(shopper, piece(1_000))).toBeUndefined();
  });

  it('of a business is that in its GSTIN', async () => {
    const shopper = await shop.shopper();
    const business = { name: 'Rao LLP', gstin: '27AAPFU0939F1ZV' };
    const { _id } = await ordered(shopper, { buyNow: piece(300_000), business });
    expect(await stored('orders', _id)).toMatchObject({ pan: 'AAPFU0939F' });
  });

  it('is needed above the sum that staff set', async () => {
    const staff = await shop.staff();
    await shop.send('PUT', '/admin/charges', { panAbove: 500 }, staff);
    const shopper = await shop.shopper();
    expect(await panNeeded(shopper, piece(1_000))).toEqual({ above: 500 });
    await shop.send('PUT', '/admin/charges', { panAbove: 200_000 }, staff);
    expect(await panNeeded(shopper, piece(1_000))).toBeUndefined();
  });

  it('is refused by name where the cart is frozen without its page', async () => {
    const shopper = await shop.shopper();
    await shopper.add(shop.catalog.add({ price: 300_000, stock: 5 }));
    const { shippingInfo } = await shopper.freeze({ pan: PAN });
    const wanted = { userId: shopper.userId, shippingInfo, currency: 'INR' };
    const { status, body } = await shop.send('POST', '/internal/checkouts', wanted, internal);
    expect([status, body.code]).toEqual([422, 'checkout.pan-needed']);
  });

  it('is in what its owner downloads, in full', async () => {
    const shopper = await shop.shopper();
    const { _id } = await ordered(shopper, { buyNow: piece(300_000), pan: PAN });
    const { body } = await shop.send<AnswerOf<typeof cartOrder.getKept>>(
      'GET',
      `/internal/buyers/${shopper.userId}/kept`,
      undefined,
      internal,
    );
    expect(body.kept['orders']).toMatchObject([{ _id, pan: PAN }]);
    expect(body.kept['checkouts']).toMatchObject([{ id: _id, pan: PAN }]);
  });
});

describe('a buyer without a PAN', () => {
  const without = async () => {
    const shopper = await shop.shopper();
    const order = await ordered(shopper, { buyNow: piece(300_000), noPan: true });
    const staff = await shop.staff();
    const set = (isReceived: boolean, headers = staff) =>
      shop.send<{ order: cartOrder.Order; code: string }>(
        'PUT',
        `/admin/order/${order._id}/form-97`,
        { isReceived },
        headers,
      );
    return { shopper, order, staff, set };
  };

  it('is to sign Form 97, which staff record once it has come, each time in the audit trail', async () => {
    const { shopper, order, staff, set } = await without();
    expect(order.form97).toEqual({ receivedAt: null });
    const { body } = await set(true);
    expect(body.order.form97).toEqual({ receivedAt: expect.any(String), by: null });
    // Sent again, it keeps its day.
    expect((await set(true)).body.order.form97).toEqual(body.order.form97);
    const { receivedAt } = body.order.form97!;
    expect((await shop.getOrder(order._id, shopper.headers)).body.order.form97).toEqual({ receivedAt });
    expect((await set(false)).body.order.form97).toEqual({ receivedAt: null });
    expect((await shop.getOrder(order._id, staff)).body.order.form97).toEqual({ receivedAt: null });
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    expect(entries.filter(({ data }) => data.subjectId === order._id).map(({ data }) => data.action)).toEqual([
      'order.form-97-received',
      'order.form-97-not-received',
    ]);
  });

  it('has it recorded by staff alone, and no other order has one', async () => {
    const { shopper, set, staff } = await without();
    expect((await set(true, shopper.headers)).status).toBe(403);
    const other = await ordered(await shop.shopper(), { buyNow: piece(1_000), noPan: true });
    const { body } = await shop.send('PUT', `/admin/order/${other._id}/form-97`, { isReceived: true }, staff);
    expect(body.code).toBe('order.no-form-97');
  });

  it('is in the file of bills as Form 97, and one with a PAN by that', async () => {
    const { order: missing } = await without();
    const { order: there, set, staff } = await without();
    await set(true);
    const withPan = await ordered(await shop.shopper(), { buyNow: piece(300_000), pan: PAN });
    const today = shopDayOf(shop.service.clock.now());
    const numberOf = ({ _id }: cartOrder.Order) => `#${_id.slice(-6).toUpperCase()}`;
    await eventually(
      async () => {
        const url = `${shop.service.url}/api/v1/admin/orders/bills?from=${today}&to=${today}`;
        const file = await (await fetch(url, { headers: staff })).text();
        const rows: Record<string, string>[] = parse(file, { bom: true, columns: true });
        const cells = Object.fromEntries(rows.map((row) => [row['Order'], row['PAN']]));
        expect([missing, there, withPan].map((order) => cells[numberOf(order)])).toEqual([
          'Form 97, not received',
          'Form 97',
          PAN,
        ]);
      },
      { what: 'the three bills' },
    );
  });
});
