import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { aRing, aWholeRing, nextGroup, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

interface Page {
  product: catalog.Product;
  variants: catalog.Swatch[];
  canonicalPath: string;
  code?: string;
}
const page = (id: string, query = '') => shop.get<Page>(`/product/group/${id}${query}`);
const change = (id: string, body: object, headers = shop.staff) =>
  shop.send<{ product: catalog.ProductForStaff; code: string; errors: object; details: object }>(
    'PUT',
    `/admin/product/${id}`,
    body,
    headers,
  );

async function inTwoTones() {
  const productGroup = nextGroup();
  const yellow = await shop.add({ productGroup });
  const rose = await shop.add({
    productGroup,
    position: 1,
    material: { tag: 'rose-gold' },
    detailsRef: { metalTone: ['Rose Gold'] },
  });
  return { productGroup, yellow, rose };
}

describe('the page of a group', () => {
  it('shows its first variant, with its details and all variants to choose from', async () => {
    const { productGroup, yellow, rose } = await inTwoTones();
    const { body } = await page(productGroup);
    expect(body.product).toMatchObject({ _id: yellow._id, customizable: false, detailsModel: 'RingDetails' });
    expect(body.product.detailsRef).toMatchObject({ metalPurity: ['18K'], sizeOptions: ['10', '12', '14'] });
    expect(body.variants.map(({ _id }) => _id)).toEqual([yellow._id, rose._id]);
    expect(body.canonicalPath).toBe(`/product/group/${productGroup}`);
  });

  it('can be made to order in what its group is customized in, and not where there is nothing to choose', async () => {
    const { productGroup, rose } = await inTwoTones();
    const rows = { metalPurity: [{ value: '22K', price: 5_000 }], stoneType: [] };
    await shop.send('POST', '/admin/customization/new', { productGroup, ...rows }, shop.staff);
    expect((await page(productGroup)).body.product.customizable).toBe(true);
    expect((await page(productGroup, `?variant=${rose._id}`)).body.product.customizable).toBe(false);
  });

  it('shows the variant in the query, so that a link reproduces the page', async () => {
    const { productGroup, rose } = await inTwoTones();
    const { body } = await page(productGroup, `?variant=${rose._id}`);
    expect(body.product).toMatchObject({ _id: rose._id, customizable: false });
    expect(body.canonicalPath).toBe(`/product/group/${productGroup}?variant=${rose._id}`);
  });

  it('leads other addresses of the same piece to the one it belongs to', async () => {
    const { productGroup, yellow, rose } = await inTwoTones();
    const canonical = async (id: string, query?: string) => (await page(id, query)).body.canonicalPath;
    expect(await canonical(rose._id)).toBe(`/product/group/${productGroup}?variant=${rose._id}`);
    expect(await canonical(yellow._id)).toBe(`/product/group/${productGroup}`);
    expect(await canonical(productGroup.toLowerCase())).toBe(`/product/group/${productGroup}`);
    expect(await canonical(productGroup, '?variant=gone')).toBe(`/product/group/${productGroup}`);
    await shop.send('DELETE', `/admin/product/${rose._id}`, undefined, shop.staff);
    expect(await canonical(rose._id)).toBe(`/product/group/${productGroup}`);
  });

  it.each(['AR-999999', 'f'.repeat(24), 'nonsense', '%24ne'])('is a 404 for %s', async (id) => {
    expect(await page(id)).toMatchObject({ status: 404, body: { code: 'product.not-found' } });
  });

  it('is a 404 while the piece is a draft and after it was archived', async () => {
    const { productGroup, _id } = await shop.add({ status: 'draft' });
    expect((await page(productGroup)).status).toBe(404);
    await change(_id, { status: 'published' });
    expect((await page(productGroup)).status).toBe(200);
    await shop.send('DELETE', `/admin/product/${_id}`, undefined, shop.staff);
    expect((await page(productGroup)).status).toBe(404);
    expect((await page(_id)).status).toBe(404);
  });

  it('lists its variants under both spellings', async () => {
    const { productGroup, yellow, rose } = await inTwoTones();
    const one = await shop.get<{ variants: catalog.Product[] }>(`/product/variants/${productGroup}`);
    const other = await shop.get<{ variants: catalog.Product[] }>(`/product/varients/${productGroup}`);
    expect(one.body.variants.map(({ _id }) => _id)).toEqual([yellow._id, rose._id]);
    expect(other.body).toEqual(one.body);
  });
});

describe('cards of single pieces', () => {
  interface Cards {
    products: catalog.ProductCard[];
    needSize: string[];
    errors?: object;
  }
  const cards = (ids: string) => shop.get<Cards>(`/product/cards?ids=${ids}`);

  it('come in the order asked for, each once and with its own variant, and say which need a size', async () => {
    const { rose, yellow } = await inTwoTones();
    const band = await shop.add({ productGroup: nextGroup(), detailsRef: { sizeOptions: [] } });
    const { body } = await cards([rose._id, band._id, yellow._id, rose._id].join());
    expect(body.products.map(({ _id }) => _id)).toEqual([rose._id, band._id, yellow._id]);
    expect(body.needSize).toEqual([rose._id, yellow._id]);
  });

  it('leave out what is not for sale, or not there', async () => {
    const sold = await shop.add({ productGroup: nextGroup() });
    const draft = await shop.add({ productGroup: nextGroup(), status: 'draft' });
    const archived = await shop.add({ productGroup: nextGroup() });
    await shop.send('DELETE', `/admin/product/${archived._id}`, undefined, shop.staff);
    const { body } = await cards([draft._id, archived._id, 'f'.repeat(24), sold._id].join());
    expect(body.products.map(({ _id }) => _id)).toEqual([sold._id]);
  });

  it.each(['', 'nonsense', Array.from({ length: 51 }, () => 'f'.repeat(24)).join()])(
    'names ids as wrong: %#',
    async (ids) => {
      expect(await cards(ids)).toMatchObject({ status: 400, body: { errors: { ids: expect.any(String) } } });
    },
  );
});

describe('what staff do', () => {
  it('is refused to guests and shoppers', async () => {
    const { _id } = await shop.add();
    expect((await change(_id, { price: 1 }, {} as never)).status).toBe(401);
    expect((await change(_id, { price: 1 }, await shop.service.signIn())).status).toBe(403);
  });

  it('is announced and audited in one transaction with the change', async () => {
    const product = await shop.add({ price: 42_500 });
    await change(product._id, { price: 43_000.5, name: 'Meera Ring' });
    const events = (await publishedEvents(shop.service, catalog.productChanged)).filter(
      ({ key }) => key === product._id,
    );
    expect(events.at(-1)!.data).toMatchObject({ pricePaise: 4_300_050, name: 'Meera Ring' });
    const audit = (await publishedEvents(shop.service, identity.auditRecorded)).filter(
      ({ data }) => data.subjectId === product._id,
    );
    expect(audit.map(({ data }) => data.action)).toEqual(['product.created', 'product.changed']);
    expect(audit[1]!.data).toMatchObject({
      before: { price: 42_500, name: 'Meera Solitaire Ring' },
      after: { price: 43_000.5, name: 'Meera Ring' },
    });
  });

  it('changes nothing that was not sent', async () => {
    const product = await shop.add({ featured: 7, position: 2 });
    const { body } = await change(product._id, { name: 'Another name' });
    expect(body.product).toMatchObject({ featured: 7, position: 2, status: 'published', stock: 5, price: 42_500 });
    expect(body.product.detailsRef).toEqual(product.detailsRef);
  });

  describe('about the pictures', () => {
    const [front, back, side] = ['front', 'back', 'side'].map((name) => `/api/v1/images/${name}.webp`) as string[];
    const said = { image: front!, alt: 'The ring from the front', focus: { x: 40, y: 20 } };
    const card = async (_id: string) =>
      (await shop.get<{ products: catalog.ProductCard[] }>(`/product/cards?ids=${_id}`)).body.products[0]!;

    it('is on the page, the card, the swatch and in what is published, and nothing of it without', async () => {
      const { _id, productGroup } = await shop.add({ images: [front!, back!, side!] });
      expect((await page(productGroup)).body.product).not.toHaveProperty('pictureNotes');
      expect(await card(_id)).not.toHaveProperty('pictureNotes');
      const notes = [{ image: side!, alt: 'From the side' }, said, { image: back! }];
      const { body } = await change(_id, { pictureNotes: notes });
      // In the order of the pictures; one that says nothing is none.
      expect(body.product.pictureNotes).toEqual([said, { image: side, alt: 'From the side' }]);
      expect((await page(productGroup)).body.product.pictureNotes).toEqual(body.product.pictureNotes);
      expect(await card(_id)).toMatchObject({ pictureNotes: [said], swatches: [{ pictureNote: said }] });
      const events = await publishedEvents(shop.service, catalog.productChanged);
      expect(events.filter(({ key }) => key === _id).map(({ data }) => data.focus)).toEqual([undefined, said.focus]);
    });

    it('goes with its picture, and stays with the others', async () => {
      const pictureNotes = [said, { image: back!, alt: 'From behind' }];
      const { _id } = await shop.add({ images: [front!, back!], pictureNotes });
      const { body } = await change(_id, { images: [back!, side!] });
      expect(body.product.pictureNotes).toEqual([{ image: back, alt: 'From behind' }]);
      expect((await change(_id, { images: [back!, front!] })).body.product.pictureNotes).toHaveLength(1);
      expect((await change(_id, { pictureNotes: [] })).body.product).not.toHaveProperty('pictureNotes');
    });

    it.each([
      [[{ image: 'https://elsewhere.example/a.jpg' }], 'pictureNotes.0.image'],
      [[{ image: front, alt: 'x'.repeat(201) }], 'pictureNotes.0.alt'],
      [[{ image: front, focus: { x: 101, y: 0 } }], 'pictureNotes.0.focus.x'],
      [[said, said], 'pictureNotes'],
    ])('is refused where it is wrong, and the field is named: %j', async (pictureNotes, field) => {
      const { _id } = await shop.add({ images: [front!] });
      const { status, body } = await change(_id, { pictureNotes });
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    });
  });

  it('can add a video and take it away again', async () => {
    const { _id } = await shop.add();
    expect((await change(_id, { video: '/api/v1/videos/ring.mp4' })).body.product.video).toBe(
      '/api/v1/videos/ring.mp4',
    );
    expect((await change(_id, { video: null })).body.product).not.toHaveProperty('video');
  });

  it('replaces details as a whole, and the tone of the swatch with them', async () => {
    const product = await shop.add();
    const { detailsRef } = aRing({ detailsRef: { metalTone: ['White Gold'], sizeOptions: undefined } });
    await change(product._id, { detailsRef });
    const { body } = await page(product.productGroup);
    expect(body.product.metalTone).toBe('White Gold');
    expect(body.product.detailsRef).not.toHaveProperty('sizeOptions');
    expect(body.product.detailsRef._id).toBe(product.detailsRef._id);
  });

  it('does not undo a sale with an old count of the stock', async () => {
    const { _id } = await shop.add({ stock: 5 });
    expect((await change(_id, { stock: 9 })).status).toBe(400);
    expect((await change(_id, { stock: 9, stockBefore: 4 })).body).toMatchObject({
      code: 'product.stock-moved',
      details: { stock: 5 },
    });
    expect((await change(_id, { stock: 9, stockBefore: 5 })).body.product.stock).toBe(9);
  });

  it('does not give the code of an archived group to another piece', async () => {
    const { _id, productGroup } = await shop.add();
    await shop.send('DELETE', `/admin/product/${_id}`, undefined, shop.staff);
    const answer = await shop.send<{ code: string }>('POST', '/admin/product/new', aRing({ productGroup }), shop.staff);
    expect(answer).toMatchObject({ status: 409, body: { code: 'product.group-used' } });
    expect((await change(_id, { status: 'published' })).status).toBe(404);
  });

  it('keeps one piece per tone and material in a group', async () => {
    const { productGroup } = await shop.add();
    const again = () => shop.send<{ code: string }>('POST', '/admin/product/new', aRing({ productGroup }), shop.staff);
    expect((await again()).body.code).toBe('product.variant-taken');
  });

  it('refuses fields of another kind of piece, and names them', async () => {
    const ring = aRing({ detailsRef: { chainLengths: ['18 in'] } });
    const { status, body } = await shop.send<{ errors: object }>('POST', '/admin/product/new', ring, shop.staff);
    expect(status).toBe(400);
    expect(body.errors).toEqual({ 'detailsRef.chainLengths': 'RingDetails has no chainLengths' });
  });

  it('refuses them of a piece that is there as well, whether its details or its kind come alone', async () => {
    const { _id } = await shop.add();
    const { detailsRef } = aRing({ detailsRef: { chainLengths: ['18 in'] } });
    expect(await change(_id, { detailsRef })).toMatchObject({
      status: 400,
      body: { errors: { 'detailsRef.chainLengths': 'RingDetails has no chainLengths' } },
    });
    expect(await change(_id, { detailsModel: 'NecklaceDetails' })).toMatchObject({
      status: 400,
      body: { errors: { 'detailsRef.sizeOptions': 'NecklaceDetails has no sizeOptions' } },
    });
  });

  it('refuses a metal that weighs more than its piece, of a new one and of one that is there', async () => {
    const errors = { 'detailsRef.netWeight': 'The metal weighs no more than the piece' };
    const { detailsRef } = aRing({ detailsRef: { weight: 3.2, netWeight: 3.21 } });
    const created = await shop.send('POST', '/admin/product/new', aRing({ detailsRef }), shop.staff);
    expect(created).toMatchObject({ status: 400, body: { errors } });
    const { _id } = await shop.add();
    expect(await change(_id, { detailsRef })).toMatchObject({ status: 400, body: { errors } });
    expect((await change(_id, { detailsRef: { ...detailsRef, netWeight: 3.2 } })).status).toBe(200);
  });

  it('refuses the model of another category, and names the field', async () => {
    const necklace = {
      detailsModel: 'NecklaceDetails',
      detailsRef: { sizeOptions: undefined, engravingAvailable: undefined },
    };
    const refused = { status: 400, body: { errors: { detailsModel: 'A ring has RingDetails' } } };
    const ring = aRing(necklace as never);
    expect(await shop.send('POST', '/admin/product/new', ring, shop.staff)).toMatchObject(refused);
    const { _id, detailsRef } = await shop.add({ category: { main: 'necklace' }, ...necklace } as never);
    const { _id: __, ...fields } = detailsRef;
    expect(await change(_id, { category: { main: 'ring' } })).toMatchObject(refused);
    expect(
      await change(_id, { category: { main: 'ring' }, detailsModel: 'RingDetails', detailsRef: fields }),
    ).toMatchObject({ status: 200 });
    expect(await change(_id, { detailsModel: 'NecklaceDetails', detailsRef: fields })).toMatchObject(refused);
    // A category of the shop's own takes any.
    await shop.send('POST', '/admin/category', { main: 'waist chain' }, shop.staff);
    expect((await shop.add({ category: { main: 'waist chain' }, ...necklace } as never)).detailsModel).toBe(
      'NecklaceDetails',
    );
  });

  it('is audited in each field that staff save', async () => {
    const { _id } = await shop.add(aWholeRing());
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    const created = entries.find(({ data }) => data.subjectId === _id);
    const { details: detailsRef, ...fields } = created!.data.after!;
    const audited = { ...fields, detailsRef };
    const saved = Object.keys(catalog.productToSave.shape);
    expect(saved.filter((field) => audited[field as keyof typeof audited] === undefined)).toEqual([]);
  });

  it('leaves no trace of a save that changed nothing', async () => {
    const { _id, name } = await shop.add();
    const before = (await publishedEvents(shop.service, identity.auditRecorded)).length;
    expect((await change(_id, { name })).status).toBe(200);
    expect(await publishedEvents(shop.service, identity.auditRecorded)).toHaveLength(before);
  });

  it('puts pieces only where there is a category and a material', async () => {
    const post = (fields: object) =>
      shop.send<{ code: string }>('POST', '/admin/product/new', aRing(fields), shop.staff);
    expect((await post({ category: { main: 'spoon' } })).body.code).toBe('category.not-found');
    expect((await post({ category: { main: 'ring', sub: 'spoon' } })).body.code).toBe('category.not-found');
    expect((await post({ material: { tag: 'wood' } })).body.code).toBe('material.not-found');
  });

  it('creates once under one idempotency key', async () => {
    const ring = aRing();
    const headers = { ...shop.staff, 'idempotency-key': `key-${ring.productGroup}` };
    const [one, two] = [
      await shop.send<{ product: { _id: string } }>('POST', '/admin/product/new', ring, headers),
      await shop.send<{ product: { _id: string } }>('POST', '/admin/product/new', ring, headers),
    ];
    expect(two).toEqual(one);
    expect(one.status).toBe(201);
  });

  it('finds drafts and archived pieces in the list for staff', async () => {
    const { productGroup } = await shop.add({ status: 'draft' });
    const { body } = await shop.get<{ products: catalog.ProductForStaff[]; totalCount: number }>(
      `/admin/products?q=${productGroup}`,
      shop.staff,
    );
    expect(body).toMatchObject({ totalCount: 1, products: [{ productGroup, status: 'draft', held: 0, sold: 0 }] });
  });

  it('finds in that list words in any order, and parts of them', async () => {
    const { productGroup } = await shop.add({ name: 'Kamala peacock jhumka', material: { tag: 'silver' } });
    const found = async (q: string) => {
      const answer = await shop.get<{ products: catalog.ProductForStaff[]; totalCount: number }>(
        `/admin/products?q=${encodeURIComponent(q)}`,
        shop.staff,
      );
      return [answer.body.totalCount, ...answer.body.products.map((product) => product.productGroup)];
    };
    for (const q of ['jhumka kamala', 'PEACOCK', 'silver jhum', ` ${productGroup.toLowerCase()}  kamala`]) {
      expect(await found(q)).toEqual([1, productGroup]);
    }
    expect(await found('kamala platinum')).toEqual([0]);
    expect(await found('kamala (')).toEqual([0]);
  });

  it('lists for staff what is nearly sold out, the fewest first', async () => {
    const [two, none, many] = [
      await shop.add({ stock: 2, name: 'Nearly Gone' }),
      await shop.add({ stock: 0, name: 'Nearly Gone' }),
      await shop.add({ stock: 3, name: 'Nearly Gone' }),
    ];
    const listed = async (query: string) =>
      (
        await shop.get<{ products: catalog.ProductForStaff[] }>(`/admin/products?q=nearly gone&${query}`, shop.staff)
      ).body.products.map(({ _id }) => _id);
    expect(await listed('stockUpTo=2')).toEqual([none._id, two._id]);
    expect(await listed('')).toEqual([two._id, none._id, many._id]);
  });

  it('sorts that list by name, price, stock and sales, from either end, over all pages', async () => {
    const mark = `sorted${nextGroup()}`;
    const [a, b, c] = [
      await shop.add({ name: `Beryl ${mark}`, price: 300, stock: 2 }),
      await shop.add({ name: `Coral ${mark}`, price: 100, stock: 3 }),
      await shop.add({ name: `Agate ${mark}`, price: 200, stock: 1, status: 'draft' }),
    ];
    const names = new Map([a, b, c].map(({ _id }, index) => [_id, 'abc'[index]]));
    const sorted = async (sort: string, rest = '') => {
      const pages = [];
      for (const page of [1, 2]) {
        const path = `/admin/products?q=${mark}&sort=${sort}&limit=2&page=${page}${rest}`;
        pages.push(...(await shop.get<{ products: { _id: string }[] }>(path, shop.staff)).body.products);
      }
      return pages.map(({ _id }) => names.get(_id)).join('');
    };
    // Without a status in the query those of one status follow the others in no index: all are merged in order.
    expect([await sorted('name'), await sorted('-name')]).toEqual(['cab', 'bac']);
    expect([await sorted('price'), await sorted('-price')]).toEqual(['bca', 'acb']);
    expect([await sorted('stock'), await sorted('-stock', '&status=published')]).toEqual(['cab', 'ba']);
    expect(await sorted('-price', '&stockUpTo=2')).toBe('ac');
    expect((await sorted('sold')).length).toBe(3);
    expect((await shop.get('/admin/products?sort=detailsRef', shop.staff)).status).toBe(400);
  });

  it('shows each piece on one page of that list, also where nothing tells them apart', async () => {
    const productGroup = nextGroup();
    for (const tag of ['gold', 'rose-gold', 'silver', 'platinum']) {
      for (const tone of ['Yellow Gold', 'Rose Gold', 'White Gold']) {
        await shop.add({ productGroup, stock: 1, material: { tag }, detailsRef: { metalTone: [tone] } });
      }
    }
    const pages = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        shop.get<{ products: { _id: string }[] }>(
          `/admin/products?q=${productGroup}&stockUpTo=2&limit=2&page=${i + 1}`,
          shop.staff,
        ),
      ),
    );
    expect(new Set(pages.flatMap(({ body }) => body.products.map(({ _id }) => _id))).size).toBe(12);
  });
});

describe('a piece in another group', () => {
  it('is found under its former code, until a piece has that again', async () => {
    const [from, to] = [nextGroup(), nextGroup()];
    const { _id } = await shop.add({ productGroup: from });
    await shop.add({ productGroup: to, detailsRef: { metalTone: ['Rose Gold'] } });
    const pick = { name: `Picks of ${from}`, picks: [from] };
    const made = await shop.send<{ collection: catalog.CollectionForStaff }>(
      'POST',
      '/admin/collection',
      pick,
      shop.staff,
    );
    await shop.send('PUT', `/admin/product/${_id}`, { productGroup: to }, shop.staff);
    const at = async (code: string) =>
      (await shop.get<{ canonicalPath: string; variants: unknown[] }>(`/product/group/${code}`)).body;
    expect(await at(from)).toMatchObject({ canonicalPath: `/product/group/${to}`, variants: [{}, {}] });
    const tags = (await publishedEvents(shop.service, catalog.taxonomyChanged)).map(({ data }) => data.tag);
    expect(tags).toContain(`product:${from}`);
    const { collections } = (
      await shop.get<{ collections: catalog.CollectionForStaff[] }>('/admin/collections', shop.staff)
    ).body;
    const { slug } = made.body.collection;
    expect(collections.find((collection) => collection.slug === slug)!.picks).toEqual([to]);
    await shop.add({ productGroup: from });
    expect(await at(from)).toMatchObject({ canonicalPath: `/product/group/${from}` });
  });

  it('leads collections to its new code when only archived pieces are left', async () => {
    const { productGroup: from, yellow, rose } = await inTwoTones();
    const to = nextGroup();
    const pick = { name: `Picks of ${from}`, picks: [from] };
    const made = await shop.send<{ collection: { _id: string } }>('POST', '/admin/collection', pick, shop.staff);
    await shop.send('DELETE', `/admin/product/${rose._id}`, undefined, shop.staff);
    await change(yellow._id, { productGroup: to });
    const { body } = await shop.get<{ collections: catalog.CollectionForStaff[] }>('/admin/collections', shop.staff);
    const { _id } = made.body.collection;
    expect(body.collections.find((collection) => collection._id === _id)!.picks).toEqual([to]);
  });

  describe('made to order', () => {
    const PURITY = { detailsRef: { metalPurity: ['18K', '22K'] } };
    const customize = (productGroup: string, price: number) =>
      shop.send(
        'POST',
        '/admin/customization/new',
        { productGroup, metalPurity: [{ value: '22K', price }] },
        shop.staff,
      );
    const customizationOf = async (group: string) =>
      (await shop.get<{ customization: catalog.Customization | null }>(`/customization/${group}`)).body.customization;
    const extraOf = async ({ _id }: { _id: string }) => {
      const customizations = { costomization: 'yes', metalPurity: '22K' };
      const body = { productId: _id, customizations };
      return (await shop.send<{ customizationPrice: number }>('POST', '/product/calculate-price', body)).body
        .customizationPrice;
    };
    beforeAll(() => shop.send('POST', '/admin/metal-purity', { name: '22K', price: 100 }, shop.staff));

    it('costs the same under its new code, and its customization is there', async () => {
      const [from, to] = [nextGroup(), nextGroup()];
      const ring = await shop.add({ productGroup: from, ...PURITY });
      await customize(from, 5_000);
      const { _id } = (await customizationOf(from))!;
      expect(await extraOf(ring)).toBe(5_000);
      expect((await change(ring._id, { productGroup: to })).body).not.toHaveProperty('message');
      expect(await extraOf(ring)).toBe(5_000);
      expect([await customizationOf(from), (await customizationOf(to))!._id]).toEqual([null, _id]);
      const entries = await publishedEvents(shop.service, identity.auditRecorded);
      expect(entries.findLast(({ data }) => data.subjectId === _id)!.data).toMatchObject({
        ...{ action: 'customization.changed', before: { productGroup: from }, after: { productGroup: to } },
      });
      const tags = (await publishedEvents(shop.service, catalog.taxonomyChanged)).map(({ data }) => data.tag);
      expect(tags).toEqual(expect.arrayContaining([`customization:${from}`, `customization:${to}`, `product:${to}`]));
    });

    it('costs the same while the pieces of its group move one by one', async () => {
      const [from, to] = [nextGroup(), nextGroup()];
      const yellow = await shop.add({ productGroup: from, ...PURITY });
      const rose = await shop.add({
        productGroup: from,
        detailsRef: { ...PURITY.detailsRef, metalTone: ['Rose Gold'] },
      });
      await customize(from, 5_000);
      for (const { _id } of [yellow, rose]) {
        expect((await change(_id, { productGroup: to })).body).not.toHaveProperty('message');
        expect([await extraOf(yellow), await extraOf(rose)]).toEqual([5_000, 5_000]);
      }
      expect(await customizationOf(from)).toBeNull();
    });

    it('leaves the customization to archived pieces of its former group as well', async () => {
      const [from, to] = [nextGroup(), nextGroup()];
      const yellow = await shop.add({ productGroup: from, ...PURITY });
      const rose = await shop.add({ productGroup: from, detailsRef: { metalTone: ['Rose Gold'] } });
      await shop.send('DELETE', `/admin/product/${rose._id}`, undefined, shop.staff);
      await customize(from, 5_000);
      await change(yellow._id, { productGroup: to });
      expect(await extraOf(yellow)).toBe(5_000);
      expect((await customizationOf(from))!.metalPurity).toEqual([{ value: '22K', price: 5_000 }]);
    });

    it.each([
      ['another customization', 7_000, 7_000],
      ['none', undefined, 100],
    ])('costs what its new group has where that has pieces and %s, and staff are told', async (_what, price, costs) => {
      const [from, to] = [nextGroup(), nextGroup()];
      const ring = await shop.add({ productGroup: from, ...PURITY });
      const other = await shop.add({
        productGroup: to,
        detailsRef: { ...PURITY.detailsRef, metalTone: ['Rose Gold'] },
      });
      await customize(from, 5_000);
      if (price !== undefined) await customize(to, price);
      const { body } = await change(ring._id, { productGroup: to });
      const message = `Made to order, it costs what ${to} says now: the customization of ${from} is another`;
      expect(body).toMatchObject({ message });
      expect([await extraOf(ring), await extraOf(other)]).toEqual([costs, costs]);
      const entries = await publishedEvents(shop.service, identity.auditRecorded);
      expect(entries.findLast(({ data }) => data.subjectId === ring._id)!.data.reason).toBe(message);
    });
  });
});
