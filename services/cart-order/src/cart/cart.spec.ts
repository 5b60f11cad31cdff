import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, catalog, type cartOrder, type DocumentChanged, identity, type Problem } from '@shop/contracts';
import { Transactions } from '@shop/service-kit';
import { guardGaps, publishedEvents, routeGaps } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { startShop, type Shopper, type TestShop } from '../../test/service-harness.ts';
import { Catalog } from '../clients/catalog.ts';
import { CartsRepository } from './carts.repository.ts';

let shop: TestShop;
let asha: Shopper;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());
beforeAll(async () => {
  asha = await shop.shopper();
});

const problemOf = (answer: { body: unknown }) => answer.body as Problem;

describe('the service', () => {
  it('serves what its contracts declare, and nothing else', () => {
    expect(routeGaps(shop.service, 'cart-order')).toEqual([]);
  });

  it('lets nobody into a call for whom its contract does not mean it', async () => {
    expect(await guardGaps(shop.service, 'cart-order')).toEqual([]);
  });
});

describe('a cart', () => {
  it('is refused to guests with "Please login"', async () => {
    const answer = await shop.send('POST', '/cart', { productId: shop.catalog.add(), quantity: 1 });
    expect([answer.status, answer.body.message]).toEqual([401, 'Please login']);
  });

  it('takes a piece at the price that the server quotes, whatever is sent along', async () => {
    const productId = shop.catalog.add({ price: 1_000, name: 'Tara Ring' });
    const answer = await shop.send<{ cartItem: cartOrder.CartItem; count: number }>(
      'POST',
      '/cart',
      {
        productId,
        quantity: 2,
        finalPrice: 1,
        customizations: { costomization: 'yes', sizeOptions: { value: '12', price: -5 } },
      },
      asha.headers,
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      count: 2,
      cartItem: {
        customized: true,
        finalPrice: 1_100.5,
        customizationPrice: 100.5,
        linePrice: 2_201,
        product: { _id: productId, name: 'Tara Ring' },
        availability: 'available',
      },
    });
    expect((await asha.cart()).subtotal).toBe(2_201);
  });

  it('makes one line of the same piece with the same options, and two of others', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ sizes: ['12', '14'] });
    await ravi.add(productId, 1, { sizeOptions: '12' });
    await ravi.add(productId, 1, { sizeOptions: { value: '12' } });
    await ravi.add(productId, 1, { sizeOptions: '14' });
    const { cart, count } = await ravi.cart();
    expect([cart.map(({ quantity }) => quantity), count]).toEqual([[2, 1], 3]);
  });

  it('asks for a size in the words that the toast shows', async () => {
    const answer = problemOf(await asha.add(shop.catalog.add({ sizes: ['12'] })));
    expect(answer).toMatchObject({
      status: 422,
      message: 'Please select ring size',
      errors: { 'customizations.sizeOptions': 'Please select ring size' },
    });
  });

  it.each([0, -1, 1.5, 1_000_000_000, '2', null])('refuses the quantity %p and changes nothing', async (quantity) => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add();
    const added = await shop.send('POST', '/cart', { productId, quantity }, ravi.headers);
    expect([added.status, Object.keys(added.body.errors!)]).toEqual([400, ['quantity']]);
    expect((await ravi.cart()).cart).toEqual([]);
  });

  it('shares the stock of a product between its lines', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ stock: 3, sizes: ['12', '14'] });
    await ravi.add(productId, 2, { sizeOptions: '12' });
    const refused = problemOf(await ravi.add(productId, 2, { sizeOptions: '14' }));
    expect(refused).toMatchObject({ status: 409, code: 'cart.insufficient-stock', details: { productId, stock: 3 } });
    expect((await ravi.add(productId, 1, { sizeOptions: '14' })).status).toBe(201);
  });

  it('says "Out of stock" where nothing is left', async () => {
    const refused = problemOf(await asha.add(shop.catalog.add({ stock: 0 })));
    expect([refused.status, refused.message]).toEqual([409, 'Out of stock']);
  });

  it('loses no addition of many at once', async () => {
    const ravi = await shop.shopper();
    const products = Array.from({ length: 8 }, () => shop.catalog.add());
    const answers = await Promise.all(products.map((productId) => ravi.add(productId)));
    expect(answers.map(({ status }) => status)).toEqual(products.map(() => 201));
    const { cart, version } = await ravi.cart();
    expect(cart.map(({ productId }) => productId).sort()).toEqual(products.toSorted());
    expect(version).toBe(8);
  });

  it('goes by the cart as it is, where another instance changed it meanwhile', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ stock: 3 });
    await ravi.add(productId, 3);
    // As another instance would, without this one noticing.
    const emptied = { $set: { lines: [] }, $inc: { version: 1 } };
    await shop.service.connection.collection('carts').updateOne({ _id: ravi.userId as never }, emptied);
    expect((await ravi.add(productId, 2)).body).toMatchObject({ count: 2, cartItem: { quantity: 2 } });
    await shop.service.connection.collection('carts').updateOne({ _id: ravi.userId as never }, emptied);
    expect((await ravi.add(productId, 2)).body).toMatchObject({ count: 2, cartItem: { quantity: 2 } });
    expect(await ravi.cart()).toMatchObject({ count: 2, version: 5 });
  });

  it('counts what its own checkout holds as there to be had', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ stock: 3 });
    await ravi.add(productId, 2);
    await ravi.freeze();
    expect((await ravi.add(productId, 1)).body).toMatchObject({ count: 3 });
    expect(problemOf(await ravi.add(productId, 1))).toMatchObject({ status: 409, details: { productId, stock: 3 } });
  });

  it('asks catalog once for the additions of several people who come while it is busy', async () => {
    const prices = shop.service.app.get(Catalog);
    const lines = Array.from({ length: 6 }, (_, index) => ({
      productId: shop.catalog.add({ price: index + 1 }),
      quantity: 1,
      customizations: { costomization: 'no' as const },
    }));
    const { promise, resolve: release } = Promise.withResolvers<void>();
    shop.catalog.busy = promise;
    shop.catalog.requests.length = 0;
    const first = prices.quoteLine(lines[0]!);
    await eventually(() => shop.catalog.requests.length === 1, { what: 'the first call' });
    const others = lines.slice(1).map((line) => prices.quoteLine(line));
    release();
    const quoted = await Promise.all([first, ...others]);
    expect(quoted).toMatchObject(
      lines.map(({ productId }, index) => ({ product: { _id: productId }, basePaise: (index + 1) * 100 })),
    );
    expect(shop.catalog.requests.length).toBe(2);
  });

  it('adds once for one idempotency key', async () => {
    const ravi = await shop.shopper();
    const body = { productId: shop.catalog.add(), quantity: 1 };
    const headers = { ...ravi.headers, 'idempotency-key': crypto.randomUUID() };
    const first = await shop.send('POST', '/cart', body, headers);
    const second = await shop.send('POST', '/cart', body, headers);
    expect(second).toEqual(first);
    expect((await ravi.cart()).count).toBe(1);
  });

  it('changes a quantity up to the stock, and down without asking', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ stock: 3 });
    const { cartItem } = (await ravi.add(productId)).body;
    const change = (quantity: number) =>
      shop.send<{ count: number }>('PUT', `/cart/${cartItem._id}`, { quantity }, ravi.headers);
    expect(await change(3)).toMatchObject({ status: 200, body: { count: 3 } });
    expect((await change(4)).status).toBe(409);
    shop.catalog.remove(productId);
    expect(await change(1)).toMatchObject({ status: 200, body: { count: 1 } });
  });

  it('is changed as it is, although the snapshot of the transaction is older than the last line', async () => {
    const ravi = await shop.shopper();
    const carts = shop.service.app.get(CartsRepository, { strict: false });
    let attempts = 0;
    const { lines } = await shop.service.app.get(Transactions, { strict: false }).run(async (session) => {
      await carts.of(ravi.userId, session);
      if (attempts++ === 0) await ravi.add(shop.catalog.add());
      return carts.forChange(ravi.userId, session);
    });
    expect([attempts, lines.length]).toEqual([2, 1]);
  });

  it('loses a line, and then everything', async () => {
    const ravi = await shop.shopper();
    const { cartItem } = (await ravi.add(shop.catalog.add())).body;
    await ravi.add(shop.catalog.add());
    const remove = () => shop.send<{ count: number }>('DELETE', `/cart/${cartItem._id}`, undefined, ravi.headers);
    expect((await remove()).body.count).toBe(1);
    expect((await remove()).status).toBe(404);
    expect((await shop.send('DELETE', '/clear', undefined, ravi.headers)).body).toEqual({ count: 0 });
    expect((await ravi.cart()).cart).toEqual([]);
  });

  it("keeps out of another shopper's lines", async () => {
    const ravi = await shop.shopper();
    const { cartItem } = (await ravi.add(shop.catalog.add())).body;
    for (const [method, body] of [['DELETE'], ['PUT', { quantity: 2 }]] as const) {
      expect((await shop.send(method, `/cart/${cartItem._id}`, body, asha.headers)).status).toBe(404);
    }
    expect((await ravi.cart()).cart.map(({ quantity }) => quantity)).toEqual([1]);
  });

  it('goes with its account', async () => {
    const ravi = await shop.shopper();
    await ravi.add(shop.catalog.add());
    await shop.deliverEvent(identity.userDeleted, ravi.userId, { userId: ravi.userId });
    await eventually(async () => (await ravi.cart()).count === 0);
  });

  it('answers 503 while catalog is away, and shows what it has', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add();
    await ravi.add(productId);
    shop.catalog.away = true;
    try {
      expect((await ravi.add(productId)).status).toBe(503);
      expect((await ravi.cart()).count).toBe(1);
    } finally {
      shop.catalog.away = false;
    }
  });
});

describe('what a cart shows of a product', () => {
  const changed = (productId: string, fields: object) => {
    const { shown, price, stock } = shop.catalog.product(productId);
    return {
      productId,
      productGroup: shown.productGroup,
      name: shown.name,
      images: shown.images,
      metalTone: shown.metalTone,
      categoryMain: shown.category.main,
      materialTag: 'gold',
      detailsRef: shown.detailsRef,
      detailsModel: shown.detailsModel,
      pricePaise: price * 100,
      stock,
      ...fields,
    };
  };

  it('follows the catalogue, and no event that was overtaken', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ price: 1_000, stock: 5 });
    await ravi.add(productId, 2);
    await shop.deliverEvent(
      catalog.productChanged,
      productId,
      changed(productId, { name: 'New', pricePaise: 1_200_00 }),
      {
        version: 3,
      },
    );
    await shop.deliverEvent(catalog.productChanged, productId, changed(productId, { name: 'Old' }), { version: 2 });
    await shop.deliverEvent(
      catalog.stockChanged,
      productId,
      { productId, productGroup: 'AR-1001', stock: 1, availabilityChanged: false },
      { version: 4 },
    );
    const item = await eventually(async () => {
      const [line] = (await ravi.cart()).cart;
      return line!.stock === 1 && line!;
    });
    expect(item).toMatchObject({ finalPrice: 1_200, product: { name: 'New' }, availability: 'short' });
  });

  it('says what stays in sight of its picture, and no more once that is the middle', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add();
    await ravi.add(productId);
    const focusOf = async () => (await ravi.cart()).cart[0]!.product.focus;
    const focus = { x: 30, y: 70 };
    await shop.deliverEvent(catalog.productChanged, productId, changed(productId, { focus }), { version: 3 });
    await eventually(async () => (await focusOf())?.x === 30, { what: 'the focal point in the cart' });
    expect(await focusOf()).toEqual(focus);
    await shop.deliverEvent(catalog.productChanged, productId, changed(productId, {}), { version: 4 });
    await eventually(async () => (await focusOf()) === undefined, { what: 'the focal point being gone' });
  });

  it('says that a product left the shop', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add();
    await ravi.add(productId);
    await shop.deliverEvent(catalog.productRemoved, productId, { productId, productGroup: 'AR-1001' }, { version: 9 });
    await eventually(async () => (await ravi.cart()).cart[0]!.availability === 'gone');
  });
});

describe('charges', () => {
  const charges = async () => (await shop.send<{ data: cartOrder.ChargesSettings }>('GET', '/charges')).body.data;

  it('are the defaults until staff say otherwise', async () => {
    expect(await charges()).toEqual({
      gstRate: 0.03,
      domesticShipping: 0,
      freeShippingAbove: 8_802,
      otherCharges: { engraving: 199, hallmarking: 99, specialRequestDefault: 499 },
      internationalShipping: [],
      zeroRatedExports: false,
      showPrices: 'with-tax',
      dutiesNote: expect.stringMatching(/^Duties and taxes of the country of delivery are not included/),
      maxPieces: 5,
      giftWrap: 150,
      panAbove: 200_000,
      dispatch: { readyFrom: 1, readyTo: 2, madeToOrderFrom: 15, madeToOrderTo: 20 },
      untouched: true,
      version: expect.any(String),
    });
  });

  it('are for staff to change, with an entry in the audit trail', async () => {
    const staff = await shop.staff();
    expect((await shop.send('PUT', '/admin/charges', { gstRate: 0 }, asha.headers)).status).toBe(403);
    const created = await shop.send('POST', '/admin/charges', { domesticShipping: 10 }, staff);
    expect([created.status, created.body.message]).toEqual([201, 'Charges created']);
    expect((await shop.send('POST', '/admin/charges', {}, staff)).status).toBe(409);
    const updated = await shop.send('PUT', '/admin/charges', { gstRate: 0.05 }, staff);
    expect(updated.body.message).toBe('Charges updated');
    expect(await charges()).toMatchObject({ gstRate: 0.05, domesticShipping: 10 });
    const entries = (await publishedEvents(shop.service, identity.auditRecorded)).map(({ data }) => data);
    expect(entries.at(-1)).toMatchObject({
      action: 'charges.changed',
      before: { gstRate: 0.03 },
      after: { gstRate: 0.05 },
    });
    await shop.send('PUT', '/admin/charges', { gstRate: 0.03 }, staff);
  });

  it('hold one rate per country and courier', async () => {
    const staff = await shop.staff();
    const save = (charge: number) =>
      shop.send('PUT', '/admin/charges/international', { country: 'Japan', courier: 'Swift', charge }, staff);
    await save(10);
    expect((await save(20)).body.message).toBe('Saved');
    expect((await charges()).internationalShipping).toEqual([
      { country: 'Japan', courier: 'Swift', charge: 20, version: expect.any(String) },
    ]);
    const remove = () => shop.send('DELETE', '/admin/charges/international/Japan/swift', undefined, staff);
    expect((await remove()).body.message).toBe('Rate removed');
    expect((await remove()).status).toBe(404);
    expect((await save(-1)).status).toBe(400);
  });

  it('have their rates as a file: checked first, imported, and the same file again changes nothing', async () => {
    const staff = await shop.staff();
    const path = '/admin/charges/international';
    const importing = (csv: string, more: object = {}) =>
      shop.send<AnswerOf<typeof cartOrder.importInternationalRates> & Problem>(
        ...(['POST', `${path}/import`, { csv, ...more }, staff] as const),
      );
    const exported = async () => (await shop.send<{ csv: string }>('GET', `${path}/export`, undefined, staff)).body.csv;
    const file = 'country,courier,charge\r\nGermany,DHL,2500.5\r\nJapan,Swift,1200\r\n';
    const wrong = await importing(`${file}Atlantis,DHL,1\r\n`, { dryRun: true });
    expect(wrong.body).toMatchObject({ problemCount: 1, problems: [{ row: 4, column: 'country' }] });
    expect((await importing(`${file}Atlantis,DHL,1\r\n`)).status).toBe(400);
    const checked = await importing(file, { dryRun: true });
    expect(checked.body.counts).toEqual({ added: 2, changed: 0, removed: 0, unchanged: 0 });
    expect(await exported()).toBe('country,courier,charge\r\n');
    const { version } = checked.body;
    expect((await importing(file, { checked: version })).body.counts).toEqual(checked.body.counts);
    expect(await exported()).toBe(file);
    expect((await importing(file, { removeOthers: true })).body.counts).toEqual({
      ...{ added: 0, changed: 0, removed: 0, unchanged: 2 },
    });
    expect((await importing(file, { checked: version })).body.code).toBe('table.changed');
    const other = 'country,courier,charge\r\nGermany,dhl,3000\r\n';
    expect((await importing(other, { removeOthers: true })).body.counts).toEqual({
      ...{ added: 0, changed: 1, removed: 1, unchanged: 0 },
    });
    expect(await exported()).toBe(other);
    const { headers } = await shop.shopper();
    expect((await shop.send('GET', `${path}/export`, undefined, headers)).status).toBe(403);
    await shop.send('DELETE', `${path}/Germany/dhl`, undefined, staff);
  });

  it('tell who has a rate open what an import made of it', async () => {
    const staff = await shop.staff();
    const save = (charge: number, headers: object = {}) => {
      const rate = { country: 'Kenya', courier: 'Swift', charge };
      const to = ['PUT', '/admin/charges/international', rate, { ...staff, ...headers }] as const;
      return shop.send<Problem & { details: DocumentChanged }>(...to);
    };
    await save(10);
    const rates: readonly { country: string; version?: string }[] = (await charges()).internationalShipping;
    const { version } = rates.find(({ country }) => country === 'Kenya')!;
    const csv = 'country,courier,charge\r\nKenya,Swift,20\r\n';
    expect((await shop.send('POST', '/admin/charges/international/import', { csv }, staff)).status).toBe(200);
    const { status, body } = await save(30, { 'if-match': `"${version}"` });
    expect([status, body.code]).toEqual([409, 'document.changed']);
    expect(body.details.saves).toEqual([{ by: expect.any(String), fields: ['charge'] }]);
    await shop.send('DELETE', '/admin/charges/international/Kenya/Swift', undefined, staff);
  });

  it('answer and remove a rate from before countries were chosen, whatever its country was called', async () => {
    const staff = await shop.staff();
    const stored = shop.service.connection.collection<{ _id: string }>('charges');
    const internationalShipping = [
      { country: 'Utopia', courier: 'Swift', chargePaise: 10_00 },
      { country: 'USA', courier: 'Swift', chargePaise: 20_00 },
    ];
    await stored.updateOne({ _id: 'charges' }, { $set: { internationalShipping } }, { upsert: true });
    const [utopia, usa] = [
      { country: 'Utopia', courier: 'Swift', charge: 10 },
      { country: 'United States', courier: 'Swift', charge: 20 },
    ];
    const version = expect.any(String);
    expect((await charges()).internationalShipping).toEqual([
      { ...utopia, version },
      { ...usa, version },
    ]);
    expect((await shop.send('PUT', '/admin/charges', { domesticShipping: 20 }, staff)).status).toBe(200);
    const sent = await shop.send('PUT', '/admin/charges', { internationalShipping: [utopia] }, staff);
    expect([sent.status, sent.body.errors]).toEqual([400, { 'internationalShipping.0.country': expect.any(String) }]);
    const quote = { country: 'US', buyNow: { productId: shop.catalog.add(), quantity: 1 } };
    const { status, body } = await shop.send<{ quote: { couriers: object[] } }>(
      'POST',
      '/checkout/quote',
      quote,
      asha.headers,
    );
    expect([status, body.quote.couriers]).toEqual([200, [{ courier: 'Swift', charge: 20 }]]);
    for (const country of ['Utopia', 'United States']) {
      const path = `/admin/charges/international/${encodeURIComponent(country)}/Swift`;
      expect((await shop.send('DELETE', path, undefined, staff)).status).toBe(200);
    }
    expect((await charges()).internationalShipping).toEqual([]);
  });

  it('remove the rate of a courier whose name has a slash, and take no name that a path cannot carry', async () => {
    const staff = await shop.staff();
    const save = (courier: string) =>
      shop.send<Problem>('PUT', '/admin/charges/international', { country: 'Japan', courier, charge: 10 }, staff);
    expect((await save('DHL/Express')).status).toBe(200);
    const path = '/admin/charges/international/Japan/DHL%2FExpress';
    expect((await shop.send('DELETE', path, undefined, staff)).status).toBe(200);
    expect((await charges()).internationalShipping).toEqual([]);
    for (const courier of ['..', 'a/../b', '/DHL', 'a//b', 'DHL\\Express', '5% off']) {
      const { status, body } = await save(courier);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['courier']]);
    }
  });
});
