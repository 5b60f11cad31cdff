import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, cartOrder, type catalog, periodBefore, type Problem, startOfShopDay } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import fc from 'fast-check';
import { Types } from 'mongoose';
import { internal, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import type { Product } from '../products/product.schema.ts';
import type { StockMovement } from './stock-movement.schema.ts';

type Summary = AnswerOf<typeof catalog.summarizeStock>;

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

const ask = <Body = Summary>(query: Record<string, string>) =>
  shop.get<Body>(`/admin/products/stock?${new URLSearchParams(query)}`, shop.staff);

const products = () => shop.service.connection.collection<Product>('products');
const movements = () => shop.service.connection.collection<StockMovement>('stock-movements');
const empty = () => Promise.all([products().deleteMany({}), movements().deleteMany({})]);

const indianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' });
const DAY_MS = 24 * 3_600_000;
const FIRST = Date.parse('2026-09-01');
const dayAt = (index: number) => new Date(FIRST + index * DAY_MS).toISOString().slice(0, 10);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** Any moment of eight weeks, and often the last millisecond of a day in India, or the first of the next. */
const moment = fc
  .tuple(
    fc.nat(55),
    fc.oneof(
      fc.constantFrom('18:29:59.999', '18:30:00.000', '00:00:00.000'),
      fc.nat(DAY_MS - 1).map((ms) => new Date(ms).toISOString().slice(11, 23)),
    ),
  )
  .map(([day, time]) => new Date(`${dayAt(day)}T${time}Z`));

interface Stored {
  product: Product;
  movements: StockMovement[];
}

const anyProduct = fc.record({
  pricePaise: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 9_000_000 }) }, fc.constant(0)),
  status: fc.constantFrom('published', 'published', 'published', 'draft', 'archived'),
  /** Pieces from before there were movements. */
  isOld: fc.boolean(),
  first: fc.nat(9),
  at: fc.array(moment, { minLength: 1, maxLength: 8 }),
  moves: fc.array(
    fc.record({
      kind: fc.constantFrom('sold', 'sold', 'returned', 'received', 'counted', 'written-off'),
      pieces: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 8, maxLength: 8 },
  ),
});

const stored = fc.array(anyProduct, { maxLength: 16 }).map((all) =>
  all.map(({ pricePaise, status, isOld, first, at, moves }, index): Stored => {
    const productId = new Types.ObjectId();
    const times = at.toSorted((one, other) => +one - +other);
    let stock = 0;
    const told = times.map((time, nth): StockMovement => {
      const move = moves[nth]!;
      const takes = move.kind === 'sold' || move.kind === 'written-off';
      const delta = nth === 0 ? first : takes ? -Math.min(stock, move.pieces) : move.pieces;
      stock += delta;
      const kind = nth > 0 ? move.kind : isOld ? 'counted' : 'received';
      return {
        ...{ _id: new Types.ObjectId(), productId, number: nth + 1, kind, delta, stockAfter: stock, at: time },
        // A count of staff opens nothing.
        ...((kind === 'received' || (kind === 'counted' && nth > 0)) && { userId: 'u1' }),
      };
    });
    return {
      movements: told,
      product: {
        ...{ _id: productId, name: `Piece ${index}`, productGroup: `AR-${2_000 + index}`, metalTone: 'Silver' },
        ...{ status, pricePaise, stock, held: 0, sold: 0, movementSum: stock, movementCount: told.length },
        ...{ createdAt: new Date(FIRST + index), images: [], position: 0, featured: 0 },
      } as unknown as Product,
    };
  }),
);

/** The definition, said again over the movements themselves. */
function summaryOf(all: readonly Stored[], from: string, to: string, against: 'days' | 'month' | 'year') {
  const kept = all.filter(({ product }) => product.status !== 'archived' && product.pricePaise > 0);
  const opened = kept.flatMap(({ movements: [first] }) => (first!.kind === 'counted' ? [first!.at] : []));
  const stockOn = (day: string) => {
    const end = +startOfShopDay(day) + DAY_MS;
    if (opened.some((at) => +at >= end)) return null;
    const then = kept.map((one) => one.movements.findLast(({ at }) => indianDay.format(at) <= day)?.stockAfter ?? 0);
    const value = sumOf(then.map((pieces, index) => pieces * kept[index]!.product.pricePaise)) / 100;
    return { day, pieces: sumOf(then), value };
  };
  const sinceFrom = opened.filter((at) => indianDay.format(at) >= from).map(Number);
  const slow = kept
    .filter(({ product }) => product.status === 'published' && product.stock > 0)
    .map(({ product: { _id, name, metalTone, productGroup, stock, pricePaise, createdAt }, movements: own }) => ({
      ...{ productId: String(_id), name, metalTone, productGroup, stock },
      value: (stock * pricePaise) / 100,
      sold: Math.max(
        0,
        -sumOf(
          own
            .filter(({ at }) => indianDay.format(at) >= from && indianDay.format(at) <= to)
            .filter(({ kind }) => kind === 'sold' || kind === 'returned')
            .map(({ delta }) => delta),
        ),
      ),
      createdAt: createdAt.toISOString(),
    }))
    .toSorted((a, b) => a.sold - b.sold || b.value - a.value || (a.productId < b.productId ? -1 : 1));
  return {
    now: stockOn(to),
    before: stockOn(periodBefore({ from, to }, against).to),
    knownSince: sinceFrom.length > 0 ? new Date(Math.max(...sinceFrom)).toISOString() : null,
    slow: slow.slice(0, 10),
  };
}

describe('the summary of the stock', () => {
  it('is what the movements say, replayed one by one', async () => {
    const days = fc.tuple(fc.nat(45), fc.nat(12), fc.constantFrom('days' as const, 'year' as const));
    await fc.assert(
      fc.asyncProperty(stored, days, async (all, [start, more, against]) => {
        await empty();
        if (all.length > 0) {
          await products().insertMany(all.map(({ product }) => product));
          await movements().insertMany(all.flatMap((one) => one.movements));
        }
        const [from, to] = [dayAt(start), dayAt(start + more)];
        expect((await ask({ from, to, against })).body).toEqual(summaryOf(all, from, to, against));
      }),
      { numRuns: 40 },
    );
    await empty();
  });

  it('counts what buyers took and kept, and the pieces that are free', async () => {
    await empty();
    const quick = await shop.add({ price: 1_000, stock: 5 });
    const slow = await shop.add({ price: 2_000, stock: 4 });
    const draft = await shop.add({ price: 3_000, stock: 1, status: 'draft' });
    await shop.add({ price: 4_000, stock: 0 });
    const hold = async (productId: string, quantity: number) => {
      const holdId = crypto.randomUUID();
      await shop.send('POST', '/internal/holds', { holdId, lines: [{ productId, quantity }] }, internal);
      return holdId;
    };
    const sold = await hold(quick._id, 2);
    await shop.deliverEvent(cartOrder.orderCreated, 'o1', {
      ...{ orderId: 'o1', userId: 'u1', holdId: sold, lines: [{ productId: quick._id, quantity: 2 }] },
    });
    const givenUp = await hold(slow._id, 3);
    await shop.deliverEvent(cartOrder.holdReleased, givenUp, { holdId: givenUp });
    const today = indianDay.format(new Date());
    await eventually(async () => {
      const { body } = await ask({ from: today, to: today });
      expect(body).toMatchObject({
        now: { day: today, pieces: 3 + 4 + 1, value: 3_000 + 8_000 + 3_000 },
        before: { pieces: 0, value: 0 },
        knownSince: null,
      });
      expect(body.slow.map(({ productId, sold: pieces, stock, value }) => [productId, pieces, stock, value])).toEqual([
        [slow._id, 0, 4, 8_000],
        [quick._id, 2, 3, 3_000],
      ]);
    });
    await shop.send('DELETE', `/admin/product/${draft._id}`, undefined, shop.staff);
    expect((await ask({ from: today, to: today })).body.now).toMatchObject({ pieces: 7, value: 11_000 });
  });

  it('refuses days that are none, with the field, and is for staff', async () => {
    const { status, body } = await ask<Problem>({ from: '2026-11-31', to: '2026-12-01' });
    expect([status, body.errors]).toEqual([400, { from: 'A day, as 2026-11-25' }]);
    expect((await shop.get('/admin/products/stock?from=2026-11-01&to=2026-11-02')).status).toBe(401);
  });
});
