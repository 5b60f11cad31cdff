import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, type DocumentChanged, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { internal, nextGroup, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import { editsOf } from '../../test/edits.ts';
import { ProductEditsService } from './product-edits.service.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  // A long poll: what waits runs because a commit wakes the job.
  shop = await startCatalog({ CATALOG_SWEEP: '10s' });
});
afterAll(() => shop.close());

const { send, edit, rows, choose, preview, apply, undo, reaches } = editsOf(() => shop);

type Staff = catalog.ProductForStaff;
const productNow = async ({ _id }: Staff) =>
  (await shop.get<{ product: Staff }>(`/admin/product/${_id}`, shop.staff)).body.product;
const change = async ({ _id }: Staff, body: unknown) => {
  const answer = await shop.send('PUT', `/admin/product/${_id}`, body, shop.staff);
  expect(answer.status).toBe(200);
};
const movementsOf = async ({ _id }: Staff) =>
  (await shop.get<{ movements: catalog.StockMovement[] }>(`/admin/product/${_id}/movements`, shop.staff)).body
    .movements;
const ids = (products: readonly Staff[]) => ({ ids: products.map(({ _id }) => _id) });
/** Product, state, and why. */
const told = async (id: string, query?: string) =>
  (await rows(id, query)).rows.map(({ productId, state, why }) => [
    productId,
    state,
    why.map(({ message }) => message),
  ]);
const since = async <
  Spec extends typeof catalog.productChanged | typeof catalog.productRemoved | typeof catalog.stockChanged,
>(
  spec: Spec,
  products: readonly Staff[],
  before: number,
) => {
  const wanted = new Set(products.map(({ _id }) => _id));
  return (await publishedEvents(shop.service, spec)).slice(before).filter(({ data }) => wanted.has(data.productId));
};
const countOf = async (
  spec: typeof catalog.productChanged | typeof catalog.productRemoved | typeof catalog.stockChanged,
) => (await publishedEvents(shop.service, spec)).length;
const audited = async (subjectId: string) =>
  (await publishedEvents(shop.service, identity.auditRecorded))
    .map(({ data }) => data)
    .filter((one) => one.subjectId === subjectId);

describe('a form that is open', () => {
  it('hears of an edit of several and of its undo who saved what, on the versions that forms read', async () => {
    const piece = await shop.add({ status: 'draft' });
    const read = await productNow(piece);
    const made = await apply(await preview(ids([piece]), { featured: 7, packaging: 'A red box' }));
    const applied = await productNow(piece);
    const save = async (version: string) =>
      (
        await shop.send<{ code: string; details: DocumentChanged }>(
          'PUT',
          `/admin/product/${piece._id}`,
          { name: 'Noor Ring' },
          { ...shop.staff, 'if-match': `"${version}"` },
        )
      ).body;
    const by: unknown = expect.any(String);
    const saves = [{ by, fields: ['detailsRef', 'featured', 'updatedAt'] }];
    const refused = await save(read.version!);
    expect(refused).toMatchObject({ code: 'document.changed', details: { document: { version: applied.version } } });
    expect(sortedFields(refused.details.saves)).toEqual(saves);
    await undo(made);
    // All is as it was read: there is nothing to merge.
    expect((await productNow(piece)).version).toBe(read.version);
    expect(sortedFields((await save(applied.version!)).details.saves)).toEqual(saves);
  });
});

const sortedFields = (saves: DocumentChanged['saves']) =>
  saves.map(({ by, fields }) => ({ by, fields: fields.toSorted() }));

describe('a choice of products', () => {
  it('is of ids, by group, each once', async () => {
    const [one, two] = [await shop.add(), await shop.add()];
    const chosen = await choose({ ids: [two._id, one._id, two._id, 'f'.repeat(24)] });
    expect(chosen).toMatchObject({ state: 'chosen', totalCount: 2, preview: 0, isDelayed: false, by: { name: null } });
  });

  it('is of what fits a filter at that moment, but some', async () => {
    const word = `Filter${crypto.randomUUID().slice(0, 8)}`;
    const [one, two, three] = [
      await shop.add({ name: word }),
      await shop.add({ name: word }),
      await shop.add({ name: word }),
    ];
    await shop.add({ name: word, status: 'draft' });
    const chosen = await choose({ filter: { q: word, status: 'published' }, except: [two._id] });
    await shop.add({ name: word });
    expect(chosen.totalCount).toBe(2);
    await send('PUT', `/${chosen._id}`, { featured: 7 });
    await reaches(chosen._id, 'previewed');
    expect(await told(chosen._id)).toEqual([
      [one._id, 'planned', []],
      [three._id, 'planned', []],
    ]);
  });

  it('names what is wrong with it', async () => {
    const wrong = async (body: unknown) => (await send('POST', '', body)).body.errors;
    expect(await wrong({ ids: ['f'.repeat(24)] })).toEqual({ ids: 'There is no such product' });
    expect(await wrong({ filter: { q: 'qqzzy' } })).toEqual({ filter: 'There is no such product' });
    expect(await wrong({})).toEqual({ ids: 'Either ids or a filter' });
    expect(await wrong({ ids: [], filter: {} })).toMatchObject({ ids: expect.any(String) });
    expect(await wrong({ ids: ['x'] })).toEqual({ 'ids.0': 'This is not an id' });
  });
});

describe('what is to change', () => {
  it.each([
    [{}, 'body', 'Choose at least one change'],
    [{ price: { by: 'percent', value: -91 } }, 'price.value', 'From -90 to 400 per cent'],
    [{ price: { by: 'percent', value: 0 } }, 'price.value', 'This changes nothing'],
    [{ price: { by: 'percent', value: 1.234 } }, 'price.value', 'At most two decimals'],
    [{ price: { by: 'set', value: 0.5 } }, 'price.value', 'A price is at least ₹1'],
    [{ price: { by: 'amount', value: -20_000_000 } }, 'price.value', 'At most ₹1,00,00,000 more or less'],
    [{ stock: { kind: 'received', pieces: 0, reason: 'x' } }, 'stock.pieces', 'At least 1'],
    [{ stock: { kind: 'counted', pieces: 1, reason: ' ' } }, 'stock.reason', 'A reason is required'],
    [{ occasions: { add: ['Gift'], remove: ['Gift'] } }, 'occasions.remove', 'One of these is added as well'],
    [{ status: 'archived' }, 'status', 'One of: draft, published'],
  ])('is refused as %j, at %s', async (changes, field, message) => {
    const { _id } = await choose(ids([await shop.add()]));
    const { status, body } = await send('PUT', `/${_id}`, changes);
    expect([status, body.errors]).toEqual([400, { [field]: message }]);
    expect((await edit(_id)).state).toBe('chosen');
  });

  it('leads to a category and a material that are there', async () => {
    const { _id } = await choose(ids([await shop.add()]));
    expect((await send('PUT', `/${_id}`, { category: { main: 'ring', sub: 'none' } })).body.code).toBe(
      'category.not-found',
    );
    expect((await send('PUT', `/${_id}`, { material: { tag: 'none' } })).body.code).toBe('material.not-found');
  });
});

describe('a preview', () => {
  it('says for each product what would become of it, problems first, and changes nothing', async () => {
    const dear = await shop.add({ price: 1_000, stock: 1 });
    const cheap = await shop.add({ price: 40 });
    const gone = await shop.add({ price: 1_000 });
    await shop.send('DELETE', `/admin/product/${gone._id}`, undefined, shop.staff);
    const made = await preview(ids([dear, cheap, gone]), { price: { by: 'amount', value: -39.5, step: '0.01' } });
    expect(made.counts).toMatchObject({ planned: 1, problem: 2, same: 0 });
    expect(
      (await rows(made._id)).rows.map(({ productId, state, fields, why }) => ({ productId, state, fields, why })),
    ).toEqual([
      {
        ...{ productId: cheap._id, state: 'problem', fields: [] },
        why: [{ field: 'price', message: 'It would be ₹0.50: a price is at least ₹1' }],
      },
      {
        ...{ productId: gone._id, state: 'problem', why: [{ field: 'status', message: 'It is archived' }] },
        fields: [{ field: 'price', before: 1_000, after: 960.5 }],
      },
      {
        ...{ productId: dear._id, state: 'planned', why: [] },
        fields: [{ field: 'price', before: 1_000, after: 960.5 }],
      },
    ]);
    expect(await told(made._id, 'state=planned')).toEqual([[dear._id, 'planned', []]]);
    expect((await rows(made._id, 'limit=1&page=2')).totalCount).toBe(3);
    expect((await productNow(dear)).price).toBe(1_000);
  });

  it('is made again for other changes, in place of the one before', async () => {
    const product = await shop.add({ price: 1_000 });
    const first = await preview(ids([product]), { price: { by: 'percent', value: 10 } });
    await send('PUT', `/${first._id}`, { featured: 3, price: { by: 'percent', value: 20 } });
    const second = await reaches(first._id, 'previewed');
    expect([second.preview, second.counts.planned]).toEqual([2, 1]);
    expect((await rows(first._id)).rows[0]!.fields.map(({ field, after }) => [field, after])).toEqual([
      ['price', 1_200],
      ['featured', 3],
    ]);
    const refused = await send('POST', `/${first._id}/apply`, { preview: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, 'product-edit.other-preview']);
    await eventually(async () =>
      expect(await shop.service.connection.collection('product-edit-rows').countDocuments({ editId: first._id })).toBe(
        1,
      ),
    );
  });

  it('finds pieces of a group that would be the same', async () => {
    const productGroup = nextGroup();
    const gold = await shop.add({ productGroup, material: { tag: 'gold' } });
    const silver = await shop.add({ productGroup, material: { tag: 'silver' } });
    const rose = await shop.add({ productGroup, material: { tag: 'rose-gold' } });
    const made = await preview(ids([gold, silver, rose]), { material: { tag: 'platinum' } });
    const planned = (await told(made._id, 'state=planned')).map(([id]) => id);
    expect(planned).toHaveLength(1);
    expect(made.counts).toMatchObject({ planned: 1, problem: 2 });
  });

  it('of which nothing is to change is not applied', async () => {
    const made = await preview(ids([await shop.add({ status: 'published' })]), { status: 'published' });
    expect(made.counts).toMatchObject({ same: 1, planned: 0 });
    const { status, body } = await send('POST', `/${made._id}/apply`, { preview: 1 });
    expect([status, body.errors]).toEqual([400, { preview: 'There is nothing to change' }]);
  });
});

describe('an edit that is applied', () => {
  it('changes every field, with its movement, its entries and its events', async () => {
    const products = [await shop.add({ price: 1_000, stock: 0 }), await shop.add({ price: 2_000, stock: 4 })];
    const counts = { changed: await countOf(catalog.productChanged), stock: await countOf(catalog.stockChanged) };
    const made = await preview(ids(products), {
      price: { by: 'percent', value: 12.5 },
      stock: { kind: 'received', pieces: 3, reason: 'Delivery of Diwali' },
      ...{
        lowStockAt: 9,
        featured: 5,
        category: { main: 'ring', sub: 'halo' },
        material: { tag: 'silver', sub: '22k' },
      },
      ...{ occasions: { add: ['Diwali'] }, deliveryTime: 'A week', shippingNote: 'Insured.' },
      ...{ careInstructions: 'Keep it dry.', packaging: 'A bag.' },
    });
    const done = await apply(made);
    expect(done).toMatchObject({ counts: { changed: 2, skipped: 0, planned: 0 }, applied: { name: null } });
    expect(done.finishedAt).toBeDefined();
    const [one, two] = [await productNow(products[0]!), await productNow(products[1]!)];
    expect([one, two].map(({ price, stock }) => [price, stock])).toEqual([
      [1_125, 3],
      [2_250, 7],
    ]);
    expect(one).toMatchObject({
      ...{
        lowStockAt: 9,
        featured: 5,
        category: { main: 'ring', sub: 'halo' },
        material: { tag: 'silver', sub: '22k' },
      },
      detailsRef: {
        ...{ occasion: ['Diwali'], deliveryTime: 'A week', shippingNote: 'Insured.' },
        ...{ careInstructions: 'Keep it dry.', packaging: 'A bag.' },
      },
    });
    expect((await movementsOf(two))[0]).toMatchObject({
      ...{
        kind: 'received',
        delta: 3,
        stockAfter: 7,
        reason: 'Delivery of Diwali',
        by: { userId: done.applied!.userId },
      },
    });
    expect((await since(catalog.productChanged, products, counts.changed)).map(({ data }) => data.pricePaise)).toEqual([
      1_125_00, 2_250_00,
    ]);
    expect(
      (await since(catalog.stockChanged, products, counts.stock)).map(({ data }) => [
        data.stock,
        data.availabilityChanged,
      ]),
    ).toEqual([
      [3, true],
      [7, false],
    ]);
    expect((await audited(one._id)).at(-1)).toMatchObject({
      ...{ action: 'product.changed', actorId: done.applied!.userId },
      before: { price: 1_000, stock: 0, lowStockAt: null, details: { weight: 3.2 } },
      after: { price: 1_125, stock: 3, lowStockAt: 9, details: { weight: 3.2, occasion: ['Diwali'] } },
      reason: `Edit of several products, ${done._id.slice(-6).toUpperCase()}`,
    });
    expect(await audited(done._id)).toMatchObject([{ action: 'product-edit.applied', after: { products: 2 } }]);
    // What the shop shows comes from an index that hears of it.
    const { body } = await shop.get<{ product: catalog.Product }>(`/product/group/${one.productGroup}`);
    expect(body.product).toMatchObject({ price: 1_125, stock: 3 });
  });

  it('publishes drafts and takes pieces out of the shop', async () => {
    const [draft, shown] = [await shop.add({ status: 'draft' }), await shop.add()];
    const removed = await countOf(catalog.productRemoved);
    await apply(await preview(ids([draft, shown]), { status: 'published' }));
    expect((await shop.get(`/product/group/${draft.productGroup}`)).status).toBe(200);
    await apply(await preview(ids([draft, shown]), { status: 'draft' }));
    expect(await since(catalog.productRemoved, [draft, shown], removed)).toHaveLength(2);
    expect((await shop.get(`/product/group/${shown.productGroup}`)).status).toBe(404);
  });

  it('skips what changed since its preview, and says what it is now', async () => {
    const products = [
      await shop.add({ price: 1_000 }),
      await shop.add({ price: 1_000 }),
      await shop.add({ price: 1_000 }),
    ];
    const [moved, archived, other] = products as [Staff, Staff, Staff];
    const made = await preview(ids(products), { price: { by: 'percent', value: 10 }, featured: 1 });
    await change(moved, { price: 1_500 });
    await shop.send('DELETE', `/admin/product/${archived._id}`, undefined, shop.staff);
    // Of another field: it is not the edit's.
    await change(other, { name: 'Another Name' });
    const done = await apply(made);
    expect(done.counts).toMatchObject({ changed: 1, skipped: 2, planned: 0 });
    expect(await told(done._id)).toEqual([
      [moved._id, 'skipped', ['It is ₹1,500.00 now']],
      [archived._id, 'skipped', ['It is archived']],
      [other._id, 'changed', []],
    ]);
    expect(await productNow(moved)).toMatchObject({ price: 1_500, featured: 0 });
  });

  it('skips what sold since its preview', async () => {
    const product = await shop.add({ stock: 5 });
    const made = await preview(ids([product]), { stock: { kind: 'counted', pieces: 9, reason: 'Count' } });
    const lines = [{ productId: product._id, quantity: 1 }];
    await shop.send('POST', '/internal/holds', { holdId: crypto.randomUUID(), lines }, internal);
    const done = await apply(made);
    expect(await told(done._id)).toEqual([[product._id, 'skipped', ['It is 4 now']]]);
    expect((await productNow(product)).stock).toBe(4);
  });

  it('skips all where its category was removed since', async () => {
    const { body } = await shop.send<{ category: catalog.Category }>(
      ...(['POST', '/admin/category', { main: 'brooch', sub: ['pin'] }, shop.staff] as const),
    );
    const product = await shop.add();
    const made = await preview(ids([product]), { category: { main: 'brooch' } });
    expect((await shop.send('DELETE', `/admin/category/${body.category._id}`, undefined, shop.staff)).status).toBe(200);
    const done = await apply(made);
    expect(await told(done._id)).toEqual([[product._id, 'skipped', ['The category is not there any more']]]);
  });

  it('is applied once, however often it is asked for, and not changed again', async () => {
    const product = await shop.add({ price: 1_000, stock: 0 });
    const made = await preview(ids([product]), { stock: { kind: 'received', pieces: 2, reason: 'Delivery' } });
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', `/${made._id}/apply`, { preview: 1 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await reaches(made._id, 'applied');
    expect((await productNow(product)).stock).toBe(2);
    expect(await movementsOf(product)).toHaveLength(1);
    const late = await send('PUT', `/${made._id}`, { featured: 1 });
    expect([late.status, late.body.code, late.body.details]).toEqual([
      409,
      'product-edit.other-state',
      { state: 'applied' },
    ]);
  });

  it('is in the list of edits with who and when, the last one first; one that was not applied is not', async () => {
    const one = await apply(await preview(ids([await shop.add()]), { featured: 11 }));
    await preview(ids([await shop.add()]), { featured: 12 });
    const two = await apply(await preview(ids([await shop.add()]), { featured: 13 }));
    const { body } = await shop.get<{ edits: catalog.ProductEdit[]; totalCount: number }>(
      '/admin/product-edits',
      shop.staff,
    );
    expect(body.edits.slice(0, 2).map(({ _id }) => _id)).toEqual([two._id, one._id]);
    expect(body.edits.every(({ applied }) => applied !== undefined)).toBe(true);
    expect(body.totalCount).toBeGreaterThanOrEqual(2);
  });
});

describe('an undo', () => {
  it('restores each field that still has the value of the edit, and lists the others', async () => {
    const products = [await shop.add({ price: 1_000, stock: 2 }), await shop.add({ price: 2_000, stock: 2 })];
    const [whole, part] = products as [Staff, Staff];
    const done = await apply(
      await preview(ids(products), {
        ...{ price: { by: 'percent', value: 10 }, stock: { kind: 'received', pieces: 1, reason: 'Delivery' } },
        ...{ occasions: { add: ['Diwali'] }, lowStockAt: 4, category: { main: 'ring', sub: 'band' } },
      }),
    );
    await change(part, { price: 2_100, lowStockAt: null });
    const undone = await undo(done);
    expect(undone.counts).toMatchObject({ restored: 1, kept: 1, changed: 0 });
    expect(await productNow(whole)).toMatchObject({
      price: 1_000,
      stock: 2,
      category: { main: 'ring', sub: 'solitaire' },
    });
    expect(await productNow(whole)).not.toHaveProperty('lowStockAt');
    expect((await productNow(whole)).detailsRef).not.toHaveProperty('occasion');
    expect(await productNow(part)).toMatchObject({
      price: 2_100,
      stock: 2,
      category: { main: 'ring', sub: 'solitaire' },
    });
    const [listed] = (await rows(done._id, 'state=kept')).rows;
    expect(listed).toMatchObject({
      productId: part._id,
      why: [
        { field: 'price', message: 'It is ₹2,100.00 now' },
        { field: 'lowStockAt', message: 'It is empty now' },
      ],
    });
    expect(listed!.fields.map(({ field, undone: what }) => [field, what])).toEqual([
      ['price', 'kept'],
      ['stock', 'restored'],
      ['lowStockAt', 'kept'],
      ['category', 'restored'],
      ['occasions', 'restored'],
    ]);
    expect((await movementsOf(whole))[0]).toMatchObject({ kind: 'counted', delta: -1, reason: 'Undone: Delivery' });
    expect((await audited(done._id)).map(({ action }) => action)).toEqual([
      'product-edit.applied',
      'product-edit.undone',
    ]);
    expect((await audited(whole._id)).at(-1)).toMatchObject({ before: { price: 1_100 }, after: { price: 1_000 } });
  });

  it('leaves pieces that sold since, and what is archived', async () => {
    const [sold, archived] = [await shop.add({ stock: 2 }), await shop.add({ stock: 2 })];
    const done = await apply(
      await preview(ids([sold, archived]), { stock: { kind: 'received', pieces: 1, reason: 'Delivery' } }),
    );
    const lines = [{ productId: sold._id, quantity: 1 }];
    await shop.send('POST', '/internal/holds', { holdId: crypto.randomUUID(), lines }, internal);
    await shop.send('DELETE', `/admin/product/${archived._id}`, undefined, shop.staff);
    await undo(done);
    expect(await told(done._id)).toEqual([
      [sold._id, 'kept', ['It is 2 now']],
      [archived._id, 'kept', ['It is archived']],
    ]);
    expect((await productNow(sold)).stock).toBe(2);
  });

  it('gives back no material that was removed, or that another piece has by now', async () => {
    await shop.send('POST', '/admin/material', { tag: 'copper', sub: [] }, shop.staff);
    const [copper, gold] = [
      await shop.add({ material: { tag: 'copper' } }),
      await shop.add({ material: { tag: 'gold' } }),
    ];
    const done = await apply(await preview(ids([copper, gold]), { material: { tag: 'platinum' }, featured: 2 }));
    await shop.send('DELETE', '/admin/material/copper', undefined, shop.staff);
    await shop.add({ productGroup: gold.productGroup, material: { tag: 'gold' } });
    await undo(done);
    expect(await told(done._id)).toEqual([
      [copper._id, 'kept', ['The material is not there any more']],
      [gold._id, 'kept', ['Its group has a piece in this tone and material already']],
    ]);
    expect(await productNow(gold)).toMatchObject({ material: { tag: 'platinum' }, featured: 0 });
  });

  it('is done once, and of what was applied only', async () => {
    const made = await preview(ids([await shop.add({ stock: 0 })]), {
      stock: { kind: 'received', pieces: 2, reason: 'x' },
    });
    expect((await send('POST', `/${made._id}/undo`)).body.code).toBe('product-edit.other-state');
    const done = await apply(made);
    const answers = await Promise.all([1, 2].map(() => send('POST', `/${done._id}/undo`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await reaches(done._id, 'undone')).counts).toMatchObject({ restored: 1, kept: 0 });
  });
});

describe('edits', () => {
  it('are not found by anything but their id', async () => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/rows', undefined],
      ['PUT', '', { featured: 1 }],
      ['POST', '/apply', { preview: 1 }],
      ['POST', '/undo', undefined],
    ] as const) {
      expect((await send(method, `/${'f'.repeat(24)}${path}`, body)).body.code).toBe('product-edit.not-found');
    }
  });

  it('are removed with their rows when they are no longer kept: previews after two days, others after ninety', async () => {
    const made = await preview(ids([await shop.add()]), { featured: 21 });
    const done = await apply(await preview(ids([await shop.add()]), { featured: 22 }));
    const service = shop.service.app.get(ProductEditsService, { strict: false });
    const left = async () =>
      (await Promise.all([made, done].map(({ _id }) => send('GET', `/${_id}`)))).map(({ status }) => status);
    const days = (count: number) => shop.service.clock.setOffset(count * 86_400_000);
    try {
      days(1);
      await service.tidy();
      expect(await left()).toEqual([200, 200]);
      days(3);
      await service.tidy();
      expect(await left()).toEqual([404, 200]);
      days(91);
      await service.tidy();
      expect(await left()).toEqual([404, 404]);
      expect(await shop.service.connection.collection('product-edit-rows').countDocuments()).toBe(0);
    } finally {
      days(0);
    }
  });
});
