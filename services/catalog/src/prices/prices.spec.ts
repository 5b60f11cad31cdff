import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { catalog } from '@shop/contracts';
import { aRing, internal, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
let ring: catalog.ProductForStaff;
beforeAll(async () => {
  shop = await startCatalog();
  ring = await shop.add({ detailsRef: { metalPurity: ['18K', '22K'] } });
  await shop.send('POST', '/admin/ring-size', { size: '12' }, shop.staff);
  await shop.send('POST', '/admin/ring-size', { size: '14', price: 950.5 }, shop.staff);
  await shop.send(
    'POST',
    '/admin/customization/new',
    { productGroup: ring.productGroup, metalPurity: [{ value: '22K', price: '7200.25' }] },
    shop.staff,
  );
});
afterAll(() => shop.close());

const calculate = (customizations: object, productId = ring._id) =>
  shop.send<{ finalPrice: number; customizationPrice: number; code: string; errors: object }>(
    'POST',
    '/product/calculate-price',
    { productId, customizations },
  );

const quote = (lines: object[]) =>
  shop.send<{ lines: catalog.QuotedLine[] }>('POST', '/internal/quotes', { lines }, internal);

describe('the calculated price', () => {
  it('comes from the option list and from the group, in rupees with two decimals', async () => {
    const { body } = await calculate({ costomization: 'yes', metalPurity: '22K', sizeOptions: '14' });
    expect(body).toMatchObject({ finalPrice: 50_650.75, customizationPrice: 8_150.75 });
  });

  it('is not moved by prices in the request', async () => {
    const { body } = await calculate({
      costomization: 'yes',
      metalPurity: { value: '22K', price: 1 },
      sizeOptions: { value: '14', price: -50_000 },
    });
    expect(body).toMatchObject({ finalPrice: 50_650.75 });
  });

  it('names the option that is not offered', async () => {
    const { status, body } = await calculate({ sizeOptions: '99' });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'option.not-offered',
      errors: { 'customizations.sizeOptions': 'Not offered' },
    });
  });

  it('is refused for details of another piece, and for a choice that there is not, by name', async () => {
    const send = (fields: object) =>
      shop.send<{ errors: object }>('POST', '/product/calculate-price', { productId: ring._id, ...fields });
    const foreign = 'This does not belong to the piece';
    for (const [fields, errors] of [
      [{ detailsModel: 'NecklaceDetails' }, { detailsModel: foreign }],
      [{ detailsRef: 'f'.repeat(24) }, { detailsRef: foreign }],
      [{ customizations: { colour: 'blue' } }, { 'customizations.colour': 'There is no such choice' }],
    ]) {
      const { status, body } = await send(fields!);
      expect([status, body.errors]).toEqual([400, errors]);
    }
    expect((await send({ detailsModel: ring.detailsModel, detailsRef: ring.detailsRef._id })).status).toBe(200);
  });

  it('is a 404 for a piece that is not in the shop', async () => {
    const draft = await shop.add({ status: 'draft' });
    expect((await calculate({}, draft._id)).body.code).toBe('product.not-found');
    expect((await calculate({}, 'f'.repeat(24))).status).toBe(404);
  });
});

describe('a quote', () => {
  it('answers line by line, in the order asked', async () => {
    const { body } = await quote([
      { productId: ring._id, quantity: 2, customizations: { sizeOptions: '14' } },
      { productId: 'f'.repeat(24), quantity: 1 },
      { productId: ring._id, quantity: 1 },
    ]);
    expect(body.lines).toMatchObject([
      {
        state: 'priced',
        unitPaise: 43_450_50,
        basePaise: 42_500_00,
        customizationPaise: 950_50,
        customized: false,
        stock: 5,
        product: {
          _id: ring._id,
          productGroup: ring.productGroup,
          category: { main: 'ring' },
          engravingAvailable: true,
        },
      },
      { state: 'gone' },
      { state: 'not-offered', errors: { sizeOptions: 'Please select ring size' }, stock: 5 },
    ]);
  });

  it('says when a piece is made to order', async () => {
    const { body } = await quote([
      {
        productId: ring._id,
        quantity: 1,
        customizations: { costomization: 'yes', metalPurity: '22K', sizeOptions: '12' },
      },
    ]);
    expect(body.lines[0]).toMatchObject({ state: 'priced', customized: true, customizationPaise: 7_200_25 });
  });

  it('says what a bill has to say of the piece as it was chosen', async () => {
    const stones = [{ type: 'Natural Diamond', count: 2, carat: 0.3 }];
    const piece = await shop.add({
      productGroup: ring.productGroup,
      detailsRef: { metalTone: ['Rose Gold'], metalPurity: ['18K', '22K'], weight: 3.26, netWeight: 3.2, stones },
    });
    const particulars = async (customizations: object) => {
      const line = { productId: piece._id, quantity: 1, customizations: { sizeOptions: '12', ...customizations } };
      return (await quote([line])).body.lines[0];
    };
    const ready = { purity: '18K · 750', weight: 3.26, netWeight: 3.2, stones, isHallmarked: true };
    expect(await particulars({})).toMatchObject({ state: 'priced', particulars: ready });
    expect(await particulars({ costomization: 'yes', metalPurity: '22K' })).toMatchObject({
      customized: true,
      particulars: { ...ready, purity: '22K · 916' },
    });
  });

  it('engraves one line that can be seen, and nothing else', async () => {
    const engraved = async (engraving: unknown) =>
      (await quote([{ productId: ring._id, quantity: 1, customizations: { sizeOptions: '14', engraving } }])).body
        .lines[0];
    expect(await engraved('Asha\n\u202E& Arun ')).toMatchObject({ customizations: { engraving: 'Asha & Arun' } });
    for (const unseen of ['\u200B\u2060', { value: '\u200B' }, ' ']) {
      const line = await engraved(unseen);
      expect(line).toMatchObject({ state: 'priced' });
      expect(line).not.toHaveProperty('customizations.engraving');
    }
  });

  it('follows the price, the details and the stock of a piece at once', async () => {
    const piece = await shop.add({ stock: 5, price: 1_000 });
    const line = { productId: piece._id, quantity: 1, customizations: { sizeOptions: '16' } };
    const quoted = async () => (await quote([line])).body.lines[0];
    const change = (fields: object) => shop.send('PUT', `/admin/product/${piece._id}`, fields, shop.staff);
    expect(await quoted()).toMatchObject({ state: 'not-offered', stock: 5 });
    const { detailsRef } = aRing({ detailsRef: { sizeOptions: ['16'] } });
    expect((await change({ detailsRef })).status).toBe(200);
    expect(await quoted()).toMatchObject({ state: 'priced', basePaise: 1_000_00, stock: 5 });
    await change({ price: 1_200, stock: 2, stockBefore: 5 });
    expect(await quoted()).toMatchObject({ state: 'priced', basePaise: 1_200_00, stock: 2 });
    await change({ status: 'draft' });
    expect(await quoted()).toEqual({ state: 'gone' });
  });

  it('is not given to the public', async () => {
    expect((await shop.send('POST', '/internal/quotes', { lines: [] })).status).toBe(404);
  });
});
