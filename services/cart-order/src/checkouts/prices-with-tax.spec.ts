import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder } from '@shop/contracts';
import { signLink } from '@shop/service-kit';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { ABROAD, internal, orderOf, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

// Real: cart-order on MongoDB, RabbitMQ and Redis. Catalog and content are stubs.
let shop: TestShop;
let staff: Record<string, string>;
beforeAll(async () => {
  shop = await startShop();
  staff = await shop.staff();
});
afterAll(() => shop?.close());

const setCharges = (body: Partial<cartOrder.ChargesSettings>) => shop.send('PUT', '/admin/charges', body, staff);
const taxEvents = async () => (await publishedEvents(shop.service, cartOrder.taxChanged)).map(({ data }) => data);

/** One piece of 16.50 and three of 10.10: 3 % of each alone is not the sum's. */
async function withCart(): Promise<Shopper> {
  const shopper = await shop.shopper();
  await shopper.add(shop.catalog.add({ price: 16.5, stock: 9 }), 1);
  await shopper.add(shop.catalog.add({ price: 10.1, stock: 9 }), 3);
  return shopper;
}
const quoteOf = async (shopper: Shopper, terms: object = {}) =>
  (
    await shop.send<{ quote: cartOrder.CheckoutQuote }>(
      'POST',
      '/checkout/quote',
      { country: 'India', ...terms },
      shopper.headers,
    )
  ).body.quote;
const sum = (amounts: (number | undefined)[]) => amounts.reduce<number>((all, one) => all + Math.round(one! * 100), 0);

describe('prices with their tax', () => {
  it('are beside every line of cart, quote, checkout and order, and add up to what is paid', async () => {
    const shopper = await withCart();
    const cart = (await shopper.cart()) as Awaited<ReturnType<Shopper['cart']>> & { mrp: number };
    // 46.80 and 1.40 of GST: 0.495 and 0.909 by line.
    expect([cart.subtotal, cart.mrp]).toEqual([46.8, 48.2]);
    expect(cart.cart.map(({ mrp, lineMrp }) => [mrp, lineMrp])).toEqual([
      [17, 16.99],
      [10.4, 31.21],
    ]);
    const quote = await quoteOf(shopper);
    expect(quote.showPrices).toBe('with-tax');
    expect(quote.lines.map(({ mrp, lineMrp }) => [mrp, lineMrp])).toEqual([
      [17, 16.99],
      [10.4, 31.21],
    ]);
    const checkout = await shopper.freeze();
    expect(checkout.lines.map(({ lineMrp }) => lineMrp)).toEqual([16.99, 31.21]);
    expect(sum(checkout.lines.map(({ lineMrp }) => lineMrp))).toBe(Math.round(checkout.totals.total * 100));
    await shop.capture(checkout);
    const order = await orderOf(shop, shopper, checkout._id);
    expect(order.items.map(({ lineMrp }) => lineMrp)).toEqual([16.99, 31.21]);
    expect([order.showPrices, order.gstRate, order.totalAmount]).toEqual(['with-tax', 0.03, 48.2]);
    const created = (await publishedEvents(shop.service, cartOrder.orderCreated)).find(({ key }) => key === order._id);
    expect(created!.data).toMatchObject({
      lines: [
        { amount: 16_50, gst: 49 },
        { amount: 30_30, gst: 91 },
      ],
      gstRate: 0.03,
      showPrices: 'with-tax',
    });
  });

  it('of a single piece are those of its card, in another currency too', async () => {
    const shopper = await shop.shopper();
    await shopper.add(shop.catalog.add({ price: 1_234.56, stock: 9 }), 1);
    expect((await shopper.cart()).cart).toMatchObject([{ mrp: 1_271.6, lineMrp: 1_271.6 }]);
    // 14.69 and 0.44 dollars.
    const abroad = await quoteOf(shopper, { country: 'Germany', currency: 'USD' });
    expect(abroad.lines).toMatchObject([{ unitPrice: 14.69, mrp: 15.13, lineMrp: 15.13 }]);
  });

  it('have no GST where exports are zero-rated, and the line says so', async () => {
    await setCharges({ zeroRatedExports: true });
    try {
      const shopper = await withCart();
      const abroad = await quoteOf(shopper, { country: 'Germany' });
      expect(abroad).toMatchObject({ showPrices: 'zero-rated', gstRate: 0, totals: { gst: 0 } });
      expect(abroad.lines.map(({ linePrice, lineMrp }) => lineMrp! - linePrice)).toEqual([0, 0]);
      expect((await quoteOf(shopper)).showPrices).toBe('with-tax');
    } finally {
      await setCharges({ zeroRatedExports: false });
    }
  });

  it('are frozen as they were shown, whatever the settings become', async () => {
    const shopper = await withCart();
    const checkout = await shopper.freeze();
    await setCharges({ gstRate: 0.18, showPrices: 'before-tax' });
    try {
      await shop.capture(checkout);
      const order = await orderOf(shop, shopper, checkout._id);
      expect([order.showPrices, order.gstRate]).toEqual(['with-tax', 0.03]);
      expect(order.items.map(({ lineMrp }) => lineMrp)).toEqual([16.99, 31.21]);
      expect((await quoteOf(await withCart())).showPrices).toBe('before-tax');
    } finally {
      await setCharges({ gstRate: 0.03, showPrices: 'with-tax' });
    }
  });

  it('of an order from before they were kept are worked out from its totals', async () => {
    const shopper = await withCart();
    const checkout = await shopper.freeze();
    for (const name of ['checkouts', 'orders']) {
      await shop.service.connection
        .collection<{ _id: string }>(name)
        .updateOne({ _id: checkout._id }, { $unset: { bill: 1, showPrices: 1 } });
    }
    await shop.capture(checkout);
    const order = await orderOf(shop, shopper, checkout._id);
    expect(order.items.map(({ lineMrp }) => lineMrp)).toEqual([16.99, 31.21]);
  });

  it('are one sum for payment: items, GST, shipping and extras', async () => {
    const shopper = await withCart();
    const { _id } = await shopper.freeze({ hallmarking: true, specialRequest: { note: 'A red box' } });
    const { body } = await shop.send<{ checkout: cartOrder.PayableCheckout }>(
      'GET',
      `/internal/checkouts/${_id}`,
      undefined,
      internal,
    );
    expect(body.checkout).toMatchObject({
      amount: 646_20,
      breakdown: { items: 46_80, gst: 1_40, shipping: 0, extras: 598_00 },
    });
  });
});

describe('the tax settings', () => {
  it('are public, and published with every change of them alone', async () => {
    const before = (await taxEvents()).length;
    await setCharges({ gstRate: 0.05 });
    await setCharges({ domesticShipping: 70 });
    await setCharges({ gstRate: 0.03, domesticShipping: 0 });
    const tax = { gstRate: 0.03, showPrices: 'with-tax', zeroRatedExports: false };
    await eventually(async () =>
      expect((await taxEvents()).slice(before)).toEqual([
        { ...tax, gstRate: 0.05, tag: 'tax' },
        { ...tax, tag: 'tax' },
      ]),
    );
    expect((await shop.send<{ tax: object }>('GET', '/charges/tax')).body).toEqual({ tax });
  });

  it('of a shop that stored its charges before there was a choice are with tax', async () => {
    await shop.service.connection.collection('charges').updateOne({}, { $unset: { showPrices: 1 } });
    expect((await shop.send<{ tax: object }>('GET', '/charges/tax')).body).toMatchObject({
      tax: { showPrices: 'with-tax' },
    });
  });

  it('refuse another way to show prices and name the field', async () => {
    const { status, body } = await setCharges({ showPrices: 'zero-rated' as never });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['showPrices']]);
  });
});

describe('who pays duties', () => {
  it('is told to buyers abroad, in the words of the charges, and kept with the checkout', async () => {
    const shopper = await withCart();
    expect(await quoteOf(shopper)).not.toHaveProperty('dutiesNote');
    expect((await quoteOf(shopper, { country: 'Germany' })).dutiesNote).toMatch(/charges them to the receiver/);
    const checkout = await shopper.freeze({ shippingInfo: ABROAD });
    const told = checkout.dutiesNote!;
    await setCharges({ dutiesNote: 'Duties are included: we pay them.' });
    const again = await shop.send<{ checkout: cartOrder.Checkout }>(
      'GET',
      `/checkout/${checkout._id}`,
      undefined,
      shopper.headers,
    );
    expect(again.body.checkout.dutiesNote).toBe(told);
    expect((await quoteOf(await withCart(), { country: 'Germany' })).dutiesNote).toBe(
      'Duties are included: we pay them.',
    );
    expect((await setCharges({ dutiesNote: ' ' })).body.errors).toHaveProperty('dutiesNote');
    await shop.service.connection.collection('charges').updateOne({}, { $unset: { dutiesNote: 1 } });
    expect((await quoteOf(await withCart(), { country: 'Germany' })).dutiesNote).toBe(told);
    expect(await (await withCart()).freeze()).not.toHaveProperty('dutiesNote');
  });

  it('is said by the order as the checkout said it, also to who opens it by its link, and by the event of its mail', async () => {
    const shopper = await withCart();
    await setCharges({ dutiesNote: 'The courier charges the receiver.' });
    const checkout = await shopper.freeze({ shippingInfo: ABROAD });
    await setCharges({ dutiesNote: 'Duties are included: we pay them.' });
    await shop.capture(checkout);
    const said = { dutiesNote: 'The courier charges the receiver.' };
    expect(await orderOf(shop, shopper, checkout._id)).toMatchObject(said);
    expect((await shop.getOrder(checkout._id, staff)).body.order).toMatchObject(said);
    const until = new Date(shop.service.clock.millis() + 60_000);
    const link = signLink({ purpose: 'order', id: checkout._id }, until, ['the-key-of-links-to-orders']);
    expect((await shop.send<{ order: object }>('GET', `/order/link/${link}`)).body.order).toMatchObject(said);
    const created = await publishedEvents(shop.service, cartOrder.orderCreated);
    expect(created.find(({ key }) => key === checkout._id)!.data).toMatchObject(said);
  });

  it('is said again by the event of the mail that a parcel has left, and by no other', async () => {
    await setCharges({ dutiesNote: 'The courier charges the receiver.' });
    const toldOf = async (terms: object) => {
      const shopper = await withCart();
      const checkout = await shopper.freeze(terms);
      await shop.capture(checkout);
      const { _id } = await orderOf(shop, shopper, checkout._id);
      for (const status of ['Shipped', 'Delivered']) {
        expect((await shop.send('PUT', `/admin/order/status/${_id}`, { status }, staff)).status).toBe(200);
      }
      const changes = await publishedEvents(shop.service, cartOrder.orderStatusChanged);
      return changes.filter(({ key }) => key === _id).map(({ data: { status, dutiesNote } }) => [status, dutiesNote]);
    };
    expect(await toldOf({ shippingInfo: ABROAD })).toEqual([
      ['Shipped', 'The courier charges the receiver.'],
      ['Delivered', undefined],
    ]);
    expect(await toldOf({})).toEqual([
      ['Shipped', undefined],
      ['Delivered', undefined],
    ]);
  });

  it('is not said by an order within India, nor by one from before it was kept', async () => {
    const [athome, abroad] = [await withCart(), await withCart()];
    const [home, earlier] = [await athome.freeze(), await abroad.freeze({ shippingInfo: ABROAD })];
    await shop.service.connection
      .collection<{ _id: string }>('checkouts')
      .updateOne({ _id: earlier._id }, { $unset: { dutiesNote: 1 } });
    for (const checkout of [home, earlier]) await shop.capture(checkout);
    expect(await orderOf(shop, athome, home._id)).not.toHaveProperty('dutiesNote');
    expect(await orderOf(shop, abroad, earlier._id)).not.toHaveProperty('dutiesNote');
    const created = await publishedEvents(shop.service, cartOrder.orderCreated);
    const told = created.filter(({ key }) => [home._id, earlier._id].includes(key));
    expect(told.map(({ data }) => 'dutiesNote' in data)).toEqual([false, false]);
  });
});

it('charges abroad by the country of the address', async () => {
  await setCharges({ zeroRatedExports: true });
  const shopper = await withCart();
  const { gstRate, showPrices } = await shopper.freeze({ shippingInfo: ABROAD });
  expect([gstRate, showPrices]).toEqual([0, 'zero-rated']);
  await setCharges({ zeroRatedExports: false });
});
