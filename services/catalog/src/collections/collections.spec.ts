import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis.
let shop: CatalogHarness;
const groupOf: Record<string, string> = {};
beforeAll(async () => {
  shop = await startCatalog();
  const pieces: [string, Parameters<CatalogHarness['add']>[0]][] = [
    [
      'cheap wedding band',
      { price: 9_000, category: { main: 'ring', sub: 'band' }, detailsRef: { occasion: ['Wedding'] } },
    ],
    ['dear wedding ring', { price: 90_000, featured: 5, detailsRef: { occasion: ['Wedding', 'Gift'] } }],
    ['silver gift', { price: 2_000, material: { tag: 'silver' }, detailsRef: { occasion: ['Gift'] } }],
    ['gold gift', { price: 20_000, detailsRef: { occasion: ['Gift'] } }],
  ];
  for (const [name, fields] of pieces) groupOf[name] = (await shop.add({ name, ...fields })).productGroup;
});
afterAll(() => shop.close());

interface Body {
  code: string;
  message: string;
  errors: Record<string, string>;
  collection: catalog.CollectionForStaff;
  collections: catalog.CollectionForStaff[];
}
const send = (method: string, path: string, body?: unknown) => shop.send<Body>(method, path, body, shop.staff);
const create = async (fields: object) => (await send('POST', '/admin/collection', fields)).body.collection;
const listing = (path: string) => shop.get<catalog.Listing & { collection: { name: string } }>(`/collection/${path}`);
const namesAt = async (path: string) => (await listing(path)).body.products.map(({ name }) => name);
const listed = async () => (await shop.get<{ collections: catalog.CollectionCard[] }>('/collections')).body.collections;

describe('a collection', () => {
  it('is what its filter finds, its picked pieces first, and can be narrowed and sorted with exact counts', async () => {
    await create({
      name: 'Bridal',
      text: 'For the day.',
      status: 'published',
      filter: { occasion: ['Wedding'] },
      picks: [groupOf['gold gift']],
    });
    const { body } = await listing('bridal');
    expect(body.products.map(({ name }) => name)).toEqual(['gold gift', 'dear wedding ring', 'cheap wedding band']);
    expect(body).toMatchObject({ totalCount: 3, collection: { name: 'Bridal', text: 'For the day.' } });
    // Counts are of the collection: the silver gift is not in it.
    const counts = body.facets!.find(({ facet }) => facet === 'occasion')!.values;
    expect(counts.map(({ value, count }) => [value, count])).toEqual([
      ['gift', 2],
      ['wedding', 2],
    ]);
    expect(body.facets!.find(({ facet }) => facet === 'metal')!.values).toMatchObject([{ value: 'gold', count: 3 }]);
    expect(await namesAt('bridal?filter.occasion=gift')).toEqual(['gold gift', 'dear wedding ring']);
    expect(await namesAt('bridal?sort_by=price-ascending')).toEqual([
      'cheap wedding band',
      'gold gift',
      'dear wedding ring',
    ]);
    expect(await namesAt('bridal?limit=1&page=2')).toEqual(['dear wedding ring']);
    expect((await listing('bridal?filter.price.gte=5&filter.price.lte=1')).status).toBe(400);
  });

  it('has the prices that are shown, a category and an order of its own', async () => {
    const { totalCount } = await create({
      name: 'Rings to 21,000',
      status: 'published',
      filter: { category: { main: 'ring' }, priceTo: 20_600 },
      sort: 'price-descending',
    });
    expect(totalCount).toBe(3);
    expect(await namesAt('rings-to-21-000')).toEqual(['gold gift', 'cheap wedding band', 'silver gift']);
  });

  it('is shown once it is published and has pieces, in the order of the staff', async () => {
    const empty = await create({ name: 'Empty', status: 'published' });
    const draft = await create({ name: 'Soon', filter: { occasion: ['gift'] } });
    expect([empty.totalCount, draft.totalCount]).toEqual([0, 3]);
    expect((await listing('soon')).body).toMatchObject({ code: 'collection.not-found' });
    expect((await listing('empty')).body).toMatchObject({ totalCount: 0, products: [] });
    expect((await listed()).map(({ slug }) => slug)).toEqual(['bridal', 'rings-to-21-000']);
    await send('PATCH', `/admin/collection/${draft._id}`, { status: 'published', kind: 'gift-guide' });
    const { collections } = (await shop.get<Body>('/admin/collections', shop.staff)).body;
    const ids = collections.map(({ _id }) => _id);
    expect((await send('PUT', '/admin/collections/order', { ids: [ids[3], ids[1]] })).body.message).toBe('Order saved');
    expect((await listed()).map(({ slug, kind }) => [slug, kind])).toEqual([
      ['soon', 'gift-guide'],
      ['rings-to-21-000', 'collection'],
      ['bridal', 'collection'],
    ]);
    expect((await send('PUT', '/admin/collections/order', { ids: ['f'.repeat(24)] })).body.code).toBe(
      'collection.not-found',
    );
    await send('DELETE', `/admin/collection/${draft._id}`);
    await send('DELETE', `/admin/collection/${empty._id}`);
    expect((await send('DELETE', `/admin/collection/${empty._id}`)).body.code).toBe('collection.not-found');
  });

  it('can be looked at before it is saved', async () => {
    const body = {
      filter: { occasion: ['gift'], metal: ['silver'] },
      picks: [groupOf['dear wedding ring'], 'AR-9999'],
    };
    const answer = await shop.send<{
      totalCount: number;
      products: catalog.ProductCard[];
      facets: catalog.FacetCounts[];
      missing: string[];
    }>('POST', '/admin/collections/preview', body, shop.staff);
    expect(answer.body.products.map(({ name }) => name)).toEqual(['dear wedding ring', 'silver gift']);
    expect(answer.body).toMatchObject({ totalCount: 2, missing: ['AR-9999'] });
    const metals = answer.body.facets.find(({ facet }) => facet === 'metal')!.values;
    expect(metals.map(({ value, count }) => [value, count])).toEqual([
      ['gold', 2],
      ['silver', 1],
    ]);
  });

  it('follows new names of what its filter names, and finds nothing of a category that is gone', async () => {
    const { body } = await send('POST', '/admin/category', { main: 'brooch', sub: ['pin'] });
    const categoryId = (body as unknown as { category: { _id: string } }).category._id;
    const piece = await shop.add({
      name: 'Pin',
      category: { main: 'brooch', sub: 'pin' },
      detailsRef: { occasion: ['Puja'] },
    });
    const made = await send('POST', '/admin/occasion', { occasion: 'Puja' });
    const occasionId = (made.body as unknown as { data: { _id: string } }).data._id;
    await create({
      name: 'Pins',
      status: 'published',
      filter: { category: { main: 'brooch', sub: 'pin' }, occasion: ['puja'] },
    });
    await send('PATCH', `/admin/category/${categoryId}`, { main: 'brooches' });
    await send('PATCH', `/admin/category/${categoryId}`, { renameSub: { from: 'pin', to: 'lapel pin' } });
    await send('PUT', `/admin/occasion/${occasionId}`, { occasion: 'Prayer', carryAlong: true });
    expect(await namesAt('pins')).toEqual(['Pin']);
    const { collections } = (await shop.get<Body>('/admin/collections', shop.staff)).body;
    expect(collections.find(({ slug }) => slug === 'pins')!.filter).toEqual({
      category: { main: 'brooches', sub: 'lapel pin' },
      occasion: ['prayer'],
    });
    await shop.send('DELETE', `/admin/product/${piece._id}`, undefined, shop.staff);
    await send('DELETE', `/admin/category/${categoryId}`);
    expect((await listing('pins')).body).toMatchObject({ totalCount: 0 });
  });

  it('is refused at the field, and has an address of its own', async () => {
    const refused = async (fields: object) =>
      Object.keys((await send('POST', '/admin/collection', fields)).body.errors);
    expect(await refused({ name: '' })).toEqual(['name']);
    expect(await refused({ name: '***' })).toEqual(['slug']);
    expect(await refused({ name: 'A', filter: { priceFrom: 5, priceTo: 1 } })).toEqual(['filter.priceFrom']);
    expect(await refused({ name: 'A', picks: ['AR-1001', 'AR-1001'] })).toEqual(['picks']);
    expect((await send('POST', '/admin/collection', { name: 'Other', slug: 'BRIDAL' })).body.code).toBe(
      'collection.taken',
    );
  });

  it('tells caches and the audit trail of every change', async () => {
    const { _id } = await create({ name: 'Pearls' });
    await send('PATCH', `/admin/collection/${_id}`, { filter: { stone: ['Pearl'] } });
    const audit = (await publishedEvents(shop.service, identity.auditRecorded)).filter(
      ({ data }) => data.subjectId === _id,
    );
    expect(audit.map(({ data }) => [data.action, data.after])).toEqual([
      ['collection.created', expect.objectContaining({ name: 'Pearls', status: 'draft' })],
      ['collection.changed', { filter: { stone: ['pearl'] } }],
    ]);
    const events = await publishedEvents(shop.service, catalog.taxonomyChanged);
    expect(events.filter(({ data }) => data.tag === 'collections').length).toBeGreaterThanOrEqual(2);
  });
});

describe('a collection at a new address', () => {
  it('is found at each former one, which says where it is, until another takes that', async () => {
    const { _id } = await create({ name: 'First', status: 'published', filter: { occasion: ['gift'] } });
    await send('PATCH', `/admin/collection/${_id}`, { slug: 'second' });
    await send('PATCH', `/admin/collection/${_id}`, { slug: 'third' });
    for (const slug of ['first', 'second'])
      expect((await listing(slug)).body).toMatchObject({ totalCount: 3, canonicalPath: '/collection/third' });
    expect((await listing('third')).body.canonicalPath).toBeUndefined();
    const other = await create({ name: 'First', status: 'published' });
    expect((await listing('first')).body).toMatchObject({ totalCount: 0, collection: { slug: 'first' } });
    expect((await listing('first')).body.canonicalPath).toBeUndefined();
    await send('DELETE', `/admin/collection/${other._id}`);
    expect((await listing('first')).status).toBe(404);
    // Back to an earlier one.
    await send('PATCH', `/admin/collection/${_id}`, { slug: 'second' });
    expect((await listing('third')).body.canonicalPath).toBe('/collection/second');
    expect((await listing('second')).body.canonicalPath).toBeUndefined();
    await send('DELETE', `/admin/collection/${_id}`);
    expect((await listing('third')).status).toBe(404);
  });
});
