import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import { Transactions } from '@shop/service-kit';
import { fixtureOf } from '@shop/test-kit/fixtures';
import mongoose, { type Schema } from 'mongoose';
import { aRing, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import { detailsSchemasOf } from './details.schema.ts';
import { Pieces } from './pieces.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

/** The declaration with one more field. */
const withOneMore = {
  ...catalog.DETAIL_FIELDS,
  madeUp: { kind: 'flag', label: 'Made up', row: 'Made up', optional: true },
} as const satisfies catalog.DetailFields;

describe('the fields of details', () => {
  it.each(catalog.DETAILS_MODELS)('are all stored as the contract of %s takes them', (model) => {
    const { schema, discriminators } = detailsSchemasOf(withOneMore);
    const Model = new mongoose.Mongoose({ autoCreate: false, autoIndex: false }).model('Details', schema);
    for (const { name, schema: special } of discriminators) Model.discriminator(name, special);
    const ofModel = Object.entries<catalog.DetailField>(withOneMore).flatMap(([name, { optional, ...field }]) =>
      catalog.modelHasField(model, field as catalog.DetailField) ? [[name, field as catalog.DetailField] as const] : [],
    );
    const fields: Record<string, unknown> = fixtureOf(catalog.detailsSchemaOf(Object.fromEntries(ofModel)));
    expect(Object.keys(fields)).toContain('madeUp');
    const document = new Model({ ...fields, detailsModel: model } as never);
    const { _id, detailsModel, ...stored } = document.toObject() as Record<string, unknown>;
    expect(stored).toEqual(fields);
  });

  it('are refused when the schema does not know one, instead of dropped', async () => {
    const piece = await shop.add();
    const pieces = shop.service.app.get(Pieces, { strict: false });
    const save = (details: object) =>
      shop.service.app.get(Transactions, { strict: false }).run(async (session) => {
        const found = await pieces.find({ _id: new mongoose.Types.ObjectId(piece._id) }, session);
        const because = { userId: 'u1', stock: { kind: 'counted' as const } };
        await pieces.change([{ piece: found[0]!, product: {}, details }], because, session);
      });
    await expect(save({ madeUp: true })).rejects.toThrow('Field `madeUp` is not in schema');
    await expect(save({ chainLengths: ['18 in'] })).rejects.toThrow('Field `chainLengths` is not in schema');
    await expect(save({ certification: { isHallmarked: true, by: 'IGI' } })).rejects.toThrow('StrictModeError');
    await expect(save({ weight: 4 })).resolves.toBeUndefined();
  });

  it('are answered as they are stored', async () => {
    const ring = aRing({ detailsRef: { stones: [{ type: 'Diamond', count: 2, carat: 0.4 }] } });
    const { body } = await shop.send<{ product: catalog.ProductForStaff }>(
      'POST',
      '/admin/product/new',
      ring,
      shop.staff,
    );
    const stored = await shop.service.connection
      .collection('details')
      .findOne({ _id: new mongoose.Types.ObjectId(body.product.detailsRef._id) });
    const { _id, detailsModel, ...fields } = stored!;
    const { _id: __, ...answered } = body.product.detailsRef;
    expect(answered).toEqual(fields);
    expect(detailsModel).toBe('RingDetails');
  });
});

describe('every schema of the catalogue', () => {
  it('refuses a field that it does not know', () => {
    const schemasOf = (schema: Schema): Schema[] => [
      schema,
      ...schema.childSchemas.flatMap((child) => schemasOf(child.schema)),
    ];
    const { models } = shop.service.connection;
    const own = ['TaxonomyEntry', 'Customization', 'Details', ...catalog.DETAILS_MODELS, 'Hold', 'Option', 'Product'];
    const lenient = [...own, 'Purchase', 'Rename', 'Review'].filter((name) =>
      schemasOf(models[name]!.schema).some((schema) => schema.get('strict') !== 'throw'),
    );
    expect(lenient).toEqual([]);
  });
});
