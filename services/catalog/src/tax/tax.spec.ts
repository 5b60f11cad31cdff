import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, catalog, DEFAULT_TAX } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { nextGroup, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
let version = 1;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

/** As cart-order publishes it; settles once it is applied. */
async function setTax(changes: Partial<cartOrder.TaxSettings> = {}) {
  const tax = { ...DEFAULT_TAX, ...changes };
  version += 1;
  await shop.deliverEvent(cartOrder.taxChanged, 'charges', { ...tax, tag: 'tax' }, { version });
  await eventually(async () => {
    const stored = await shop.service.connection.collection<{ _id: string }>('tax').findOne({ _id: 'tax' });
    expect(stored).toMatchObject({ ...tax, version });
  });
}

const groupsOf = async (query: string) =>
  (await shop.get<catalog.Listing>(`/products?${query}`)).body.products.map(({ productGroup }) => productGroup);

describe('the MRP', () => {
  it('is beside every price: card, swatch, product page, variants, similar pieces, search and a quote', async () => {
    const productGroup = nextGroup();
    await shop.add({ name: 'Chandni Hansli', productGroup, price: 16.5 });
    const other = await shop.add({
      name: 'Chandni Hansli',
      productGroup,
      price: 1_234.56,
      detailsRef: { metalTone: ['Rose Gold'] },
      position: 1,
    });
    const expected = [17, 1_271.6];
    const page = (
      await shop.get<{ product: catalog.Product; variants: catalog.Swatch[] }>(`/product/group/${productGroup}`)
    ).body;
    expect([page.product.price, page.product.mrp]).toEqual([16.5, 17]);
    expect(page.variants.map(({ mrp }) => mrp)).toEqual(expected);
    const { variants } = (await shop.get<{ variants: catalog.Product[] }>(`/product/variants/${productGroup}`)).body;
    expect(variants.map(({ mrp }) => mrp)).toEqual(expected);
    const card = (await shop.get<catalog.Listing>('/products')).body.products.find(
      (one) => one.productGroup === productGroup,
    );
    expect([card!.mrp, card!.swatches.map(({ mrp }) => mrp)]).toEqual([17, expected]);
    const like = await shop.add();
    const { products } = (
      await shop.get<{ products: catalog.ProductCard[] }>(`/product/group/${like.productGroup}/similar`)
    ).body;
    expect(products.find((one) => one.productGroup === productGroup)).toMatchObject({ mrp: 17 });
    await eventually(async () => {
      const found = (await shop.get<catalog.Listing>('/search?q=chandni')).body.products;
      expect(found).toMatchObject([{ mrp: 17 }]);
    });
    const quote = await shop.send('POST', '/product/calculate-price', { productId: other._id });
    expect(quote.body).toMatchObject({ finalPrice: 1_234.56, mrp: 1_271.6 });
  });

  it('follows the rate, and caches are told once the new one is answered', async () => {
    const { productGroup } = await shop.add({ price: 1_000 });
    const told = async () =>
      (await publishedEvents(shop.service, catalog.taxonomyChanged)).filter(({ data }) => data.tag === 'tax').length;
    const before = await told();
    await setTax({ gstRate: 0.18 });
    const { body } = await shop.get<{ product: catalog.Product }>(`/product/group/${productGroup}`);
    expect(body.product).toMatchObject({ price: 1_000, mrp: 1_180 });
    expect(await told()).toBe(before + 1);
    await setTax();
  });

  it('keeps the newer rate when events come in another order', async () => {
    await setTax({ gstRate: 0.05 });
    const handled = () =>
      shop.service.connection.collection('inbox').countDocuments({ _id: /^answer-with-tax/ as never });
    const before = await handled();
    const old = { ...DEFAULT_TAX, gstRate: 0.28, tag: 'tax' };
    await shop.deliverEvent(cartOrder.taxChanged, 'charges', old, { version: version - 1 });
    await eventually(async () => expect(await handled()).toBe(before + 1));
    const { productGroup } = await shop.add({ price: 1_000 });
    const { body } = await shop.get<{ product: catalog.Product }>(`/product/group/${productGroup}`);
    expect(body.product.mrp).toBe(1_050);
    await setTax();
  });
});

describe('filters by price', () => {
  it('mean the prices that are shown', async () => {
    const { productGroup } = await shop.add({ price: 77_000 });
    // 79,310.00 with tax.
    expect(await groupsOf('filter.price.gte=79310&filter.price.lte=79310')).toEqual([productGroup]);
    expect(await groupsOf('filter.price.gte=77000&filter.price.lte=77000')).toEqual([]);
    const abroad = 'prices=zero-rated&filter.price.gte=77000&filter.price.lte=77000';
    expect(await groupsOf(abroad)).toEqual([productGroup]);
    await setTax({ showPrices: 'before-tax' });
    expect(await groupsOf('filter.price.gte=77000&filter.price.lte=77000')).toEqual([productGroup]);
    expect(await groupsOf('prices=with-tax&filter.price.gte=79310&filter.price.lte=79310')).toEqual([productGroup]);
    await setTax();
  });

  it('refuse other prices and name the field', async () => {
    const { status, body } = await shop.get<{ errors: object }>('/products?prices=cheap');
    expect([status, Object.keys(body.errors)]).toEqual([400, ['prices']]);
  });
});

it('asks cart-order for the settings when its database is new and no event has told them', async () => {
  const tax = { gstRate: 0.05, showPrices: 'before-tax', zeroRatedExports: true };
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ tax }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const late = await startCatalog({ CART_ORDER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  try {
    const { productGroup } = await late.add({ price: 1_000 });
    await eventually(async () => {
      const { body } = await late.get<{ product: catalog.Product }>(`/product/group/${productGroup}`);
      expect(body.product.mrp).toBe(1_050);
    });
  } finally {
    await late.close();
    server.close();
  }
});
