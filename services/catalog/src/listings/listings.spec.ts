import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { catalog } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import type { Model } from 'mongoose';
import { getModelToken } from '@nestjs/mongoose';
import { nextGroup, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import type { Product } from '../products/product.schema.ts';
import { similarPipeline } from './similar.rules.ts';

let shop: CatalogHarness;
/** Three rings in two tones each, a silver one that is sold out, a necklace, a draft. */
const codes = { meera: '', noor: '', tara: '', sahaj: '', surya: '' };
beforeAll(async () => {
  shop = await startCatalog();
  const twice = async (name: keyof typeof codes, sub: string, price: number, featured: number) => {
    const productGroup = (codes[name] = nextGroup());
    const fields = { productGroup, category: { main: 'ring', sub }, featured };
    await shop.add({ ...fields, name: `${name} ring`, price });
    await shop.add({
      ...fields,
      name: `${name} ring`,
      price: price + 1_000,
      position: 1,
      material: { tag: 'rose-gold', sub: '18k' },
      detailsRef: { metalTone: ['Rose Gold'] },
    });
  };
  await twice('meera', 'solitaire', 30_000, 1);
  await twice('noor', 'halo', 45_000, 3);
  await twice('tara', 'halo', 60_000, 2);
  codes.sahaj = nextGroup();
  await shop.add({
    name: 'Sahaj band',
    productGroup: codes.sahaj,
    price: 2_000,
    stock: 0,
    category: { main: 'ring', sub: 'band' },
    material: { tag: 'silver' },
  });
  codes.surya = nextGroup();
  await shop.add({
    name: 'Surya chain',
    productGroup: codes.surya,
    price: 90_000,
    category: { main: 'necklace', sub: 'chain' },
    detailsModel: 'NecklaceDetails',
    detailsRef: { sizeOptions: undefined, engravingAvailable: undefined, chainLengths: ['18 in'] },
  });
  await shop.add({ name: 'A draft', status: 'draft' });
  // The index hears of them by events.
  await eventually(async () => expect((await list('/products')).totalCount).toBe(5));
  await eventually(async () => expect((await list('/material/rose-gold')).totalCount).toBe(3));
});
afterAll(() => shop.close());

const list = async (path: string) => {
  const { status, body } = await shop.get<catalog.Listing>(path);
  expect(status).toBe(200);
  return body;
};
const groupsOf = ({ products }: catalog.Listing) => products.map(({ productGroup }) => productGroup);

describe('a listing', () => {
  it('shows one card per group with the swatches of all its variants, and counts groups', async () => {
    const listing = await list('/products');
    expect(listing.totalCount).toBe(5);
    expect(new Set(groupsOf(listing)).size).toBe(5);
    const meera = listing.products.find(({ productGroup }) => productGroup === codes.meera)!;
    expect(meera).toMatchObject({ metalTone: 'Yellow Gold', purity: '18K', price: 30_000 });
    expect(meera.swatches.map(({ metalTone, price }) => [metalTone, price])).toEqual([
      ['Yellow Gold', 30_000],
      ['Rose Gold', 31_000],
    ]);
  });

  it('shows the first variant that fits the filter', async () => {
    const rose = await list('/material/rose-gold');
    expect(rose.totalCount).toBe(3);
    expect(rose.products.every(({ metalTone }) => metalTone === 'Rose Gold')).toBe(true);
    // With 3 % GST: above 30,000 and up to 31,000 before it.
    const above = await list('/products?filter.price.gte=30900.01&filter.price.lte=31930');
    expect(above.products).toMatchObject([{ productGroup: codes.meera, metalTone: 'Rose Gold', price: 31_000 }]);
  });

  it('takes blank price limits as none', async () => {
    expect((await list('/products?filter.price.gte=&filter.price.lte=')).totalCount).toBe(5);
  });

  it('follows categories, sub-categories, tags and sub-tags', async () => {
    expect((await list('/products/ring')).totalCount).toBe(4);
    expect((await list('/products/RING')).totalCount).toBe(4);
    expect((await list('/products/ring/halo')).totalCount).toBe(2);
    expect((await list('/material/gold/18k')).totalCount).toBe(4);
    expect((await list('/material/gold/22k')).totalCount).toBe(0);
  });

  it('takes the sub-tag all for the whole tag', async () => {
    expect(await list('/material/gold/all')).toEqual(await list('/material/gold'));
  });

  it.each([
    ['/products/spoon', 'category.not-found'],
    ['/products/ring/spoon', 'category.not-found'],
    ['/material/wood', 'material.not-found'],
    ['/material/gold/9k', 'material.not-found'],
  ])('is a 404 for %s', async (path, code) => {
    expect(await shop.get(path)).toMatchObject({ status: 404, body: { code } });
  });

  it('knows what is in stock', async () => {
    expect(groupsOf(await list('/products?availability=out-of-stock'))).toEqual([codes.sahaj]);
    expect((await list('/products?availability=in-stock')).totalCount).toBe(4);
  });

  it.each<[catalog.ListingQuery['sort_by'], () => (keyof typeof codes)[]]>([
    ['featured', () => ['noor', 'tara', 'meera']],
    ['price-ascending', () => ['sahaj', 'meera', 'noor', 'tara']],
    ['price-descending', () => ['tara', 'noor', 'meera', 'sahaj']],
    ['created-descending', () => ['sahaj', 'tara', 'noor', 'meera']],
    ['title-ascending', () => ['meera', 'noor', 'sahaj', 'tara']],
  ])('sorts by %s', async (sort, expected) => {
    const listing = await list(`/products/ring?sort_by=${sort}`);
    const wanted = expected().map((name) => codes[name]);
    expect(groupsOf(listing).slice(0, wanted.length)).toEqual(wanted);
  });

  it('sorts by what sold best, as of the last change of its stock', async () => {
    const { body } = await shop.get<{ product: catalog.Product }>(`/product/group/${codes.tara}`);
    const { _id, stock } = body.product;
    await shop.service.connection
      .collection('products')
      .updateOne({ productGroup: codes.tara, position: 0 }, { $set: { sold: 9 } });
    await shop.send('PUT', `/admin/product/${_id}`, { stock: stock + 1, stockBefore: stock }, shop.staff);
    await eventually(async () => expect(groupsOf(await list('/products?sort_by=best-selling'))[0]).toBe(codes.tara));
  });

  it('counts what each further filter would leave, and narrows by several', async () => {
    const counts = ({ facets }: catalog.Listing, wanted: catalog.Facet) =>
      facets!.find(({ facet }) => facet === wanted)?.values.map(({ value, label, count }) => [value, label, count]);
    const rings = await list('/products/ring');
    expect(counts(rings, 'tone')).toEqual([
      ['yellow-gold', 'Yellow Gold', 4],
      ['rose-gold', 'Rose Gold', 3],
    ]);
    expect(counts(rings, 'availability')).toEqual([
      ['in-stock', 'in-stock', 3],
      ['out-of-stock', 'out-of-stock', 1],
    ]);
    expect(rings.priceRange).toEqual({ lowest: 2_060, highest: 62_830 });
    const two = await list(
      '/products/ring?filter.tone=rose-gold,yellow-gold&availability=in-stock&filter.metal=rose-gold',
    );
    expect(two.totalCount).toBe(3);
    expect(two.products.every(({ metalTone }) => metalTone === 'Rose Gold')).toBe(true);
    expect(counts(two, 'metal')).toEqual([
      ['gold', 'gold', 3],
      ['rose-gold', 'rose-gold', 3],
    ]);
  });

  it('is empty for a value that nothing has', async () => {
    expect(await list('/products?filter.stone=moonrock')).toMatchObject({ products: [], totalCount: 0 });
  });

  it('cuts pages that together show every group once', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`/products?limit=2&page=${page}`)));
    expect(pages.map(({ products }) => products.length)).toEqual([2, 2, 1, 0]);
    expect(new Set(pages.flatMap(groupsOf)).size).toBe(5);
    expect(pages.every(({ totalCount }) => totalCount === 5)).toBe(true);
  });

  it.each([
    ['sort_by=cheapest', 'sort_by'],
    ['availability=maybe', 'availability'],
    ['page=0', 'page'],
    ['page=abc', 'page'],
    ['limit=49', 'limit'],
    ['filter.price.gte=abc', 'filter.price.gte'],
    ['filter.price.lte=-1', 'filter.price.lte'],
    ['filter.price.gte=10&filter.price.lte=5', 'filter.price.gte'],
    [`filter.size=${'x'.repeat(601)}`, 'filter.size'],
    [`filter.size=${Array.from({ length: 31 }, (_, size) => size).join()}`, 'filter.size'],
  ])('refuses %s and names the field', async (query, field) => {
    const { status, body } = await shop.get<{ code: string; errors: Record<string, string> }>(`/products?${query}`);
    expect(status).toBe(400);
    expect(body.code).toBe('request.invalid');
    expect(Object.keys(body.errors)).toContain(field);
  });
});

describe('similar pieces', () => {
  it('are of the same material, of the same category first, and never the piece itself', async () => {
    const { body } = await shop.get<{ products: catalog.ProductCard[] }>(`/product/group/${codes.meera}/similar`);
    expect(body.products.map(({ productGroup }) => productGroup)).toEqual([codes.noor, codes.tara, codes.surya]);
  });

  it('are those in stock first', async () => {
    const { body: before } = await shop.get<{ product: catalog.Product }>(`/product/group/${codes.noor}`);
    const change = { stock: 0, stockBefore: before.product.stock };
    await shop.send('PUT', `/admin/product/${before.product._id}`, change, shop.staff);
    const { body } = await shop.get<{ products: catalog.ProductCard[] }>(`/product/group/${codes.meera}/similar`);
    expect(body.products.map(({ productGroup }) => productGroup)).toEqual([codes.tara, codes.noor, codes.surya]);
    await shop.send('PUT', `/admin/product/${before.product._id}`, { stock: 5, stockBefore: 0 }, shop.staff);
  });

  it('are a 404 for a group that is not there', async () => {
    expect(await shop.get('/product/group/AR-999/similar')).toMatchObject({ status: 404 });
  });
});

describe('the queries', () => {
  /** The stages of the plan that was chosen for the products. */
  const stagesOf = async (pipeline: object[]): Promise<string[]> => {
    const products = shop.service.app.get<Model<Product>>(getModelToken('Product'));
    const explained = await products.collection.aggregate(pipeline as never).explain('queryPlanner');
    const { winningPlan } = explained['stages'][0].$cursor.queryPlanner;
    return JSON.stringify(winningPlan.queryPlan ?? winningPlan).match(/(?<="stage":")\w+/g) ?? [];
  };

  it('for similar pieces scans no collection', async () => {
    const like = { productGroup: codes.meera, material: { tag: 'gold' }, category: { main: 'ring' } };
    const stages = await stagesOf(similarPipeline(like, 12));
    expect(stages).toContain('IXSCAN');
    expect(stages).not.toContain('COLLSCAN');
  });
});
