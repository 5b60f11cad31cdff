import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, catalog, identity } from '@shop/contracts';
import { Transactions } from '@shop/service-kit';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import fc from 'fast-check';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { internal, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import { unaccounted } from '../../test/movements-add-up.ts';
import type { Product } from '../products/product.schema.ts';
import { StockService } from './stock.service.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

type Movement = catalog.StockMovement;
interface Recorded {
  code?: string;
  errors?: Record<string, string>;
  details?: { stock: number; held: number };
  movement: Movement;
  product: catalog.ProductForStaff;
}

const record = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.send<Recorded>('POST', `/admin/product/${id}/movements`, body, { ...shop.staff, ...headers });

async function list(id: string, query = ''): Promise<{ movements: Movement[]; totalCount: number }> {
  return (
    await shop.get<{ movements: Movement[]; totalCount: number }>(`/admin/product/${id}/movements?${query}`, shop.staff)
  ).body;
}

/** Newest first: kind, change, stock after. */
const told = async (id: string, query = '') =>
  (await list(id, query)).movements.map(({ kind, delta, stockAfter }) => [kind, delta, stockAfter]);

const hold = (productId: string, quantity: number, holdId: string = crypto.randomUUID()) =>
  shop.send<{ holdId: string }>('POST', '/internal/holds', { holdId, lines: [{ productId, quantity }] }, internal);
const held = async (productId: string, quantity: number) => (await hold(productId, quantity)).body.holdId;
const release = (holdId: string) => shop.deliverEvent(cartOrder.holdReleased, holdId, { holdId });
const order = (holdId: string, orderId: string, productId: string, quantity: number) =>
  shop.deliverEvent(cartOrder.orderCreated, orderId, {
    ...{ orderId, userId: 'u1', holdId, lines: [{ productId, quantity }] },
  });
const cancel = (holdId: string, orderId: string) =>
  shop.deliverEvent(cartOrder.orderCancelled, orderId, { orderId, holdId });
const stateOf = async (holdId: string) =>
  (await shop.get<{ hold: { state: string } | null }>(`/internal/holds/${holdId}`, internal)).body.hold?.state;
const becomes = (holdId: string, state: string) =>
  eventually(async () => expect(await stateOf(holdId)).toBe(state), { what: `the hold being ${state}` });
const productNow = async (id: string) =>
  (await shop.get<{ product: catalog.ProductForStaff }>(`/admin/product/${id}`, shop.staff)).body.product;

describe('what staff record of the stock', () => {
  it('changes it and is listed with who, why and when, newest first', async () => {
    const { _id: id } = await shop.add({ stock: 5 });
    const userId = new Types.ObjectId().toHexString();
    const staff = await shop.service.signIn({ userId, role: 'admin' });
    const who = { userId, name: 'Mira Shah', email: 'mira@example.com', role: 'admin' as const };
    await shop.deliverEvent(identity.userCreated, userId, who);
    await eventually(async () => {
      const found = await shop.service.connection.collection('people').findOne({ _id: userId as never });
      return found !== null;
    });
    const received = await record(id, { kind: 'received', pieces: 3 }, staff);
    expect(received.status).toBe(201);
    expect(received.body).toMatchObject({
      movement: { number: 2, kind: 'received', delta: 3, stockAfter: 8, by: { userId, name: 'Mira Shah' } },
      product: { _id: id, stock: 8, held: 0 },
    });
    await record(id, { kind: 'written-off', pieces: 1, reason: 'Broken clasp' }, staff);
    await record(id, { kind: 'counted', pieces: 9, reason: 'Two were behind the tray' }, staff);
    const { movements, totalCount } = await list(id);
    expect(totalCount).toBe(4);
    expect(movements).toMatchObject([
      { number: 4, kind: 'counted', delta: 2, stockAfter: 9, reason: 'Two were behind the tray' },
      { number: 3, kind: 'written-off', delta: -1, stockAfter: 7, reason: 'Broken clasp' },
      { number: 2, kind: 'received', delta: 3, stockAfter: 8 },
      { number: 1, kind: 'received', delta: 5, stockAfter: 5, reason: 'New product' },
    ]);
    expect(Date.parse(movements[0]!.at)).toBeGreaterThan(0);
    expect(await told(id, 'page=2&limit=3')).toEqual([['received', 5, 5]]);
    await shop.deliverEvent(identity.userDeleted, userId, { userId }, { version: 9 });
    await eventually(async () => expect((await list(id)).movements[0]!.by).toEqual({ userId, name: null }), {
      what: 'the name of the deleted account being gone',
    });
  });

  it('tells shoppers of the new stock and is in the audit trail with its reason', async () => {
    const { _id: id } = await shop.add({ stock: 1 });
    await record(id, { kind: 'written-off', pieces: 1, reason: 'Stolen' });
    const events = (await publishedEvents(shop.service, catalog.stockChanged)).filter(({ key }) => key === id);
    expect(events.map(({ data }) => [data.stock, data.availabilityChanged])).toEqual([[0, true]]);
    const audited = (await publishedEvents(shop.service, identity.auditRecorded)).map(({ data }) => data);
    expect(audited.findLast(({ subjectId }) => subjectId === id)).toMatchObject({
      ...{ action: 'product.stock-recorded', before: { stock: 1 }, after: { stock: 0 }, reason: 'Stolen' },
    });
  });

  it('is refused at its field where it would take what is held for a checkout, or has no reason', async () => {
    const { _id: id } = await shop.add({ stock: 5 });
    await held(id, 2);
    const refused = async (body: unknown) => {
      const answer = await record(id, body);
      expect(answer.status).toBe(400);
      return answer.body.errors;
    };
    expect(await refused({ kind: 'written-off', pieces: 4, reason: 'Lost' })).toEqual({
      pieces: 'Only 3 are free, 2 more are held for checkouts',
    });
    expect(await refused({ kind: 'counted', pieces: 1, reason: 'Lost' })).toEqual({
      pieces: '2 are held for checkouts: it cannot be fewer',
    });
    expect(await refused({ kind: 'counted', pieces: 4 })).toEqual({ reason: 'Say why: 5 were expected' });
    expect(await refused({ kind: 'written-off', pieces: 1 })).toEqual({ reason: 'Say why they are written off' });
    expect(await refused({ kind: 'written-off', pieces: 1, reason: ' \n' })).toHaveProperty('reason');
    expect(await refused({ kind: 'received', pieces: 0 })).toEqual({ pieces: 'At least 1' });
    expect(await refused({ kind: 'received', pieces: 1.5 })).toHaveProperty('pieces');
    expect(await refused({ kind: 'sold', pieces: 1 })).toHaveProperty('kind');
    expect(await refused({ kind: 'received', pieces: 1, reason: 'x'.repeat(301) })).toEqual({
      reason: 'At most 300 characters',
    });
    expect(await told(id)).toEqual([
      ['sold', -2, 3],
      ['received', 5, 5],
    ]);
  });

  it('keeps a count that is right, and refuses one of pieces that have moved since', async () => {
    const { _id: id } = await shop.add({ stock: 5 });
    const holdId = await held(id, 1);
    // A hold does not move a piece: it lies where it lay.
    expect((await record(id, { kind: 'counted', pieces: 5, piecesBefore: 5 })).status).toBe(201);
    expect((await told(id))[0]).toEqual(['counted', 0, 4]);
    await order(holdId, 'o-counted', id, 1);
    await becomes(holdId, 'sold');
    const { status, body } = await record(id, { kind: 'counted', pieces: 5, piecesBefore: 5 });
    expect([status, body.code, body.details]).toEqual([409, 'product.pieces-moved', { stock: 4, held: 0 }]);
  });

  it('happens once for its key, and of two colleagues both, the later with the stock of both', async () => {
    const { _id: id } = await shop.add({ stock: 5 });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [
      await record(id, { kind: 'received', pieces: 3 }, key),
      await record(id, { kind: 'received', pieces: 3 }, key),
    ];
    expect(again.body).toEqual(first.body);
    const both = await Promise.all([
      record(id, { kind: 'received', pieces: 10 }),
      record(id, { kind: 'written-off', pieces: 2, reason: 'Lost' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both.map(({ body }) => body.product.stock)).toContain(16);
    expect((await list(id)).totalCount).toBe(4);
  });

  it('is for staff, of a product that is in the shop; its history stays when it is archived', async () => {
    const { _id: id } = await shop.add({ stock: 5 });
    const shopper = await shop.service.signIn({ role: 'user' });
    expect((await shop.get(`/admin/product/${id}/movements`, shopper)).status).toBe(403);
    expect((await record(id, { kind: 'received', pieces: 1 }, shopper)).status).toBe(403);
    await shop.send('DELETE', `/admin/product/${id}`, undefined, shop.staff);
    expect((await record(id, { kind: 'received', pieces: 1 })).body.code).toBe('product.not-found');
    expect(await told(id)).toEqual([['received', 5, 5]]);
    const nobody = new Types.ObjectId().toHexString();
    expect((await shop.get<Recorded>(`/admin/product/${nobody}/movements`, shop.staff)).body.code).toBe(
      'product.not-found',
    );
  });
});

describe('what buyers do to the stock', () => {
  it('is sold with the checkout that takes it, and leads to the order once there is one', async () => {
    const { _id: id } = await shop.add({ stock: 5 });
    const holdId = await held(id, 2);
    expect((await list(id)).movements[0]).toMatchObject({
      ...{ kind: 'sold', delta: -2, stockAfter: 3, hold: { holdId, state: 'held' } },
    });
    await order(holdId, 'o-1', id, 2);
    await becomes(holdId, 'sold');
    // The pieces were taken before: nothing is sold twice.
    const { movements, totalCount } = await list(id);
    expect([totalCount, movements[0]!.hold]).toEqual([2, { holdId, state: 'sold', orderId: 'o-1' }]);
    expect(movements[0]).not.toHaveProperty('by');
  });

  it('is returned when the checkout is given up, or its order cancelled; the order stays known when the hold is gone', async () => {
    const { _id: id } = await shop.add({ stock: 5 });
    const [givenUp, cancelled] = [await held(id, 1), await held(id, 2)];
    await release(givenUp);
    await becomes(givenUp, 'released');
    await order(cancelled, 'o-2', id, 2);
    await cancel(cancelled, 'o-2');
    await becomes(cancelled, 'returned');
    expect(await told(id)).toEqual([
      ['returned', 2, 5],
      ['returned', 1, 3],
      ['sold', -2, 2],
      ['sold', -1, 4],
      ['received', 5, 5],
    ]);
    const holds = async () => (await list(id)).movements.map(({ hold }) => hold && [hold.state, hold.orderId]);
    const expected = [
      ['returned', 'o-2'],
      ['released', undefined],
      ['returned', 'o-2'],
      ['released', undefined],
      undefined,
    ];
    expect(await holds()).toEqual(expected);
    shop.service.clock.advance(31 * 86_400_000);
    await shop.service.app.get(StockService, { strict: false }).tidy();
    expect(await stateOf(cancelled)).toBeUndefined();
    expect(await holds()).toEqual(expected);
    expect(await told(id, 'by=staff')).toEqual([['received', 5, 5]]);
    expect((await list(id, 'by=staff')).totalCount).toBe(1);
  });

  it('has no movement where nothing was taken: too few pieces, or the same request again', async () => {
    const [one, two] = [await shop.add({ stock: 5 }), await shop.add({ stock: 0 })];
    const lines = [one, two].map(({ _id: productId }) => ({ productId, quantity: 1 }));
    const asked = { holdId: crypto.randomUUID(), lines };
    expect((await shop.send('POST', '/internal/holds', asked, internal)).status).toBe(409);
    expect((await list(one._id)).totalCount).toBe(1);
    const holdId = await held(one._id, 1);
    expect((await hold(one._id, 1, holdId)).status).toBe(200);
    expect((await list(one._id)).totalCount).toBe(2);
  });
});

describe('the stock in the product form', () => {
  const put = (id: string, body: unknown) =>
    shop.send<{ code: string; product: catalog.ProductForStaff }>('PUT', `/admin/product/${id}`, body, shop.staff);

  it('is a count with its reason, by the difference to what it was', async () => {
    const { _id: id } = await shop.add({ stock: 5 });
    expect((await put(id, { stock: 9, stockBefore: 5, name: 'Another name' })).body.product).toMatchObject({
      ...{ stock: 9, name: 'Another name' },
    });
    expect((await list(id)).movements[0]).toMatchObject({
      ...{ kind: 'counted', delta: 4, stockAfter: 9, reason: 'Changed in the product form' },
    });
    expect((await put(id, { stock: 3, stockBefore: 5 })).body.code).toBe('product.stock-moved');
    await put(id, { stock: 9, stockBefore: 9 });
    await put(id, { name: 'A third name', stockBefore: 1 });
    expect((await list(id)).totalCount).toBe(2);
  });

  it('has no movement of a new product without pieces', async () => {
    const { _id: id } = await shop.add({ stock: 0 });
    expect(await list(id)).toEqual({ movements: [], totalCount: 0 });
  });
});

describe('a change of stock past the ledger', () => {
  it('is refused where it is written by mongoose', async () => {
    const { _id } = await shop.add({ stock: 5 });
    const products = shop.service.app.get<Model<Product>>(getModelToken('Product'), { strict: false });
    for (const update of [{ stock: 7 }, { $set: { stock: 7 } }, { $inc: { stock: 2 } }, { movementSum: 7 }]) {
      await expect(products.updateOne({ _id }, update)).rejects.toThrow('Stock changes through StockLedger only');
    }
    await expect(products.create([{ stock: 7 }])).rejects.toThrow('validation failed');
    expect(await told(_id)).toEqual([['received', 5, 5]]);
  });

  it('is found when the specs of catalog end', async () => {
    const { _id } = await shop.add({ stock: 5 });
    const products = shop.service.connection.collection('products');
    await products.updateOne({ _id: new Types.ObjectId(_id) }, { $inc: { stock: 1 } });
    expect(await unaccounted(shop.service.connection)).toEqual([`${_id}: stock 6, movements 1 add up to 5`]);
    await record(_id, { kind: 'received', pieces: 1 });
  });

  it('by an instance of a version before is made up for with the next movement', async () => {
    const { _id: id } = await shop.add({ stock: 5 });
    const products = shop.service.connection.collection('products');
    const ofId = { _id: new Types.ObjectId(id) };
    await products.updateOne(ofId, { $inc: { stock: -2, held: 2 } });
    await record(id, { kind: 'received', pieces: 1 });
    const { movements } = await list(id);
    expect(movements.map(({ kind, delta, stockAfter, reason }) => [kind, delta, stockAfter, reason])).toEqual([
      ['received', 1, 4, undefined],
      ['counted', -2, 3, 'Changed by an earlier version of the shop'],
      ['received', 5, 5, 'New product'],
    ]);
    // One that such an instance made has no movement at all.
    await shop.service.connection.collection('stock-movements').deleteMany({ productId: ofId._id });
    await products.updateOne(ofId, { $unset: { movementCount: 1, movementSum: 1 } });
    await held(id, 1);
    expect(await told(id)).toEqual([
      ['sold', -1, 3],
      ['counted', 4, 4],
    ]);
    expect((await list(id)).movements[1]).toMatchObject({ number: 1, reason: 'Stock when movements began' });
  });
});

describe('a low stock', () => {
  const listed = async (query: string) => {
    const { body } = await shop.get<{ products: catalog.ProductForStaff[]; totalCount: number }>(
      `/admin/products?${query}`,
      shop.staff,
    );
    return [body.products.map(({ name }) => name), body.totalCount];
  };
  const put = (id: string, body: unknown) =>
    shop.send<{ product: catalog.ProductForStaff; errors: object }>('PUT', `/admin/product/${id}`, body, shop.staff);

  it('is at the figure of the product, or at two pieces without one; archived ones are never low', async () => {
    const many = await shop.add({ name: 'Lowly Many', stock: 9, lowStockAt: 9 });
    await shop.add({ name: 'Lowly Two', stock: 2 });
    await shop.add({ name: 'Lowly Three', stock: 3 });
    const none = await shop.add({ name: 'Lowly One', stock: 1, lowStockAt: 0 });
    const draft = await shop.add({ name: 'Lowly Draft', stock: 0, status: 'draft' });
    expect([many.lowStockAt, many.isLow, none.lowStockAt, none.isLow]).toEqual([9, true, 0, false]);
    expect(await listed('q=lowly&low=yes')).toEqual([['Lowly Draft', 'Lowly Two', 'Lowly Many'], 3]);
    expect(await listed('q=lowly&low=yes&status=published&sort=-stock')).toEqual([['Lowly Many', 'Lowly Two'], 2]);
    expect(await listed('q=lowly&low=yes&stockUpTo=1')).toEqual([['Lowly Draft'], 1]);
    expect((await shop.get('/admin/products?low=no', shop.staff)).status).toBe(400);
    const { body } = await put(many._id, { lowStockAt: null });
    expect(body.product).not.toHaveProperty('lowStockAt');
    expect((await put(none._id, { lowStockAt: 1 })).body.product).toMatchObject({ lowStockAt: 1, isLow: true });
    expect((await put(none._id, { lowStockAt: -1 })).body.errors).toEqual({ lowStockAt: 'This cannot be negative' });
    await shop.send('DELETE', `/admin/product/${draft._id}`, undefined, shop.staff);
    expect(await listed('q=lowly&low=yes')).toEqual([['Lowly One', 'Lowly Two'], 2]);
  });
});

describe('a stock that runs low', () => {
  /** What was told of a product, as free pieces and figure. */
  const told = async (id: string) =>
    (await publishedEvents(shop.service, catalog.stockRanLow))
      .filter(({ key }) => key === id)
      .map(({ data: { stock, lowStockAt } }) => [stock, lowStockAt]);

  it('is told once for each time that it crosses its figure, whatever moved it', async () => {
    const { _id: id, productGroup } = await shop.add({ name: 'Nila Ring', stock: 4, lowStockAt: 3 });
    expect(await told(id)).toEqual([]);
    await held(id, 1);
    expect(await told(id)).toEqual([[3, 3]]);
    const lower = await held(id, 2);
    expect(await told(id)).toHaveLength(1);
    await release(lower);
    await becomes(lower, 'released');
    expect(await told(id)).toHaveLength(1);
    await record(id, { kind: 'received', pieces: 5 });
    await record(id, { kind: 'written-off', pieces: 6, reason: 'Stolen' });
    expect(await told(id)).toEqual([
      [3, 3],
      [2, 3],
    ]);
    const event = (await publishedEvents(shop.service, catalog.stockRanLow)).find(({ key }) => key === id);
    expect(event!.data).toEqual({ productId: id, productGroup, name: 'Nila Ring', stock: 3, lowStockAt: 3 });
  });

  it('is not told again when a newer checkout takes over the pieces of the one before', async () => {
    const { _id: id } = await shop.add({ stock: 3 });
    const first = await held(id, 1);
    expect(await told(id)).toEqual([[2, 2]]);
    const again = { holdId: crypto.randomUUID(), lines: [{ productId: id, quantity: 1 }], takeOver: [first] };
    expect((await shop.send('POST', '/internal/holds', again, internal)).status).toBe(200);
    expect(await told(id)).toHaveLength(1);
  });

  it('is not told of a hold that fails as a whole', async () => {
    const [one, other] = [await shop.add({ stock: 3 }), await shop.add({ stock: 1 })];
    const lines = [one, other].map(({ _id }) => ({ productId: _id, quantity: 2 }));
    const both = { holdId: crypto.randomUUID(), lines };
    expect((await shop.send('POST', '/internal/holds', both, internal)).status).toBe(409);
    expect(await told(one._id)).toEqual([]);
  });
});

describe('the movements of a product', () => {
  type Act =
    | { act: 'received' | 'written-off' | 'counted' | 'form'; pieces: number }
    | { act: 'hold'; pieces: number; both: boolean }
    | { act: 'sell' | 'release' | 'cancel'; which: number };
  const pieces = fc.integer({ min: 1, max: 3 });
  const anAct: fc.Arbitrary<Act> = fc.oneof(
    fc.record({ act: fc.constantFrom('received', 'written-off', 'counted', 'form'), pieces }),
    fc.record({ act: fc.constant('hold'), pieces, both: fc.boolean() }),
    fc.record({ act: fc.constantFrom('sell', 'release', 'cancel'), which: fc.nat(20) }),
  );
  /** Leads to each kind of movement, besides what the histories have. */
  const EACH_KIND: Act[][] = [
    Array.from({ length: 4 }, () => ({ act: 'hold', pieces: 1, both: true })),
    [
      { act: 'sell', which: 0 },
      { act: 'sell', which: 1 },
      { act: 'release', which: 2 },
    ],
    [
      { act: 'cancel', which: 1 },
      { act: 'received', pieces: 2 },
    ],
    [{ act: 'written-off', pieces: 1 }],
    [{ act: 'counted', pieces: 3 }],
  ];
  /** What a state or a stock does not allow is refused, and changes nothing. */
  const orRefused = (work: Promise<unknown>) =>
    work.catch((error: Error) => {
      if (!/^Cannot |not enough|was released/.test(error.message)) throw error;
    });

  // By the service's own methods: events would be handled some time later.
  it('add up to its stock after any history, whatever happens at once', async () => {
    const stock = shop.service.app.get(StockService, { strict: false });
    const transactions = shop.service.app.get(Transactions);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 8 }),
        fc.array(fc.array(anAct, { minLength: 2, maxLength: 6, size: 'max' }), {
          ...{ minLength: 3, maxLength: 6, size: 'max' },
        }),
        async (first, history) => {
          const [one, two] = [await shop.add({ stock: first }), await shop.add({ stock: 9 })];
          const holds: { holdId: string; lines: { productId: string; quantity: number }[] }[] = [];
          const run = async (given: Act): Promise<void> => {
            if (given.act === 'hold') {
              const products = given.both ? [one, two] : [one];
              const lines = products.map(({ _id: productId }) => ({ productId, quantity: given.pieces }));
              const holdId = crypto.randomUUID();
              holds.push({ holdId, lines });
              await orRefused(stock.hold({ holdId, lines }));
            } else if ('which' in given) {
              const chosen = holds[given.which % Math.max(1, holds.length)];
              if (!chosen) return;
              const { holdId, lines } = chosen;
              const orderId = `order of ${holdId}`;
              const move = (how: 'release' | 'return', of?: string) =>
                transactions.run((session) => stock.move(holdId, how, session, of));
              if (given.act === 'sell') await orRefused(stock.sell(holdId, { orderId, lines }));
              else await orRefused(given.act === 'release' ? move('release') : move('return', orderId));
            } else if (given.act === 'form') {
              const { stock: stockBefore } = await productNow(one._id);
              await shop.send('PUT', `/admin/product/${one._id}`, { stock: given.pieces, stockBefore }, shop.staff);
            } else await record(one._id, { kind: given.act, pieces: given.pieces, reason: 'Because' });
          };
          for (const atOnce of history) {
            await Promise.all(atOnce.map(run));
            expect(await unaccounted(shop.service.connection)).toEqual([]);
          }
          const now = await productNow(one._id);
          const { movements } = await list(one._id, 'limit=100');
          expect(movements.reduce((sum, { delta }) => sum + delta, 0)).toBe(now.stock);
          expect(movements.every(({ stockAfter }) => stockAfter >= 0)).toBe(true);
          for (const { kind, hold } of movements) seen.add(hold ? `${kind} ${hold.state}` : kind);
        },
      ),
      { numRuns: 8, examples: [[8, EACH_KIND]] },
    );
    const ofHolds = [
      'sold held',
      'sold sold',
      'sold released',
      'sold returned',
      'returned released',
      'returned returned',
    ];
    expect([...seen].toSorted()).toEqual([...ofHolds, 'received', 'counted', 'written-off'].toSorted());
  });
});
