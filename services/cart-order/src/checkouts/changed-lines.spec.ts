import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, type cartOrder, type Problem } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { HOME, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

const changesOf = ({ body }: { body: Problem }) => body.details?.['changes'] as cartOrder.CheckoutChange[];

describe('what is short', () => {
  it('is named by line, with what each line can have', async () => {
    const asha = await shop.shopper();
    const ring = shop.catalog.add({ name: 'Tara Ring', stock: 5, sizes: ['12', '14', '16'] });
    const chain = shop.catalog.add({ name: 'Veda Chain', stock: 2 });
    const lines = [
      (await asha.add(ring, 2, { sizeOptions: '12' })).body.cartItem,
      (await asha.add(ring, 2, { sizeOptions: '14' })).body.cartItem,
      (await asha.add(ring, 1, { sizeOptions: '16' })).body.cartItem,
      (await asha.add(chain, 2)).body.cartItem,
    ].map(({ _id }) => _id);
    shop.catalog.product(ring).stock = 3;
    shop.catalog.product(chain).stock = 0;
    const refused = await asha.checkout();
    expect(changesOf(refused)).toMatchObject([
      { what: 'stock', cartItemId: lines[0], was: 2, now: 2, message: 'Only 3 of Tara Ring left' },
      { what: 'stock', cartItemId: lines[1], was: 2, now: 1 },
      { what: 'stock', cartItemId: lines[2], was: 1, now: 0 },
      { what: 'stock', cartItemId: lines[3], was: 2, now: 0, message: 'Veda Chain is out of stock' },
    ]);
  });

  it('is named by line in the cart as well', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add({ stock: 3, sizes: ['12', '14'] });
    const { cartItem: one } = (await asha.add(productId, 2, { sizeOptions: '12' })).body;
    const { cartItem: other } = (await asha.add(productId, 1, { sizeOptions: '14' })).body;
    const refused = await shop.send('PUT', `/cart/${one._id}`, { quantity: 3 }, asha.headers);
    expect(refused.body).toMatchObject({
      code: 'cart.insufficient-stock',
      details: {
        productId,
        stock: 3,
        lines: [
          { cartItemId: one._id, quantity: 3 },
          { cartItemId: other._id, quantity: 1 },
        ],
      },
    });
  });
});

describe('a price that is not what the buyer saw', () => {
  const repriced = async (shopper: Shopper, productId: string, price: number) => {
    const product = shop.catalog.product(productId);
    product.price = price;
    const { shown, stock } = product;
    const { productGroup, name, images, metalTone, detailsRef, detailsModel } = shown;
    await shop.deliverEvent(
      catalog.productChanged,
      productId,
      {
        ...{ productId, productGroup, name, images, metalTone, detailsRef, detailsModel, stock },
        ...{ categoryMain: 'ring', materialTag: 'gold', pricePaise: price * 100 },
      },
      { version: price },
    );
    await eventually(async () => (await shopper.cart()).cart.some(({ finalPrice }) => finalPrice === price));
  };

  it('is named by its line where the cart followed the catalogue since', async () => {
    const asha = await shop.shopper();
    const [same, dearer] = [
      shop.catalog.add({ price: 1_000, name: 'Tara Ring' }),
      shop.catalog.add({ price: 500, name: 'Veda Chain' }),
    ];
    await asha.add(same, 2);
    const { cartItem } = (await asha.add(dearer, 2)).body;
    await repriced(asha, dearer, 600);
    const refused = await asha.checkout({ expectedSubtotal: 3_000 });
    expect(changesOf(refused)).toMatchObject([
      { what: 'price', cartItemId: cartItem._id, productId: dearer, name: 'Veda Chain', was: 500, now: 600 },
    ]);
    expect((await asha.checkout({ expectedSubtotal: 3_200 })).status).toBe(201);
  });

  it('is named by all its lines where several changed', async () => {
    const asha = await shop.shopper();
    const products = [
      shop.catalog.add({ price: 100 }),
      shop.catalog.add({ price: 200 }),
      shop.catalog.add({ price: 300 }),
    ];
    for (const productId of products) await asha.add(productId);
    await repriced(asha, products[0]!, 110);
    await repriced(asha, products[2]!, 280);
    expect(changesOf(await asha.checkout({ expectedSubtotal: 600 }))).toMatchObject([
      { what: 'price', productId: products[0], was: 100, now: 110 },
      { what: 'price', productId: products[2], was: 300, now: 280 },
    ]);
    // Seen after the first change.
    expect(changesOf(await asha.checkout({ expectedSubtotal: 610 }))).toMatchObject([
      { what: 'price', productId: products[2], was: 300, now: 280 },
    ]);
  });

  it('is that of the only line, also of buy now', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add({ price: 1_000 });
    const buyNow = { productId, quantity: 2 };
    expect(changesOf(await asha.checkout({ buyNow, expectedSubtotal: 1_800 }))).toMatchObject([
      { what: 'price', productId, was: 900, now: 1_000 },
    ]);
  });

  it('is a changed sum where no price explains it: a quantity was changed in another tab', async () => {
    const asha = await shop.shopper();
    for (const price of [100, 200]) await asha.add(shop.catalog.add({ price }), 2);
    expect(changesOf(await asha.checkout({ expectedSubtotal: 500 }))).toMatchObject([
      { what: 'subtotal', was: 500, now: 600 },
    ]);
  });
});

describe('a line that is not what it says', () => {
  const post = (shopper: Shopper, path: string, body: object) => shop.send('POST', path, body, shopper.headers);

  it.each([
    ['detailsRef', () => 'f'.repeat(24)],
    ['detailsModel', (own: string) => catalog.DETAILS_MODELS.find((model) => model !== own)],
  ])('is refused for a %s of another piece, wherever it is sent', async (field, foreign) => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add();
    const line = { productId, quantity: 1, [field]: foreign(shop.catalog.product(productId).shown.detailsModel) };
    const message = 'This does not belong to the piece';
    expect((await post(asha, '/cart', line)).body).toMatchObject({ status: 400, errors: { [field]: message } });
    for (const [path, more] of [
      ['/checkout/quote', {}],
      ['/checkout', { shippingInfo: HOME }],
    ] as const) {
      expect((await post(asha, path, { buyNow: line, ...more })).body).toMatchObject({
        status: 400,
        errors: { [`buyNow.${field}`]: message },
      });
    }
  });

  it('is taken with the details of the piece', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add();
    const { detailsRef, detailsModel } = shop.catalog.product(productId).shown;
    expect((await post(asha, '/cart', { productId, quantity: 1, detailsRef, detailsModel })).status).toBe(201);
  });

  it('is refused for a choice that there is not, by name', async () => {
    const asha = await shop.shopper();
    const line = { productId: shop.catalog.add(), quantity: 1, customizations: { colour: 'blue', finish: 'matte' } };
    const message = 'There is no such choice';
    expect((await post(asha, '/cart', line)).body).toMatchObject({
      status: 400,
      errors: { 'customizations.colour': message },
    });
    expect((await post(asha, '/checkout', { buyNow: line, shippingInfo: HOME })).body).toMatchObject({
      status: 400,
      errors: { 'buyNow.customizations.colour': message },
    });
  });
});
