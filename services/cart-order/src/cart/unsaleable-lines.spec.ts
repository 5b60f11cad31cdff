import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, type cartOrder, type Problem } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { startShop, type Shopper, type TestShop } from '../../test/service-harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

const carts = () => shop.service.connection.collection('carts');
const snapshots = () => shop.service.connection.collection('pieces');

const cartOf = (shopper: Shopper) =>
  shop.send<Problem & Awaited<ReturnType<Shopper['cart']>>>('GET', '/cart', undefined, shopper.headers);

const withdraw = async (shopper: Shopper, productId: string) => {
  await shop.deliverEvent(catalog.productRemoved, productId, { productId, productGroup: 'AR-1001' }, { version: 9 });
  await eventually(async () =>
    (await shopper.cart()).cart.some((line) => line.productId === productId && line.availability === 'gone'),
  );
  shop.catalog.remove(productId);
};

describe('a withdrawn piece', () => {
  it('counts neither in the sum nor in the count of a cart, whatever is done to the cart', async () => {
    const asha = await shop.shopper();
    const [kept, gone, added] = [
      shop.catalog.add({ price: 1_000 }),
      shop.catalog.add({ price: 400 }),
      shop.catalog.add({ price: 50 }),
    ];
    const { cartItem } = (await asha.add(kept, 1)).body;
    const { cartItem: withdrawn } = (await asha.add(gone, 3)).body;
    await withdraw(asha, gone);
    expect((await cartOf(asha)).body).toMatchObject({ count: 1, subtotal: 1_000 });
    expect((await asha.add(added)).body.count).toBe(2);
    const changed = await shop.send('PUT', `/cart/${cartItem._id}`, { quantity: 2 }, asha.headers);
    expect(changed.body).toMatchObject({ count: 3 });
    expect((await cartOf(asha)).body).toMatchObject({ count: 3, subtotal: 2_050 });
    expect((await cartOf(asha)).body.cart).toHaveLength(3);
    const removed = await shop.send('DELETE', `/cart/${cartItem._id}`, undefined, asha.headers);
    expect(removed.body).toMatchObject({ count: 1 });
    const last = await shop.send('DELETE', `/cart/${withdrawn._id}`, undefined, asha.headers);
    expect(last.body).toMatchObject({ count: 1 });
  });
});

describe.each([
  ['zero', 0],
  ['negative', -500],
])('a piece whose price is %s', (_, price) => {
  it('is not for sale: not to add, not to raise, not to quote, not to buy', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add({ price });
    expect((await asha.add(productId)).body).toMatchObject({ code: 'product.not-found' });
    const buyNow = { productId, quantity: 1 };
    const quoted = await shop.send('POST', '/checkout/quote', { buyNow }, asha.headers);
    expect([quoted.body.code, (await asha.checkout({ buyNow })).body.code]).toEqual([
      'product.not-found',
      'product.not-found',
    ]);
  });

  it('is gone from a cart that has it, which is shown without it and can be bought once it is removed', async () => {
    const asha = await shop.shopper();
    const [sold, broken] = [shop.catalog.add({ price: 1_000 }), shop.catalog.add({ price: 700 })];
    await asha.add(sold);
    const { cartItem } = (await asha.add(broken)).body;
    shop.catalog.product(broken).price = price;
    // As old data, or an event from it, left them.
    await snapshots().updateOne({ _id: broken as never }, { $set: { pricePaise: price * 100 } });
    const { status, body } = await cartOf(asha);
    expect([status, body.count, body.subtotal]).toEqual([200, 1, 1_000]);
    expect(body.cart.map(({ availability }) => availability)).toEqual(['available', 'gone']);
    const raised = await shop.send('PUT', `/cart/${cartItem._id}`, { quantity: 2 }, asha.headers);
    expect(raised.body.code).toBe('product.not-found');
    const refused = (await asha.checkout()).body;
    expect([refused.code, refused.details]).toMatchObject([
      'checkout.changed',
      { changes: [{ what: 'gone', productId: broken }] },
    ]);
    await shop.send('DELETE', `/cart/${cartItem._id}`, undefined, asha.headers);
    expect((await asha.freeze()).totals.subtotal).toBe(1_000);
  });
});

it('shows a line without any price as gone', async () => {
  const asha = await shop.shopper();
  const productId = shop.catalog.add();
  await asha.add(productId);
  await snapshots().updateOne({ _id: productId as never }, { $unset: { pricePaise: 1 } });
  await carts().updateOne({ _id: asha.userId as never }, { $unset: { 'lines.0.basePaise': 1 } });
  const { status, body } = await cartOf(asha);
  expect([status, body.subtotal, body.cart[0]?.availability]).toEqual([200, 0, 'gone']);
});

describe('a sum above what can be paid at once', () => {
  const DEAR = 400_000_000;

  it('is refused when a piece is added or its quantity raised, and changes nothing', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add({ price: DEAR });
    const { cartItem } = (await asha.add(productId, 2)).body;
    const added = await asha.add(productId, 1);
    const raised = await shop.send('PUT', `/cart/${cartItem._id}`, { quantity: 3 }, asha.headers);
    const other = await asha.add(shop.catalog.add({ price: DEAR }));
    for (const { status, body } of [added, raised, other]) {
      expect([status, (body as unknown as Problem).code]).toEqual([409, 'cart.sum-too-high']);
    }
    expect(await asha.cart()).toMatchObject({ count: 2, subtotal: 2 * DEAR });
  });

  it('that a cart has already is shown, and refused at the checkout', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add({ price: DEAR, stock: 50 });
    await asha.add(productId, 1);
    await carts().updateOne({ _id: asha.userId as never }, { $set: { 'lines.0.quantity': 5 } });
    const { status, body } = await cartOf(asha);
    expect([status, body.count]).toEqual([200, 5]);
    const refusals = [
      await asha.checkout(),
      await asha.checkout({ buyNow: { productId, quantity: 5 } }),
      await shop.send('POST', '/checkout/quote', {}, asha.headers),
    ];
    expect(refusals.map((one) => [one.status, one.body.code])).toEqual(refusals.map(() => [409, 'cart.sum-too-high']));
  });

  it('counts in the currency that is paid, too', async () => {
    const asha = await shop.shopper();
    const buyNow = { productId: shop.catalog.add({ price: 900_000_000 }), quantity: 1 };
    const yen = await shop.send('POST', '/checkout/quote', { buyNow, country: 'Japan', currency: 'JPY' }, asha.headers);
    expect([yen.status, yen.body.code]).toEqual([409, 'cart.sum-too-high']);
    const rupees = await shop.send<{ quote: cartOrder.CheckoutQuote }>(
      'POST',
      '/checkout/quote',
      { buyNow },
      asha.headers,
    );
    expect(rupees.status).toBe(200);
  });
});

describe('a sum that no provider takes', () => {
  it('is refused before a checkout, in rupees and in what they come to abroad', async () => {
    const asha = await shop.shopper();
    const cheap = shop.catalog.add({ price: 0.5 });
    const abroad = { country: 'United States', currency: 'USD' };
    const quote = (body: object) => shop.send('POST', '/checkout/quote', body, asha.headers);
    const refusals = [
      await quote({ buyNow: { productId: cheap, quantity: 1 } }),
      await asha.checkout({ buyNow: { productId: cheap, quantity: 1 } }),
      await quote({ buyNow: { productId: cheap, quantity: 1 }, ...abroad }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      refusals.map(() => [409, 'cart.sum-too-low']),
    );
    expect((await quote({ buyNow: { productId: cheap, quantity: 2 } })).status).toBe(200);
  });
});
