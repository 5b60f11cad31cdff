import { afterAll, beforeAll, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import { addCopies } from '../../test/copies.ts';
import { editsOf } from '../../test/edits.ts';

const MANY = 600;
const EDITS = 150;
const AT_ONCE = 8;
/** Where other tests have the processors. */
const LONGEST_MS = 900_000;

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog({ CATALOG_SWEEP: '10s' });
});
afterAll(() => shop.close());

const { preview, apply, undo, allRows } = editsOf(() => shop);

type Fields = Record<'price' | 'featured' | 'status' | 'occasions' | 'deliveryTime', unknown>;
const CHANGES = {
  price: { by: 'percent', value: 7.5, step: '10' },
  featured: 6,
  status: 'draft',
  occasions: { add: ['Diwali'] },
  deliveryTime: 'A week',
};

/** Numbers from 0 to below 1, the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The edited fields of all products, from the database itself. */
async function fieldsNow(): Promise<Map<string, Fields>> {
  const { connection } = shop.service;
  const details = new Map(
    (await connection.collection('details').find().toArray()).map((one) => [String(one._id), one] as const),
  );
  const products = await connection.collection('products').find().toArray();
  return new Map(
    products.map((product) => {
      const { occasion = null, deliveryTime = null } = details.get(String(product['detailsRef']))!;
      const { pricePaise, featured, status } = product;
      return [String(product._id), { price: pricePaise / 100, featured, status, occasions: occasion, deliveryTime }];
    }),
  );
}

/** A change by hand of one field or more, now and then to the very value that the edit gave it. */
function changeByHand(random: () => number, given: Fields): Record<string, unknown> {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const changes = [
    { price: 1_000 + Math.floor(random() * 5) },
    { price: Number(given.price) },
    { featured: pick([0, 6, 7]) },
    { status: pick(['draft', 'published']) },
    { price: 99, featured: 1, status: 'published' },
  ];
  return pick(changes);
}

it(
  'each field of 600 products is restored or listed after 150 random changes by hand, never both or neither',
  async () => {
    const one = await shop.add({ price: 1_234.56 });
    await addCopies(shop, one, MANY - 1, 100);
    // Prices and occasions that differ.
    const products = shop.service.connection.collection('products');
    const ids = (await products.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => String(_id));
    await products.bulkWrite(
      ids.map((id, index) => ({
        updateOne: {
          filter: { _id: new mongoose.Types.ObjectId(id) },
          update: { $set: { pricePaise: 10_000 + index * 37, featured: index % 8 } },
        },
      })),
    );

    const before = await fieldsNow();
    const made = await preview({ filter: {} }, CHANGES);
    expect(made.totalCount).toBe(MANY);
    expect(made.counts.planned).toBe(MANY);
    const done = await apply(made);
    expect(done.counts).toMatchObject({ changed: MANY, skipped: 0, planned: 0 });
    const given = await fieldsNow();

    const random = seeded(20_261_126);
    const work = Array.from({ length: EDITS }, () => {
      const id = ids[Math.floor(random() * ids.length)]!;
      return { id, body: changeByHand(random, given.get(id)!) };
    });
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = work.pop(); next; next = work.pop()) {
          const answer = await shop.send('PUT', `/admin/product/${next.id}`, next.body, shop.staff);
          expect(answer.status).toBe(200);
        }
      }),
    );
    const changed = await fieldsNow();

    const undone = await undo(done);
    const after = await fieldsNow();
    const rows = await allRows(done._id);
    expect(rows).toHaveLength(MANY);
    const [restored, listed, wrong] = [[] as string[], [] as string[], [] as string[]];
    for (const { productId: id, fields, why, state } of rows) {
      for (const { field, undone: what } of fields) {
        const name = field as keyof Fields;
        const at = (values: Map<string, Fields>) => JSON.stringify(values.get(id)![name]);
        const isListed = why.some((reason) => reason.field === field);
        const holds = at(changed) === at(given);
        (isListed ? listed : restored).push(`${id} ${field}`);
        const fits = holds
          ? what === 'restored' && !isListed && at(after) === at(before)
          : what === 'kept' && isListed && state === 'kept' && at(after) === at(changed);
        if (!fits) wrong.push(`${id} ${field}: ${at(before)} ${at(given)} ${at(changed)} ${at(after)} ${what}`);
      }
      // What the edit did not change stays as it was left.
      for (const name of Object.keys(CHANGES) as (keyof Fields)[]) {
        if (fields.some(({ field }) => field === name)) continue;
        if (JSON.stringify(after.get(id)![name]) !== JSON.stringify(changed.get(id)![name]))
          wrong.push(`${id} ${name}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(listed.length).toBeGreaterThan(50);
    expect(restored.length).toBeGreaterThan(3 * MANY);
    expect(undone.counts.restored + undone.counts.kept).toBe(MANY);
    expect(undone.counts.kept).toBe(rows.filter(({ state }) => state === 'kept').length);
  },
  LONGEST_MS,
);
