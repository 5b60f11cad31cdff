import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, catalog, type DocumentChanged, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

const send = (method: string, path: string, body?: unknown) =>
  shop.send<{ code: string; errors: Record<string, string>; category: catalog.Category; material: catalog.Material }>(
    method,
    path,
    body,
    shop.staff,
  );

const productOf = async (group: string) =>
  (await shop.get<{ product: catalog.Product }>(`/product/group/${group}`)).body.product;

describe('categories', () => {
  it('are listed in the order in which they were added, in small letters', async () => {
    await send('POST', '/admin/category', { main: ' Anklet ', sub: ['Chain', 'chain'] });
    const { body } = await shop.get<{ categories: catalog.Category[] }>('/categories');
    expect(body.categories.map(({ main }) => main)).toEqual(['ring', 'necklace', 'anklet']);
    expect(body.categories[2]!.sub).toEqual(['chain']);
  });

  it.each(['बाली', 'கம்மல்', 'ਕੰਗਣ', 'क्\u200dष हार', 'हार्\u200cड', 'Bague dorée'.normalize('NFD')])(
    'are named, found and renamed in any script: %s',
    async (main) => {
      const { status, body } = await send('POST', '/admin/category', { main, sub: [main] });
      expect(status).toBe(201);
      const { productGroup } = await shop.add({ name: `${main} one`, category: { main, sub: main } });
      const listing = await shop.get<catalog.Listing>(
        `/products/${encodeURIComponent(main)}/${encodeURIComponent(main.normalize('NFD'))}`,
      );
      expect(listing.body.products.map((card) => card.productGroup)).toEqual([productGroup]);
      await eventually(async () => {
        const found = await shop.get<catalog.Listing>(`/search?q=${encodeURIComponent(main)}`);
        expect(found.body.products.map((card) => card.productGroup)).toContain(productGroup);
      });
      const staff = await shop.get<{ totalCount: number }>(
        `/admin/products?q=${encodeURIComponent(main.toLowerCase())}`,
        shop.staff,
      );
      expect(staff.body.totalCount).toBeGreaterThan(0);
      expect((await send('PATCH', `/admin/category/${body.category._id}`, { main: `${main} नया` })).status).toBe(200);
      await send('POST', '/admin/occasion', { occasion: main });
    },
  );

  it.each(['\u200dring', 'ring\u200d', '\u0301ring', 'ring\u202e', 'रिंग\ud83d', '💍'])(
    'are not named with what nobody can see or type: %j',
    async (main) => {
      const { status, body } = await send('POST', '/admin/category', { main });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['main']]);
    },
  );

  it('have names of their own', async () => {
    expect((await send('POST', '/admin/category', { main: 'Ring' })).body.code).toBe('category.taken');
  });

  it.each(['group', 'new', 'similar', 'variants', 'varients', 'calculate-price', 'Group', 'a/b', ''])(
    'cannot be named %p, and neither can sub-categories and tags',
    async (name) => {
      expect((await send('POST', '/admin/category', { main: name })).status).toBe(400);
      expect((await send('PUT', '/admin/category/sub', { main: 'ring', sub: name })).status).toBe(400);
      expect((await send('POST', '/admin/material', { tag: name })).status).toBe(400);
    },
  );

  it('take their products along when they are renamed', async () => {
    const { body } = await send('POST', '/admin/category', { main: 'brooch', sub: ['pin'] });
    const { productGroup } = await shop.add({ category: { main: 'brooch', sub: 'pin' } });
    await send('PATCH', `/admin/category/${body.category._id}`, { main: 'brooches' });
    const listing = await shop.get<catalog.Listing>('/products/brooches/pin');
    expect(listing.body.products.map((card) => card.productGroup)).toEqual([productGroup]);
    expect((await shop.get('/products/brooch')).body).toMatchObject({ canonicalPath: '/product/brooches' });
  });

  it('are found at every former name, which says where they are, until another takes it', async () => {
    const { body } = await send('POST', '/admin/category', { main: 'haar', sub: ['rani haar', 'plain'] });
    const path = `/admin/category/${body.category._id}`;
    const { productGroup } = await shop.add({ category: { main: 'haar', sub: 'rani haar' } });
    await send('PATCH', path, { renameSub: { from: 'rani haar', to: 'long' } });
    await send('PATCH', path, { main: 'long necklace' });
    await send('PATCH', path, { main: 'mala', renameSub: { from: 'long', to: 'very long' } });
    const at = async (address: string) => (await shop.get<catalog.Listing>(`/products/${address}`)).body;
    for (const former of ['haar/rani%20haar', 'long%20necklace/long', 'mala/rani%20haar', 'haar/very%20long']) {
      const { products, canonicalPath } = await at(former);
      expect([former, products.map((card) => card.productGroup), canonicalPath]).toEqual([
        former,
        [productGroup],
        '/product/mala/very%20long',
      ]);
    }
    expect((await at('mala/very%20long')).canonicalPath).toBeUndefined();
    expect((await at('haar')).canonicalPath).toBe('/product/mala');
    // A menu that keeps a name finds the one of now in the list.
    const { categories } = (await shop.get<AnswerOf<typeof catalog.listCategories>>('/categories')).body;
    expect(categories.find(({ _id }) => _id === body.category._id)).toMatchObject({
      formerNames: ['haar', 'long necklace'],
      formerSubs: [
        { from: 'rani haar', to: 'very long' },
        { from: 'long', to: 'very long' },
      ],
    });
    expect(categories[0]).not.toHaveProperty('formerNames');
    expect(categories[0]).not.toHaveProperty('formerSubs');
    expect(await at('haar/choker')).toMatchObject({ code: 'category.not-found' });
    // A new one wins, and leaves nothing behind when it goes.
    await send('PUT', '/admin/category/sub', { main: 'mala', sub: 'long' });
    expect(await at('mala/long')).toMatchObject({ totalCount: 0 });
    expect((await at('mala/long')).canonicalPath).toBeUndefined();
    const { body: taken } = await send('POST', '/admin/category', { main: 'haar' });
    expect((await at('haar')).canonicalPath).toBeUndefined();
    await send('DELETE', `/admin/category/${taken.category._id}`);
    expect(await at('haar')).toMatchObject({ code: 'category.not-found' });
    await shop.send('DELETE', `/admin/product/${(await productOf(productGroup))._id}`, undefined, shop.staff);
    await send('DELETE', path);
    expect(await at('long%20necklace')).toMatchObject({ code: 'category.not-found' });
  });

  it('stay while products are in them', async () => {
    const { body } = await send('POST', '/admin/category', { main: 'cufflink', sub: ['oval', 'square'] });
    const { _id } = body.category;
    const product = await shop.add({ category: { main: 'cufflink', sub: 'oval' }, status: 'draft' });
    expect((await send('DELETE', `/admin/category/${_id}`)).body.code).toBe('category.in-use');
    expect((await send('DELETE', '/admin/category/sub', { main: 'cufflink', sub: 'oval' })).body.code).toBe(
      'category.in-use',
    );
    expect((await send('PATCH', `/admin/category/${_id}`, { sub: ['square'] })).body.code).toBe('category.in-use');
    expect(
      (await send('DELETE', '/admin/category/sub', { main: 'cufflink', sub: 'square' })).body.category.sub,
    ).toEqual(['oval']);
    await shop.send('DELETE', `/admin/product/${product._id}`, undefined, shop.staff);
    expect((await send('DELETE', `/admin/category/${_id}`)).status).toBe(200);
    expect((await send('DELETE', `/admin/category/${_id}`)).body.code).toBe('category.not-found');
  });

  it('have a picture once staff gave them one, and none again when they take it away', async () => {
    const image = '/api/v1/images/3q2mVwK0bX8e1TjR5yNf4A.webp';
    const { body } = await send('POST', '/admin/category', { main: 'locket', image });
    expect(body.category).toMatchObject({ main: 'locket', image });
    const path = `/admin/category/${body.category._id}`;
    expect((await send('PATCH', path, { sub: ['round'] })).body.category.image).toBe(image);
    expect((await send('PATCH', path, { image: null })).body.category).toEqual({
      _id: body.category._id,
      main: 'locket',
      sub: ['round'],
      version: expect.any(String),
    });
    await send('PATCH', path, { image });
    const { categories } = (await shop.get<{ categories: catalog.Category[] }>('/categories')).body;
    expect(categories.find(({ main }) => main === 'locket')).toMatchObject({ image });
    expect((await send('PATCH', path, { image: '' })).body.errors).toHaveProperty('image');
  });

  it('are changed on the version that was read: another one is refused, with what a colleague made of it', async () => {
    const { body } = await send('POST', '/admin/category', { main: 'brooch' });
    const { _id, version } = body.category;
    const on = (read: string, change: object) =>
      shop.send<{ code: string; details: DocumentChanged; category: catalog.Category }>(
        'PATCH',
        `/admin/category/${_id}`,
        change,
        { ...shop.staff, 'if-match': `"${read}"` },
      );
    expect((await send('PUT', '/admin/category/sub', { main: 'brooch', sub: 'pin' })).status).toBe(200);
    const refused = await on(version!, { main: 'fibula' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'document.changed', details: { document: { _id, main: 'brooch', sub: ['pin'] } } },
    });
    const { document, saves } = refused.body.details;
    expect(saves).toEqual([{ by: expect.any(String), fields: ['sub'] }]);
    expect(await on(document!.version!, { main: 'fibula' })).toMatchObject({
      status: 200,
      body: { category: { main: 'fibula', sub: ['pin'] } },
    });
  });

  it('tell caches and the audit trail of every change', async () => {
    const { body } = await send('POST', '/admin/category', { main: 'tiara' });
    await send('PUT', '/admin/category/sub', { main: 'tiara', sub: 'bridal' });
    const audit = (await publishedEvents(shop.service, identity.auditRecorded)).filter(
      ({ data }) => data.subjectId === body.category._id,
    );
    expect(audit.map(({ data }) => [data.action, data.before, data.after])).toEqual([
      ['category.created', null, { name: 'tiara', sub: [] }],
      ['category.changed', { sub: [] }, { sub: ['bridal'] }],
    ]);
    const events = await publishedEvents(shop.service, catalog.taxonomyChanged);
    expect(events.filter(({ data }) => data.tag === 'categories').length).toBeGreaterThanOrEqual(2);
  });
});

describe('materials', () => {
  it('have pictures like categories', async () => {
    const image = '/api/v1/images/3q2mVwK0bX8e1TjR5yNf4A.webp';
    const { body } = await send('POST', '/admin/material', { tag: 'brass', image });
    const path = `/admin/material/${body.material._id}`;
    expect((await send('PATCH', path, { tag: 'bronze' })).body.material).toMatchObject({ tag: 'bronze', image });
    expect((await shop.get('/material/brass/all')).body).toMatchObject({ canonicalPath: '/material/bronze' });
    const { materials } = (await shop.get<{ materials: catalog.Material[] }>('/materials')).body;
    expect(materials.find(({ tag }) => tag === 'bronze')).toMatchObject({ image });
    const taken = (await send('PATCH', path, { image: null })).body.material;
    expect(taken).toEqual({ _id: body.material._id, tag: 'bronze', sub: [], version: expect.any(String) });
    expect((await send('PATCH', path, { image: '' })).body.errors).toHaveProperty('image');
    await send('DELETE', '/admin/material/bronze');
  });

  it('are made to order while they say so, under the name that they are given', async () => {
    const made = await send('POST', '/admin/material', { tag: 'palladium', madeToOrder: true });
    expect(made.body.material.madeToOrder).toBe(true);
    const path = `/admin/material/${made.body.material._id}`;
    const { productGroup } = await shop.add({
      material: { tag: 'palladium' },
      detailsRef: { metalPurity: ['14K', '18K'] },
    });
    await shop.send(
      'POST',
      '/admin/customization/new',
      { productGroup, metalPurity: [{ value: '18K', price: 1 }] },
      shop.staff,
    );
    const product = async () =>
      (await shop.get<{ product: catalog.Product }>(`/product/group/${productGroup}`)).body.product;
    expect((await product()).customizable).toBe(true);
    await send('PATCH', path, { tag: 'white palladium' });
    // Before the new name is carried to its products, and after it.
    expect((await product()).customizable).toBe(true);
    await eventually(async () => expect((await product()).material.tag).toBe('white palladium'));
    expect((await product()).customizable).toBe(true);

    const price = async () => {
      const productId = (await product())._id;
      const customizations = { costomization: 'yes', metalPurity: '18K' };
      const sent = { productId, customizations };
      return (await shop.send<{ errors: object }>('POST', '/product/calculate-price', sent)).body;
    };
    expect(await price()).toMatchObject({ customizationPrice: 1 });
    const { body } = await send('PATCH', path, { madeToOrder: false });
    expect(body.material).not.toHaveProperty('madeToOrder');
    expect((await product()).customizable).toBe(false);
    expect((await price()).errors).toEqual({ 'customizations.costomization': 'This piece is not made to order' });
    const audit = (await publishedEvents(shop.service, identity.auditRecorded)).findLast(
      ({ data }) => data.subjectId === made.body.material._id,
    );
    expect([audit!.data.before, audit!.data.after]).toEqual([{ madeToOrder: true }, { madeToOrder: null }]);
    await shop.send('DELETE', `/admin/product/${(await product())._id}`, undefined, shop.staff);
    expect((await send('DELETE', '/admin/material/white%20palladium')).status).toBe(200);
  });

  it('are removed by their tag, once nothing is made of them', async () => {
    await send('POST', '/admin/material', { tag: 'Copper', sub: ['all'] });
    expect((await send('PUT', '/admin/material/sub', { tag: 'copper', sub: 'Plated' })).body.material.sub).toEqual([
      'all',
      'plated',
    ]);
    const { _id } = await shop.add({ material: { tag: 'copper', sub: 'plated' } });
    expect((await send('DELETE', '/admin/material/copper')).body.code).toBe('material.in-use');
    await shop.send('DELETE', `/admin/product/${_id}`, undefined, shop.staff);
    expect((await send('DELETE', '/admin/material/copper')).status).toBe(200);
    const { body } = await shop.get<{ materials: catalog.Material[] }>('/materials');
    expect(body.materials.map(({ tag }) => tag)).toEqual(['gold', 'rose-gold', 'silver', 'platinum']);
  });
});
