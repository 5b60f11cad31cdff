import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { catalog } from '@shop/contracts';
import { samplesOf } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { PopularSearches } from './popular-searches.ts';
import { nextGroup, startCatalog, startCatalogService, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

const search = async (query: string) => {
  const { body } = await shop.get<catalog.Listing>(`/search?${query}`);
  return body;
};
const eventuallyFound = (text: string, names: string[]) =>
  eventually(async () => {
    const { products } = await search(`q=${encodeURIComponent(text)}`);
    expect(products.map(({ name }) => name)).toEqual(names);
  });

describe('the search', () => {
  it('hears of new, changed and archived pieces', async () => {
    const product = await shop.add({ name: 'Chandrika Hansli' });
    await eventuallyFound('chandrika', ['Chandrika Hansli']);
    await shop.send('PUT', `/admin/product/${product._id}`, { name: 'Indumati Hansli' }, shop.staff);
    await eventuallyFound('indumati', ['Indumati Hansli']);
    await eventuallyFound('chandrika', []);
    await shop.send('DELETE', `/admin/product/${product._id}`, undefined, shop.staff);
    await eventuallyFound('indumati', []);
  });

  it('has as many products as are for sale', async () => {
    await shop.add({ name: 'Vaijayanti Haar' });
    await eventuallyFound('vaijayanti', ['Vaijayanti Haar']);
    const measured = async (metric: string) => (await samplesOf(shop.service.url, metric))[''];
    // What a busy machine cannot measure in time is left out of a scrape.
    await eventually(async () => expect(await measured('catalog_search_products')).toBeGreaterThan(0));
    expect(await measured('catalog_search_products')).toBe(await measured('catalog_products_for_sale'));
  });

  it('answers cards and pages, counting groups', async () => {
    for (let count = 0; count < 5; count += 1) {
      const productGroup = nextGroup();
      await shop.add({ name: `Parijat ${count}`, productGroup });
      await shop.add({
        name: `Parijat ${count}`,
        productGroup,
        detailsRef: { metalTone: ['White Gold'] },
        position: 1,
      });
    }
    await eventually(async () => expect((await search('q=parijat')).totalCount).toBe(5));
    const pages = await Promise.all([1, 2, 3].map((page) => search(`q=parijat&limit=2&page=${page}`)));
    expect(pages.map(({ products }) => products.length)).toEqual([2, 2, 1]);
    expect(pages[0]!.products[0]!.swatches).toHaveLength(2);
  });

  it('is narrowed like a listing, each group by its best variant that fits', async () => {
    const productGroup = nextGroup();
    await shop.add({ name: 'Malati Ring', productGroup });
    await shop.add({ name: 'Malati Ring', productGroup, detailsRef: { metalTone: ['White Gold'] }, position: 1 });
    await shop.add({ name: 'Malati Band', stock: 0 });
    await eventually(async () => expect((await search('q=malati')).facets?.length).toBeGreaterThan(0));
    await eventually(async () => {
      const { totalCount, facets } = await search('q=malati');
      const tones = facets!.find(({ facet }) => facet === 'tone')!.values.map(({ value, count }) => [value, count]);
      expect([totalCount, tones]).toEqual([
        2,
        [
          ['yellow-gold', 2],
          ['white-gold', 1],
        ],
      ]);
    });
    const white = await search('q=malati&filter.tone=white-gold');
    expect(white.products).toMatchObject([{ productGroup, metalTone: 'White Gold' }]);
    expect((await search('q=malati&availability=in-stock')).totalCount).toBe(1);
  });

  it('suggests categories that were just added', async () => {
    await shop.send('POST', '/admin/category', { main: 'maang tikka' }, shop.staff);
    await eventually(async () => {
      const { body } = await shop.get<{ suggestions: catalog.Suggestion[] }>('/suggestions?q=tikka');
      expect(body.suggestions).toEqual([{ type: 'category', text: 'maang tikka' }]);
    });
  });

  it('suggests nothing for an empty text', async () => {
    expect((await shop.get('/suggestions?q=')).body).toEqual({ suggestions: [] });
    expect(await search('q=')).toEqual({ products: [], totalCount: 0, facets: [] });
  });

  it('suggests pieces with picture and price', async () => {
    await shop.add({ name: 'Suvarna Ring', price: 10_000 });
    const { body } = await shop.get<{ suggestions: catalog.Suggestion[] }>('/suggestions?q=suvar');
    expect(body.suggestions).toEqual([
      { type: 'product', text: 'Suvarna Ring', image: '/api/v1/images/demo/ring.svg', price: 10_000, mrp: 10_300 },
    ]);
  });

  it('counts what is searched for and found, in words that the catalogue has, and shows it when that is often', async () => {
    const popular = async () => (await shop.get<{ searches: string[] }>('/popular-searches')).body.searches;
    const counts = shop.service.connection.collection<{ _id: string; count: number }>('popular_searches');
    const countOf = async (text: string) => (await counts.findOne({ _id: text }))?.count;
    await shop.add({ name: 'Kumudini Ring' });
    await search('q=asha@example.com');
    await search('q=asha%20kumudini');
    await shop.add({ name: 'Kumudini LGD Ring' });
    await search('q=kumudini%20lgd');
    await search('q=kumudiny');
    await search('q=kumudini&page=2');
    for (let times = 1; times <= 5; times += 1) {
      expect(await popular()).not.toContain('kumudini ring');
      await search('q=Kumudini%20%20ring');
      await eventually(async () => expect(await countOf('kumudini ring')).toBe(times));
    }
    expect((await popular())[0]).toBe('kumudini ring');
    expect(await popular()).toContain('necklace');
    expect(
      await Promise.all(['asha@example.com', 'asha kumudini', 'kumudini lgd', 'kumudiny', 'kumudini'].map(countOf)),
    ).toEqual(Array.from({ length: 5 }));
  });

  it('forgets what is searched for no more, and keeps a thousand texts', async () => {
    const counts = shop.service.connection.collection<{ _id: string; count: number }>('popular_searches');
    await counts.deleteMany({});
    await counts.insertMany([
      { _id: 'long ago', count: 0.5 },
      { _id: 'often', count: 100 },
      ...Array.from({ length: 1_200 }, (_, index) => ({ _id: `text ${index}`, count: 2 + index / 1_000 })),
    ]);
    await shop.service.app.get(PopularSearches, { strict: false }).fade();
    expect(await counts.countDocuments()).toBe(1_000);
    expect(await counts.findOne({ _id: 'long ago' })).toBeNull();
    expect((await counts.findOne({ _id: 'often' }))!.count).toBeGreaterThan(99);
  });

  it('builds its first index while RabbitMQ is away', async () => {
    const service = await startCatalogService({ RABBITMQ_URL: 'amqp://127.0.0.1:1' }, { ready: false });
    try {
      await eventually(async () => {
        const answer = await fetch(`${service.url}/health/ready`);
        expect(await answer.json()).toMatchObject({ ready: true, degraded: expect.stringContaining('rabbitmq') });
      });
      const { status } = await fetch(`${service.url}/api/v1/search?q=ring`);
      expect(status).toBe(200);
    } finally {
      await service.close();
    }
  });
});
