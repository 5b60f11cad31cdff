import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnswerOf, catalog } from '@shop/contracts';
import { startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

type Menu = AnswerOf<typeof catalog.getMenu>;

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis.
let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
  await shop.add({ price: 9_000, detailsRef: { occasion: ['Gift'], stoneType: ['Ruby'] } });
  await shop.add({
    price: 9_709,
    category: { main: 'ring', sub: 'band' },
    detailsRef: { occasion: ['Gift', 'Office'] },
  });
  await shop.add({ price: 120_000, material: { tag: 'silver', sub: '18k' } });
  await shop.add({ status: 'draft', category: { main: 'ring', sub: 'halo' }, detailsRef: { occasion: ['Draft'] } });
});
afterAll(() => shop.close());

const menu = async () => (await shop.get<Menu>('/menu')).body;

describe('the menu', () => {
  it('leads only to listings that have pieces, with as many as each has', async () => {
    const { categories, materials, shop: whole } = await menu();
    const ring = categories.find(({ main }) => main === 'ring')!;
    expect(ring.subs).toEqual([
      { name: 'solitaire', count: 2 },
      { name: 'band', count: 1 },
    ]);
    expect(ring.occasions.map(({ value, count }) => [value, count])).toEqual([
      ['gift', 2],
      ['office', 1],
    ]);
    expect(ring.prices).toEqual([
      { to: 10_000, count: 1 },
      { from: 10_000, to: 25_000, count: 1 },
      { from: 100_000, count: 1 },
    ]);
    expect(materials.map(({ tag, count }) => [tag, count])).toEqual([
      ['gold', 2],
      ['rose-gold', 0],
      ['silver', 1],
      ['platinum', 0],
    ]);
    expect(whole.stones.map(({ value, count }) => [value, count])).toEqual([
      ['natural-diamond', 2],
      ['ruby', 1],
    ]);
    // Each count is that of the listing which the link leads to.
    for (const { from, to, count } of ring.prices) {
      const limits = new URLSearchParams({
        ...(from && { 'filter.price.gte': String(from) }),
        ...(to && { 'filter.price.lte': String(to) }),
      });
      expect((await shop.get<catalog.Listing>(`/products/ring?${limits}`)).body.totalCount).toBe(count);
    }
    for (const { value, count } of ring.stones) {
      expect((await shop.get<catalog.Listing>(`/products/ring?filter.stone=${value}`)).body.totalCount).toBe(count);
    }
  });

  it('has a new piece and a new collection with the next call', async () => {
    await shop.add({
      category: { main: 'necklace' },
      detailsModel: 'NecklaceDetails',
      detailsRef: { sizeOptions: undefined, engravingAvailable: undefined },
    });
    const collection = { name: 'Gifts', kind: 'gift-guide', status: 'published', filter: { occasion: ['gift'] } };
    await shop.send('POST', '/admin/collection', collection, shop.staff);
    const { categories, collections } = await menu();
    expect(categories.find(({ main }) => main === 'necklace')).toMatchObject({ count: 1 });
    expect(collections).toEqual([{ slug: 'gifts', name: 'Gifts', kind: 'gift-guide' }]);
  });
});
