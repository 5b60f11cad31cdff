import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, type DocumentChanged } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import mongoose from 'mongoose';
import { aRing, internal, nextGroup, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import { addCopies } from '../../test/copies.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  // A long poll: what waits runs because a commit wakes the job.
  shop = await startCatalog({ CATALOG_SWEEP: '10s' });
});
afterAll(() => shop.close());

const MANY = 10_000;
const PUBLISHED = 150;

const send = (method: string, path: string, body?: unknown) =>
  shop.send<{
    code: string;
    message: string;
    details: object;
    category: catalog.Category;
    material: catalog.Material;
    data: { _id: string };
  }>(method, path, body, shop.staff);
const collection = (name: string) => shop.service.connection.collection(name);
const renamed = () =>
  eventually(async () => expect(await collection('renames').countDocuments()).toBe(0), {
    what: 'the renames being done',
  });
const listed = async (path: string) => {
  const { status, body } = await shop.get<catalog.Listing>(path);
  return { status, totalCount: body.totalCount };
};

const copies = (of: catalog.ProductForStaff, count: number, published?: number) =>
  addCopies(shop, of, count, published);

/** The entries of a product, from all pages. */
async function attentionOf(product: string): Promise<{ productId: string; reason: string }[]> {
  const found: { productId: string; reason: string }[] = [];
  for (let page = 1, left = true; left; page++) {
    const { body } = await shop.get<{ attention: typeof found; totalCount: number }>(
      `/admin/products/attention?limit=100&page=${page}`,
      shop.staff,
    );
    found.push(...body.attention);
    left = page * 100 < body.totalCount;
  }
  return found.filter(({ productId }) => productId === product);
}

describe('a new name of a category', () => {
  it('reaches ten thousand products, the listing being complete all the time and no copy old in the end', async () => {
    const { body } = await send('POST', '/admin/category', { main: 'brooch', sub: ['pin'] });
    const one = await shop.add({ category: { main: 'brooch', sub: 'pin' } });
    await copies(one, MANY - 1, PUBLISHED - 1);
    const { status } = await send('PATCH', `/admin/category/${body.category._id}`, { main: 'brooches' });
    expect(status).toBe(200);
    const under = (name: string) => collection('products').countDocuments({ 'category.main': name });
    const whole = { status: 200, totalCount: PUBLISHED };
    let seen = 0;
    for (; (await collection('renames').countDocuments()) > 0; seen++) {
      expect(await listed('/products/brooches')).toEqual(whole);
      expect(await listed('/products/brooches/pin')).toEqual(whole);
      expect(await listed('/products/brooch')).toEqual(whole);
    }
    expect(seen).toBeGreaterThan(1);
    expect([await under('brooch'), await under('brooches')]).toEqual([0, MANY]);
    expect(await listed('/products/brooches')).toEqual(whole);
    expect((await shop.get('/products/brooch')).body).toMatchObject({
      totalCount: PUBLISHED,
      canonicalPath: '/product/brooches',
    });
    const changed = (await publishedEvents(shop.service, catalog.productChanged)).filter(
      ({ data }) => data.categoryMain === 'brooches',
    );
    expect(new Set(changed.map(({ data }) => data.productId)).size).toBe(PUBLISHED);
  });

  it('holds against a second one, and against going back, before the first has reached all', async () => {
    const { body } = await send('POST', '/admin/category', { main: 'anklet', sub: ['chain'] });
    const one = await shop.add({ category: { main: 'anklet', sub: 'chain' } });
    await copies(one, 450, 20);
    const path = `/admin/category/${body.category._id}`;
    await send('PATCH', path, { main: 'payal' });
    await send('PATCH', path, { main: 'nupur' });
    await send('PATCH', path, { renameSub: { from: 'chain', to: 'fine chain' } });
    expect((await send('POST', '/admin/category', { main: 'Anklet' })).status).toBe(
      (await collection('renames').countDocuments({ from: 'anklet' })) > 0 ? 409 : 201,
    );
    await send('PATCH', path, { main: 'payal' });
    await renamed();
    expect(
      await collection('products').countDocuments({ 'category.main': 'payal', 'category.sub': 'fine chain' }),
    ).toBe(451);
    expect(await listed('/products/payal/fine%20chain')).toEqual({ status: 200, totalCount: 21 });
  });

  it('goes on after a crash in the middle, and a lost run moves nothing twice', async () => {
    const { body } = await send('POST', '/admin/material', { tag: 'copper', sub: ['all', 'plated'] });
    const one = await shop.add({ material: { tag: 'copper', sub: 'plated' } });
    await copies(one, 250, 10);
    const path = `/admin/material/${body.material._id}`;
    await send('PATCH', path, { renameSub: { from: 'plated', to: 'gold plated' } });
    await renamed();
    // As a process leaves it that died in its lease.
    await collection('products').updateMany({ 'material.sub': 'gold plated' }, { $set: { 'material.sub': 'plated' } });
    await collection('renames').insertOne({
      _id: new mongoose.Types.ObjectId().toHexString(),
      what: 'sub-tag of copper',
      from: 'plated',
      to: 'gold plated',
      userId: new mongoose.Types.ObjectId().toHexString(),
      moved: 100,
      claim: 'of a dead process',
      dueAt: shop.service.clock.now(),
    } as never);
    expect(await listed('/material/copper/gold%20plated')).toEqual({ status: 200, totalCount: 11 });
    await send('PATCH', path, { tag: 'bronze' });
    await renamed();
    expect(
      await collection('products').countDocuments({ 'material.tag': 'bronze', 'material.sub': 'gold plated' }),
    ).toBe(251);
  });

  it('keeps the entry in use while products have its old name', async () => {
    const { body } = await send('POST', '/admin/category', { main: 'tiara', sub: ['bridal'] });
    const one = await shop.add({ category: { main: 'tiara', sub: 'bridal' } });
    await copies(one, 120, 0);
    const path = `/admin/category/${body.category._id}`;
    await send('PATCH', path, { main: 'crown', renameSub: { from: 'bridal', to: 'wedding' } });
    expect((await send('DELETE', path)).body.code).toBe('category.in-use');
    expect((await send('PATCH', path, { sub: [] })).body.code).toBe('category.in-use');
    await renamed();
    expect((await send('PATCH', path, { renameSub: { from: 'bridal', to: 'x' } })).body.code).toBe(
      'category.not-found',
    );
  });
});

describe('a value of an option list that products use', () => {
  const list = async (base: string) =>
    (await shop.get<{ data: ({ _id: string } & Record<string, unknown>)[] }>(`/${base}`)).body.data;

  it('is neither deleted nor renamed: the answer says how many use it, and the list for staff shows them', async () => {
    const { body } = await send('POST', '/admin/ring-size', { size: '31', price: 100 });
    const path = `/admin/ring-size/${body.data._id}`;
    const own = await shop.add({ detailsRef: { sizeOptions: ['30', '31'] } });
    const draft = await shop.add({ detailsRef: { sizeOptions: ['31'] }, status: 'draft' });
    const gone = await shop.add({ detailsRef: { sizeOptions: ['31'] } });
    await send('DELETE', `/admin/product/${gone._id}`);
    const refusal = {
      status: 409,
      body: { code: 'option.in-use', message: '2 products use “31”', details: { products: 2, customizations: 0 } },
    };
    expect(await send('DELETE', path)).toMatchObject(refusal);
    expect(await send('PUT', path, { size: '32', price: 100 })).toMatchObject(refusal);
    const users = await shop.get<{ products: { _id: string }[] }>(
      '/admin/products?option=ring-size&optionValue=31',
      shop.staff,
    );
    expect(users.body.products.map(({ _id }) => _id)).toEqual([own._id, draft._id, gone._id]);
    expect((await send('PUT', path, { size: '31', price: 150 })).status).toBe(200);
  });

  it('takes its products along when staff say so, and has its price all the time', async () => {
    const { body } = await send('POST', '/admin/ring-size', { size: '41', price: 100 });
    const one = await shop.add({ detailsRef: { sizeOptions: ['40', '41'] } });
    await copies(one, 250, 20);
    const sold = async (sizeOptions: string) =>
      (
        await shop.send<{ customizationPrice: number; code: string }>('POST', '/product/calculate-price', {
          productId: one._id,
          customizations: { sizeOptions },
        })
      ).body;
    const path = `/admin/ring-size/${body.data._id}`;
    expect((await send('PUT', path, { size: '41 (US 10)', price: 100, carryAlong: true })).status).toBe(200);
    await renamed();
    expect(await collection('details').countDocuments({ sizeOptions: '41' })).toBe(0);
    expect(await collection('details').countDocuments({ sizeOptions: ['40', '41 (US 10)'] })).toBe(251);
    expect(await sold('41 (US 10)')).toMatchObject({ customizationPrice: 100 });
    expect(await sold('41')).toMatchObject({ code: 'option.not-offered' });
  });

  it('is carried into the swatches and the customizations of its groups too', async () => {
    const { body: tone } = await send('POST', '/admin/metal-tone', { name: 'Champagne' });
    const { body: purity } = await send('POST', '/admin/metal-purity', { name: '10K', price: 0 });
    const ring = await shop.add({ detailsRef: { metalTone: ['Champagne'], metalPurity: ['18K', '10K'] } });
    const { productGroup } = ring;
    await send('POST', '/admin/customization/new', { productGroup, metalPurity: [{ value: '10K', price: 50 }] });
    expect((await send('DELETE', `/admin/metal-purity/${purity.data._id}`)).body).toMatchObject({
      message: '1 product and 1 customization use “10K”',
    });
    await send('PUT', `/admin/metal-tone/${tone.data._id}`, { name: 'Champagne Gold', carryAlong: true });
    await send('PUT', `/admin/metal-purity/${purity.data._id}`, { name: '10 karat', price: 0, carryAlong: true });
    const { body } = await shop.get<{ product: catalog.Product }>(`/product/group/${productGroup}`);
    expect(body.product).toMatchObject({
      metalTone: 'Champagne Gold',
      detailsRef: { metalTone: ['Champagne Gold'], metalPurity: ['18K', '10 karat'] },
    });
    expect((await shop.get(`/customization/${productGroup}`)).body).toMatchObject({
      customization: { metalPurity: [{ value: '10 karat', price: 50 }] },
    });
    // A group has one product of a tone.
    await send('POST', '/admin/metal-tone', { name: 'Blush' });
    await shop.add({ productGroup, detailsRef: { metalTone: ['Blush Gold'] }, material: { tag: 'rose-gold' } });
    const blush = (await list('metal-tones')).find(({ name }) => name === 'Blush')!;
    await shop.add({ productGroup, detailsRef: { metalTone: ['Blush'] }, material: { tag: 'silver' } });
    expect(
      (await send('PUT', `/admin/metal-tone/${blush._id}`, { name: 'Blush Gold', carryAlong: true })).body.message,
    ).toBe('Products of one group have Blush and Blush Gold');
  });
});

describe('a value of an option list', () => {
  it('is there once, however it is written', async () => {
    await send('POST', '/admin/finish', { finish: 'High Polish' });
    const { body } = await send('POST', '/admin/finish', { finish: 'Matt' });
    for (const finish of ['high polish', 'HIGH  POLISH', ' High polish ']) {
      expect((await send('POST', '/admin/finish', { finish })).body.code).toBe('option.taken');
      expect((await send('PUT', `/admin/finish/${body.data._id}`, { finish })).body.code).toBe('option.taken');
    }
    expect((await send('PUT', `/admin/finish/${body.data._id}`, { finish: 'MATT' })).status).toBe(200);
    const rows = [
      { value: '18K', price: 1 },
      { value: '18k', price: 2 },
    ];
    expect(
      (await send('POST', '/admin/customization/new', { productGroup: nextGroup(), metalPurity: rows })).status,
    ).toBe(400);
  });

  it('without a price cannot be bought, is shown as such, and needs attention', async () => {
    await send('POST', '/admin/ring-size', { size: '51', price: 10 });
    const ring = await shop.add({ detailsRef: { sizeOptions: ['50', '51', '52'] } });
    const { body } = await shop.get<{ product: catalog.Product }>(`/product/group/${ring.productGroup}`);
    expect(body.product.notPriced).toEqual({ sizeOptions: ['52'] });
    const customizations = { sizeOptions: '52' };
    expect(await shop.send('POST', '/product/calculate-price', { productId: ring._id, customizations })).toMatchObject({
      status: 409,
      body: { code: 'option.not-priced', errors: { 'customizations.sizeOptions': 'No price yet' } },
    });
    const lines = [{ productId: ring._id, quantity: 1, customizations }];
    expect((await shop.send('POST', '/internal/quotes', { lines }, internal)).body).toMatchObject({
      lines: [{ state: 'not-offered', code: 'option.not-priced' }],
    });
    expect(await attentionOf(ring._id)).toMatchObject([
      { reason: 'option-not-priced', option: 'sizeOptions', values: ['52'], message: 'Ring size has no price: 52' },
    ]);
    await send('POST', '/admin/ring-size', { size: '52' });
    expect(await attentionOf(ring._id)).toEqual([]);
    const tags = (await publishedEvents(shop.service, catalog.taxonomyChanged)).map(({ data }) => data.tag);
    expect(tags).toContain('options');
  });
});

describe('a product without a price', () => {
  it.each([0, -5, undefined, null, '500'])('is not for sale: %p', async (pricePaise) => {
    const { _id, productGroup } = await shop.add(aRing({ name: 'Priceless ring' }));
    const id = new mongoose.Types.ObjectId(_id);
    const update = pricePaise === undefined ? { $unset: { pricePaise: 1 } } : { $set: { pricePaise } };
    await collection('products').updateOne({ _id: id }, update as never);
    expect((await shop.get(`/product/group/${productGroup}`)).status).toBe(404);
    expect((await shop.get(`/rating/${_id}`)).status).toBe(404);
    const { body } = await shop.get<catalog.Listing>('/products?limit=48&sort_by=price-ascending');
    expect(body.products.map((card) => card.productGroup)).not.toContain(productGroup);
    const lines = [{ productId: _id, quantity: 1 }];
    expect((await shop.send('POST', '/internal/quotes', { lines }, internal)).body).toEqual({
      lines: [{ state: 'gone' }],
    });
    const staff = await shop.get<{ product: catalog.ProductForStaff }>(`/admin/product/${_id}`, shop.staff);
    expect(staff.body.product.price).toBe(0);
    expect((await shop.get(`/admin/products?q=${productGroup}`, shop.staff)).status).toBe(200);
    expect((await attentionOf(_id)).map(({ reason }) => reason)).toContain('no-price');
    // Staff can change it, give it a price, and then it is for sale.
    expect((await send('PUT', `/admin/product/${_id}`, { name: 'Still without' })).status).toBe(200);
    await eventually(async () => {
      const found = await shop.get<catalog.Listing>('/search?q=Still%20without');
      expect(found.body.products.map((card) => card.productGroup)).not.toContain(productGroup);
    });
    expect((await send('PUT', `/admin/product/${_id}`, { price: 0 })).status).toBe(400);
    expect((await send('PUT', `/admin/product/${_id}`, { price: 1_000 })).status).toBe(200);
    expect((await shop.get(`/product/group/${productGroup}`)).status).toBe(200);
  });
});

describe('the filters of an address', () => {
  const filtered = async (path: string) => {
    const { body } = await shop.get<catalog.Listing>(path);
    return [body.totalCount, body.canonicalFilters];
  };

  it('follow a new name of a material and of an option value, and say what they are called now', async () => {
    const { body: material } = await send('POST', '/admin/material', { tag: 'white gold', sub: ['all'] });
    const { body: tone } = await send('POST', '/admin/metal-tone', { name: 'Frosted' });
    await send('POST', '/admin/category', { main: 'nath', sub: ['all'] });
    await shop.add({
      ...{ category: { main: 'nath' }, material: { tag: 'white gold' }, detailsRef: { metalTone: ['Frosted'] } },
    });
    const { body: saved } = await shop.send<{ collection: catalog.CollectionForStaff }>(
      'POST',
      '/admin/collection',
      { name: 'Naths', kind: 'collection', filter: { category: { main: 'nath' } }, status: 'published' },
      shop.staff,
    );
    const query = '?filter.metal=platinum,white-gold&filter.tone=frosted&filter.price.gte=1';
    expect(await filtered(`/products/nath${query}`)).toEqual([1, undefined]);
    const path = `/admin/metal-tone/${tone.data._id}`;
    await send('PATCH', `/admin/material/${material.material._id}`, { tag: 'pale gold' });
    await send('PUT', path, { name: 'Matt White', carryAlong: true });
    await send('PUT', path, { name: 'Moonlight', carryAlong: true });
    await renamed();
    const now = { 'filter.metal': 'pale-gold,platinum', 'filter.tone': 'moonlight' };
    const lists = ['/products', '/products/nath', '/material/pale%20gold', `/collection/${saved.collection.slug}`];
    for (const list of [...lists, '/search']) {
      expect([list, ...(await filtered(`${list}${query}&q=meera`))]).toEqual([list, 1, now]);
    }
    expect(await filtered('/products/nath?filter.tone=matt-white')).toEqual([1, { 'filter.tone': 'moonlight' }]);
    expect(await filtered('/products/nath?filter.tone=moonlight')).toEqual([1, undefined]);
  });

  it('have the value that took a former name, and nothing when that is gone', async () => {
    await send('POST', '/admin/category', { main: 'jhumka', sub: ['all'] });
    const { body: stone } = await send('POST', '/admin/stonetype', { type: 'Ruby' });
    await shop.add({ category: { main: 'jhumka' }, detailsRef: { stoneType: ['Ruby'] } });
    await send('PUT', `/admin/stonetype/${stone.data._id}`, { type: 'Burmese Ruby', carryAlong: true });
    await renamed();
    const path = '/products/jhumka?filter.stone=ruby';
    expect(await filtered(path)).toEqual([1, { 'filter.stone': 'burmese-ruby' }]);
    const { body: other } = await send('POST', '/admin/stonetype', { type: 'ruby' });
    expect(await filtered(path)).toEqual([0, undefined]);
    await send('DELETE', `/admin/stonetype/${other.data._id}`);
    expect(await filtered(path)).toEqual([0, undefined]);
  });

  it('have a value that another list of the facet still has', async () => {
    await send('POST', '/admin/category', { main: 'kada', sub: ['all'] });
    const { body: size } = await send('POST', '/admin/ring-size', { size: '61' });
    await send('POST', '/admin/bracelet-size', { braceletSize: '61' });
    await shop.add({ category: { main: 'kada' }, detailsRef: { sizeOptions: ['61'] } });
    await send('PUT', `/admin/ring-size/${size.data._id}`, { size: '61 mm', carryAlong: true });
    await renamed();
    expect(await filtered('/products/kada?filter.size=61')).toEqual([0, undefined]);
    expect(await filtered('/products/kada?filter.size=61-mm')).toEqual([1, undefined]);
  });
});

describe('a form that was open when a name changed', () => {
  /** Saves what was read before: the answer says who changed which fields since. */
  const savesSince = async (method: string, path: string, version: string, change: object) => {
    const on = { ...shop.staff, 'if-match': `"${version}"` };
    const { status, body } = await shop.send<{ code: string; details: DocumentChanged }>(method, path, change, on);
    expect([status, body.code]).toEqual([409, 'document.changed']);
    return body.details.saves.map(({ fields }) => fields.filter((field) => field !== 'updatedAt'));
  };

  it('learns of a product, a customization and a collection who gave the new name', async () => {
    const { body: purity } = await send('POST', '/admin/metal-purity', { name: '9K', price: 0 });
    const { body: main } = await send('POST', '/admin/category', { main: 'anguthi', sub: ['plain'] });
    const ring = await shop.add({
      ...{ category: { main: 'anguthi', sub: 'plain' }, detailsRef: { metalPurity: ['9K'] } },
    });
    const { body: made } = await shop.send<{ customization: catalog.Customization }>(
      'POST',
      '/admin/customization/new',
      { productGroup: ring.productGroup, metalPurity: [{ value: '9K', price: 50 }], stoneType: [] },
      shop.staff,
    );
    const { body: saved } = await shop.send<{ collection: catalog.CollectionForStaff }>(
      'POST',
      '/admin/collection',
      { name: 'Nine karat', kind: 'collection', filter: { purity: ['9k'], category: { main: 'anguthi' } } },
      shop.staff,
    );
    expect([made.customization.version, saved.collection.version]).toEqual([expect.any(String), expect.any(String)]);

    await send('PUT', `/admin/metal-purity/${purity.data._id}`, { name: '9 karat', price: 0, carryAlong: true });
    await send('PATCH', `/admin/category/${main.category._id}`, { main: 'mudra' });
    await renamed();
    const { _id, version } = ring;
    expect(await savesSince('PUT', `/admin/product/${_id}`, version!, { name: 'Mine' })).toEqual([
      ['detailsRef'],
      ['category'],
    ]);
    const { customization, collection: list } = { ...made, ...saved };
    expect(
      await savesSince('PUT', `/admin/customization/${customization._id}`, customization.version!, { stoneType: [] }),
    ).toEqual([['metalPurity']]);
    const since = await savesSince('PATCH', `/admin/collection/${list._id}`, list.version!, { text: 'Mine' });
    expect(new Set(since.flat())).toEqual(new Set(['filter']));
  });

  it('learns that the pieces of a group have another code now', async () => {
    const ring = await shop.add();
    const { body: saved } = await shop.send<{ collection: catalog.CollectionForStaff }>(
      'POST',
      '/admin/collection',
      { name: 'Picked', kind: 'collection', picks: [ring.productGroup] },
      shop.staff,
    );
    const productGroup = nextGroup();
    expect((await send('PUT', `/admin/product/${ring._id}`, { productGroup })).status).toBe(200);
    const { _id, version } = saved.collection;
    expect(await savesSince('PATCH', `/admin/collection/${_id}`, version!, { text: 'Mine' })).toEqual([['picks']]);
  });
});
