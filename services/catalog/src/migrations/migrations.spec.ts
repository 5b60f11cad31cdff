import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { catalog } from '@shop/contracts';
import type { Migration } from '@shop/service-kit';
import mongoose from 'mongoose';
import { internal, nextGroup, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import { migrations } from './index.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

const id = () => new mongoose.Types.ObjectId();
const collection = (name: string) => shop.service.connection.collection(name);
const log = { log: () => {}, warn: () => {} };
/** Runs a migration as often as after a crash behind each of its batches. */
async function run({ run: migrate }: Migration): Promise<void> {
  const db = shop.service.connection.db!;
  for (let i = 0; i < 2; i++) await migrate({ db, cursor: undefined, saveCursor: () => Promise.resolve(), log });
}
const byId = (name: string): Migration => migrations.find((migration) => migration.id.endsWith(name))!;

describe('the migrations of catalog', () => {
  it('make one review per group and user of those per product, the newer of two, and rate the group', async () => {
    const productGroup = nextGroup();
    const yellow = await shop.add({ productGroup });
    const rose = await shop.add({
      productGroup,
      material: { tag: 'rose-gold' },
      detailsRef: { metalTone: ['Rose Gold'] },
    });
    const review = (productId: string, userId: string, rating: number, day: number) => ({
      _id: id(),
      productId: new mongoose.Types.ObjectId(productId),
      userId,
      rating,
      text: `${rating} stars`,
      hidden: false,
      writtenAt: new Date(Date.UTC(2026, 0, day)),
    });
    await collection('reviews').insertMany([
      review(yellow._id, 'asha', 1, 1),
      review(rose._id, 'asha', 5, 2),
      review(rose._id, 'ravi', 3, 2),
      review(yellow._id, 'ravi', 1, 1),
      review(yellow._id, 'meera', 4, 1),
    ]);
    await run(byId('reviews-have-groups'));
    for (const { _id } of [yellow, rose]) {
      const { body } = await shop.get<{ ratings: catalog.Review[]; rating: number }>(`/rating/${_id}`);
      expect(body).toMatchObject({ rating: 4, ratingCount: 3 });
      expect(body.ratings.map(({ rating }) => rating).toSorted()).toEqual([3, 4, 5]);
    }
  });

  it('keep who bought what, which had no order', async () => {
    const { _id, productGroup } = await shop.add();
    const userId = String(id());
    await collection('purchases').insertOne({ productId: new mongoose.Types.ObjectId(_id), userId } as never);
    await run(byId('purchases-are-orders'));
    await shop.send('POST', `/rating/${_id}`, { rating: 5 }, await shop.service.signIn({ userId }));
    const { body } = await shop.get<{ ratings: catalog.Review[] }>(`/rating/${_id}`);
    expect(productGroup).toBeTruthy();
    expect(body.ratings).toMatchObject([{ bought: true }]);
    expect(await collection('bought').countDocuments({ userId })).toBe(1);
  });

  it('begin the movements of each product with the stock that it has, once, also of what is sold out', async () => {
    const products = [await shop.add({ stock: 5 }), await shop.add({ stock: 0 }), await shop.add({ stock: 3 })];
    const [five, none, moving] = products.map(({ _id }) => new mongoose.Types.ObjectId(_id));
    // As they were before movements; one has some already.
    const old = { _id: { $in: [five!, none!] } };
    await collection('products').updateMany(old, { $unset: { movementCount: 1, movementSum: 1 } });
    await collection('stock-movements').deleteMany({ productId: { $in: [five!, none!] } });
    await run(byId('stock-has-movements'));
    const of = async (productId: mongoose.Types.ObjectId) => {
      const rows = await collection('stock-movements').find({ productId }).toArray();
      return rows.map(({ number, kind, delta, stockAfter, reason }) => [number, kind, delta, stockAfter, reason]);
    };
    expect(await of(five!)).toEqual([[1, 'counted', 5, 5, 'Stock when movements began']]);
    expect(await of(none!)).toEqual([[1, 'counted', 0, 0, 'Stock when movements began']]);
    expect(await of(moving!)).toEqual([[1, 'received', 3, 3, 'New product']]);
    const record = { kind: 'received', pieces: 2 };
    await shop.send('POST', `/admin/product/${String(five)}/movements`, record, shop.staff);
    expect((await of(five!))[1]).toEqual([2, 'received', 2, 7, undefined]);
  });

  it('begin the movements right while pieces are sold', async () => {
    const { _id } = await shop.add({ stock: 30 });
    const productId = new mongoose.Types.ObjectId(_id);
    await collection('products').updateOne({ _id: productId }, { $unset: { movementCount: 1, movementSum: 1 } });
    await collection('stock-movements').deleteMany({ productId });
    const holds = Array.from({ length: 12 }, () => {
      const body = { holdId: crypto.randomUUID(), lines: [{ productId: _id, quantity: 1 }] };
      return shop.send('POST', '/internal/holds', body, internal);
    });
    await Promise.all([...holds, run(byId('stock-has-movements'))]);
    const { body } = await shop.get<{ movements: catalog.StockMovement[] }>(
      `/admin/product/${_id}/movements?limit=100`,
      shop.staff,
    );
    expect(body.movements.map(({ number }) => number)).toEqual(Array.from({ length: 13 }, (_, i) => 13 - i));
    expect(body.movements.reduce((sum, { delta }) => sum + delta, 0)).toBe(18);
  });

  it('make the material to order that the version before did so by its name, also where it was renamed', async () => {
    const materials = collection('branches');
    const flags = async () =>
      Object.fromEntries(
        (await materials.find({ kind: 'material' }).toArray()).map(({ name, madeToOrder }) => [name, madeToOrder]),
      ) as Record<string, boolean | undefined>;
    // As it was before the flag.
    await materials.updateMany({ kind: 'material' }, { $unset: { madeToOrder: 1 } });
    await run(byId('materials-are-made-to-order'));
    expect(await flags()).toEqual({ gold: true, 'rose-gold': undefined, silver: undefined, platinum: undefined });
    await materials.updateOne({ name: 'gold' }, { $set: { name: 'fine gold', formerNames: ['gold'] } });
    await materials.updateMany({ kind: 'material' }, { $unset: { madeToOrder: 1 } });
    await run(byId('materials-are-made-to-order'));
    expect(await flags()).toMatchObject({ 'fine gold': true, silver: undefined });
    // Staff said no in between: a killed run that begins again leaves that.
    await materials.updateOne({ name: 'fine gold' }, { $set: { madeToOrder: false } });
    await run(byId('materials-are-made-to-order'));
    expect(await flags()).toMatchObject({ 'fine gold': false });
    await materials.updateOne(
      { name: 'fine gold' },
      { $set: { name: 'gold', madeToOrder: true }, $unset: { formerNames: 1 } },
    );
  });

  it('leave values that are in a list twice alone, and let no third one in', async () => {
    const option = (value: string) => ({ _id: id(), kind: 'backtype', value, pricePaise: 0, createdAt: new Date() });
    await collection('options').insertMany([option('Screw'), option('SCREW'), option('Push')]);
    await run(byId('options-are-folded'));
    const rows = await collection('options').find({ kind: 'backtype' }).sort({ _id: 1 }).toArray();
    expect(rows.map(({ folded }) => folded as unknown)).toEqual(['screw', undefined, 'push']);
    const sent = await shop.send<{ code: string }>('POST', '/admin/backtype', { backtype: 'screw' }, shop.staff);
    expect(sent.body.code).toBe('option.taken');
  });
});
