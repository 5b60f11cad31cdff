import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { aWholeRing, nextGroup, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

type Group = catalog.ProductGroup;
interface Answer {
  group: Group;
  code: string;
  errors: Record<string, string>;
  details: { document: Group; saves: { by: string; fields: string[] }[]; stocks: object };
}

const read = async (code: string) => (await shop.get<Answer>(`/admin/groups/${code}`, shop.staff)).body.group;
const change = (code: string, body: object, version?: string) =>
  shop.send<Answer>('PUT', `/admin/groups/${code}`, body, {
    ...shop.staff,
    ...(version !== undefined && { 'if-match': `"${version}"` }),
  });
const send = (method: string, path: string, body?: object) => shop.send<Answer>(method, path, body, shop.staff);
const changeProduct = (id: string, body: object) => shop.send('PUT', `/admin/product/${id}`, body, shop.staff);

/** A group in three tones, the last one a draft. */
async function inThreeTones() {
  const productGroup = nextGroup();
  const yellow = await shop.add({ productGroup });
  const rose = await shop.add({ productGroup, position: 1, detailsRef: { metalTone: ['Rose Gold'] } });
  const white = await shop.add({
    ...{ productGroup, position: 2, status: 'draft' },
    detailsRef: { metalTone: ['White Gold'] },
  });
  return { productGroup, yellow, rose, white };
}
const eventsOf = async (spec: Parameters<typeof publishedEvents>[1], ids: readonly string[]) =>
  (await publishedEvents(shop.service, spec)).filter(({ key }) => ids.includes(key));
const auditOf = async (id: string) =>
  (await publishedEvents(shop.service, identity.auditRecorded)).filter(({ data }) => data.subjectId === id);
const fieldsOf = ({ variants }: Group, field: keyof catalog.ProductForStaff) => variants.map((one) => one[field]);

describe('a group of the staff', () => {
  it('has its variants in any status, in their order, each as its own page has it', async () => {
    const { productGroup, yellow, rose, white } = await inThreeTones();
    await changeProduct(rose._id, { position: 7 });
    await send('DELETE', `/admin/product/${yellow._id}`);
    const group = await read(productGroup);
    expect(fieldsOf(group, '_id')).toEqual([yellow._id, white._id, rose._id]);
    expect(fieldsOf(group, 'status')).toEqual(['archived', 'draft', 'published']);
    const { body } = await shop.get<{ product: object }>(`/admin/product/${rose._id}`, shop.staff);
    expect(group.variants[2]).toEqual(body.product);
  });

  it('is a 404 where there is none', async () => {
    expect(await send('GET', '/admin/groups/ZZ-999999')).toMatchObject({
      ...{ status: 404, body: { code: 'product-group.not-found' } },
    });
    expect((await change('ZZ-999999', { name: 'x' })).body.code).toBe('product-group.not-found');
    expect((await send('GET', '/admin/groups/nonsense')).status).toBe(400);
  });

  it('is changed at once: shared fields in every tone, prices, places and pieces of each', async () => {
    const { productGroup, yellow, rose, white } = await inThreeTones();
    const { version } = await read(productGroup);
    const { status, body } = await change(
      productGroup,
      {
        ...{ name: 'Mira Ring', category: { main: 'ring', sub: 'halo' }, featured: 4 },
        ...{ details: { careInstructions: 'Keep it dry.', occasion: ['Wedding'] }, addImages: ['/api/v1/images/worn'] },
        variants: {
          [yellow._id]: { price: 43_000.5, position: 3, lowStockAt: 1 },
          [rose._id]: { stock: 9, stockBefore: 5 },
          [white._id]: { status: 'published' },
        },
      },
      version,
    );
    expect(status).toBe(200);
    expect(body.group).toEqual(await read(productGroup));
    expect(fieldsOf(body.group, '_id')).toEqual([rose._id, white._id, yellow._id]);
    expect(fieldsOf(body.group, 'price')).toEqual([42_500, 42_500, 43_000.5]);
    expect(fieldsOf(body.group, 'stock')).toEqual([9, 5, 5]);
    for (const variant of body.group.variants) {
      expect(variant).toMatchObject({
        ...{ name: 'Mira Ring', category: { main: 'ring', sub: 'halo' }, featured: 4, status: 'published' },
        images: ['/api/v1/images/demo/ring.svg', '/api/v1/images/worn'],
        detailsRef: { careInstructions: 'Keep it dry.', occasion: ['Wedding'], packaging: 'A box.' },
      });
    }
    const movements = await shop.get<{ movements: object[] }>(`/admin/product/${rose._id}/movements`, shop.staff);
    expect(movements.body.movements[0]).toMatchObject({ kind: 'counted', delta: 4, stockAfter: 9 });
    const page = await shop.get<{ product: catalog.Product }>(`/product/group/${productGroup}`);
    expect(page.body.product).toMatchObject({ _id: rose._id, name: 'Mira Ring' });
  });

  it('announces and audits each variant that changed, and no other', async () => {
    const { productGroup, yellow, rose, white } = await inThreeTones();
    const ids = [yellow._id, rose._id, white._id];
    const before = (await eventsOf(catalog.productChanged, ids)).length;
    await change(productGroup, { name: rose.name, variants: { [rose._id]: { price: 40_000 } } });
    const changed = (await eventsOf(catalog.productChanged, ids)).slice(before);
    expect(changed.map(({ key, data }) => [key, (data as { pricePaise: number }).pricePaise])).toEqual([
      [rose._id, 4_000_000],
    ]);
    const audit = await auditOf(rose._id);
    expect(audit.map(({ data }) => data.action)).toEqual(['product.created', 'product.changed']);
    expect(audit[1]!.data).toMatchObject({ before: { price: 42_500 }, after: { price: 40_000 } });
    expect(await auditOf(yellow._id)).toHaveLength(1);
  });

  it('refuses all of it for one bad row, and names that', async () => {
    const { productGroup, yellow, rose } = await inThreeTones();
    const before = await read(productGroup);
    const rows = [
      [{ price: 0 }, 'price', 'request.invalid'],
      [{ stock: 9, stockBefore: 4 }, 'stock', 'product.stock-moved'],
    ] as const;
    for (const [row, field, code] of rows) {
      const { body } = await change(productGroup, {
        ...{ name: 'Mira Ring', variants: { [yellow._id]: { price: 1_000 }, [rose._id]: row } },
      });
      expect([body.code, Object.keys(body.errors)]).toEqual([code, [`variants.${rose._id}.${field}`]]);
    }
    const category = await change(productGroup, { name: 'Mira Ring', category: { main: 'necklace' } });
    expect(category.body.errors).toHaveProperty(['category.main']);
    const gone = await change(productGroup, { name: 'Mira Ring', category: { main: 'ring', sub: 'nothing' } });
    expect(gone.body.code).toBe('category.not-found');
    expect(await read(productGroup)).toEqual(before);
  });

  it('does not undo a sale with an old count, and says what the stock is now', async () => {
    const { productGroup, rose } = await inThreeTones();
    const { version } = await read(productGroup);
    await changeProduct(rose._id, { stock: 3, stockBefore: 5 });
    const variants = { [rose._id]: { stock: 6, stockBefore: 5 } };
    // The stock is not in the version: it has its own guard.
    const { status, body } = await change(productGroup, { variants }, version);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'product.stock-moved', details: { stocks: { [rose._id]: 3 } } });
    variants[rose._id]!.stockBefore = 3;
    expect((await change(productGroup, { variants }, version)).status).toBe(200);
  });

  it('tells what others saved of any variant since it was read, and changes nothing then', async () => {
    const { productGroup, yellow, rose } = await inThreeTones();
    const { version } = await read(productGroup);
    await changeProduct(rose._id, { price: 50_000 });
    const { status, body } = await change(
      productGroup,
      { variants: { [yellow._id]: { price: 1_000 }, [rose._id]: { price: 2_000 } } },
      version,
    );
    expect([status, body.code]).toEqual([409, 'document.changed']);
    const now = await read(productGroup);
    expect(body.details.document).toEqual(now);
    expect(fieldsOf(now, 'price')).toEqual([42_500, 50_000, 42_500]);
    expect(body.details.saves).toEqual([{ by: expect.any(String), fields: expect.any(Array) }]);
    expect(body.details.saves[0]!.fields).toContain(`${rose._id}.price`);
    expect((await change(productGroup, { variants: { [rose._id]: { price: 2_000 } } }, now.version)).status).toBe(200);
  });

  it('is another version when a variant came or went', async () => {
    const { productGroup, white } = await inThreeTones();
    const { version } = await read(productGroup);
    await send('DELETE', `/admin/product/${white._id}`);
    const { body } = await change(productGroup, { name: 'Mira Ring' }, version);
    expect(body.code).toBe('document.changed');
    expect(body.details.saves.flatMap(({ fields }) => fields)).toContain(`${white._id}.status`);
    await shop.add({ productGroup, detailsRef: { metalTone: ['Platinum'] } });
    expect((await change(productGroup, { name: 'Mira Ring' }, body.details.document.version)).body.code).toBe(
      'document.changed',
    );
  });
});

describe('a group that leaves the shop', () => {
  it('is archived as a whole, and comes back as drafts', async () => {
    const { productGroup, yellow, rose, white } = await inThreeTones();
    const archived = await send('DELETE', `/admin/groups/${productGroup}`);
    expect(fieldsOf(archived.body.group, 'status')).toEqual(['archived', 'archived', 'archived']);
    expect((await shop.get(`/product/group/${productGroup}`)).status).toBe(404);
    const ids = [yellow._id, rose._id, white._id];
    expect((await eventsOf(catalog.productRemoved, ids)).map(({ key }) => key).toSorted()).toEqual(
      [yellow._id, rose._id].toSorted(),
    );
    expect((await change(productGroup, { name: 'Mira Ring' })).body.code).toBe('product-group.not-found');
    expect((await send('DELETE', `/admin/groups/${productGroup}`)).status).toBe(200);

    const restored = await send('POST', `/admin/groups/${productGroup}/restore`);
    expect(fieldsOf(restored.body.group, 'status')).toEqual(['draft', 'draft', 'draft']);
    expect((await auditOf(yellow._id)).map(({ data }) => data.action)).toEqual([
      ...['product.created', 'product.archived', 'product.restored'],
    ]);
    await change(productGroup, { variants: { [yellow._id]: { status: 'published' } } });
    expect((await shop.get(`/product/group/${productGroup}`)).status).toBe(200);
  });

  it('gives one variant back, unless its tone is there again', async () => {
    const { productGroup, rose } = await inThreeTones();
    await send('DELETE', `/admin/product/${rose._id}`);
    const restore = () =>
      shop.send<Answer & { product: object }>('POST', `/admin/product/${rose._id}/restore`, {}, shop.staff);
    expect((await restore()).body.product).toMatchObject({ _id: rose._id, status: 'draft' });
    expect((await restore()).status).toBe(200);
    await send('DELETE', `/admin/product/${rose._id}`);
    await shop.add({ productGroup, detailsRef: { metalTone: ['Rose Gold'] } });
    expect((await restore()).body.code).toBe('product.variant-taken');
    const restored = await send('POST', `/admin/groups/${productGroup}/restore`);
    expect(restored.body.group.variants.filter(({ status }) => status === 'archived')).toMatchObject([
      { _id: rose._id },
    ]);
  });
});

describe('a copy of a group', () => {
  const copy = (from: string, productGroup: string) =>
    send('POST', `/admin/groups/${from}/duplicate`, { productGroup });

  it('is drafts of its variants without a stock, under a new code', async () => {
    const { productGroup, white } = await inThreeTones();
    await send('DELETE', `/admin/product/${white._id}`);
    const code = nextGroup();
    const { status, body } = await copy(productGroup, code);
    expect(status).toBe(201);
    expect(body.group).toEqual(await read(code));
    const source = (await read(productGroup)).variants;
    expect(body.group.variants).toHaveLength(2);
    for (const [at, made] of body.group.variants.entries()) {
      const { detailsRef, ...own } = source[at]!;
      expect(made).toMatchObject({ productGroup: code, status: 'draft', stock: 0, held: 0, sold: 0, featured: 0 });
      expect(made).toMatchObject({ name: own.name, price: own.price, images: own.images, metalTone: own.metalTone });
      expect({ ...made.detailsRef, _id: '' }).toEqual({ ...detailsRef, _id: '' });
      expect(made.detailsRef._id).not.toBe(detailsRef._id);
    }
    expect((await shop.get(`/product/group/${code}`)).status).toBe(404);
  });

  it('has each field that staff save of its source, but for what begins anew', async () => {
    const source = await shop.add(aWholeRing());
    const [made] = (await copy(source.productGroup, nextGroup())).body.group.variants;
    const isNew = new Set(['productGroup', 'status', 'featured', 'stock', 'detailsRef']);
    const copied = Object.keys(catalog.productToSave.shape).filter((field) => !isNew.has(field));
    const copiedOf = (product: object) => copied.map((field) => [field, product[field as never]]);
    expect(copiedOf(made!)).toEqual(copiedOf(source));
  });

  it('costs the same made to order', async () => {
    const { productGroup } = await shop.add();
    const metalPurity = [{ value: '22K', price: 5_000 }];
    await send('POST', '/admin/customization/new', { productGroup, metalPurity });
    const code = nextGroup();
    await copy(productGroup, code);
    for (const group of [productGroup, code]) {
      const { body } = await shop.get<{ customization: object }>(`/customization/${group}`);
      expect(body.customization).toMatchObject({ productGroup: group, metalPurity });
    }
  });

  it('takes no code that the shop has or had', async () => {
    const { productGroup } = await inThreeTones();
    const { productGroup: used, _id } = await shop.add();
    expect((await copy(productGroup, used)).body.code).toBe('product-group.taken');
    await send('DELETE', `/admin/product/${_id}`);
    expect((await copy(productGroup, used)).body.code).toBe('product-group.taken');
    expect((await copy(productGroup, 'nonsense')).body.errors).toHaveProperty('productGroup');
    expect((await copy('ZZ-999999', nextGroup())).body.code).toBe('product-group.not-found');
  });
});
