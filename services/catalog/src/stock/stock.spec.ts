import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, catalog } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { internal, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import { StockService } from './stock.service.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

type Lines = { productId: string; quantity: number }[];

const hold = (
  lines: Lines,
  holdId: string = crypto.randomUUID(),
  more: { takeOver?: string[]; chosenAt?: string } = {},
) =>
  shop.send<{ code?: string; state?: string; holdId?: string; details?: { lines: unknown } }>(
    'POST',
    '/internal/holds',
    { holdId, lines, ...more },
    internal,
  );

const stateOf = async (holdId: string) =>
  (await shop.get<{ hold: { state: string } | null }>(`/internal/holds/${holdId}`, internal)).body.hold?.state;

async function held(lines: Lines): Promise<string> {
  const { status, body } = await hold(lines);
  expect(status).toBe(200);
  return body.holdId!;
}

async function counts(id: string) {
  const { body } = await shop.get<{ product: catalog.ProductForStaff }>(`/admin/product/${id}`, shop.staff);
  const { stock, held, sold } = body.product;
  return { stock, held, sold };
}

const eventuallyCounts = (id: string, wanted: Awaited<ReturnType<typeof counts>>) =>
  eventually(async () => expect(await counts(id)).toEqual(wanted), { what: 'the counts' });

const release = (holdId: string) => shop.deliverEvent(cartOrder.holdReleased, holdId, { holdId });
const orderOf = (holdId: string, lines: Lines) => ({ orderId: holdId, userId: 'u1', holdId, lines });

describe('holding pieces', () => {
  it('sells exactly 20 of 20 pieces when 50 hold at once', async () => {
    const { _id: productId } = await shop.add({ stock: 20 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => hold([{ productId, quantity: 1 }])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ body }) => body.code === 'stock.insufficient')).toHaveLength(30);
    expect(await counts(productId)).toEqual({ stock: 0, held: 20, sold: 0 });
  });

  it('takes all lines or none, and says which product is short', async () => {
    const plenty = await shop.add({ stock: 10 });
    const scarce = await shop.add({ stock: 1 });
    const { status, body } = await hold([
      { productId: plenty._id, quantity: 2 },
      { productId: scarce._id, quantity: 2 },
    ]);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'stock.insufficient',
      details: { lines: [{ productId: scarce._id, stock: 1 }] },
    });
    expect(await counts(plenty._id)).toEqual({ stock: 10, held: 0, sold: 0 });
  });

  it('adds up two lines of one product', async () => {
    const { _id: productId } = await shop.add({ stock: 3 });
    const lines = [
      { productId, quantity: 2 },
      { productId, quantity: 2 },
    ];
    expect((await hold(lines)).body.code).toBe('stock.insufficient');
    expect((await hold([lines[0]!, { productId, quantity: 1 }])).status).toBe(200);
    expect(await counts(productId)).toEqual({ stock: 0, held: 3, sold: 0 });
  });

  it('does not block two holds that name the same products the other way round', async () => {
    const one = await shop.add({ stock: 40 });
    const two = await shop.add({ stock: 40 });
    const lines = [
      { productId: one._id, quantity: 1 },
      { productId: two._id, quantity: 1 },
    ];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => hold(index % 2 ? lines : lines.toReversed())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    expect(await counts(one._id)).toEqual({ stock: 0, held: 40, sold: 0 });
  });

  it('answers what stands when the same hold comes again, even at the same moment', async () => {
    const { _id: productId } = await shop.add({ stock: 5 });
    const holdId = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => hold([{ productId, quantity: 2 }], holdId)));
    expect(answers.map(({ body }) => body.state)).toEqual(Array.from({ length: 6 }, () => 'held'));
    expect(await counts(productId)).toEqual({ stock: 3, held: 2, sold: 0 });
    expect((await hold([{ productId, quantity: 3 }], holdId)).body.code).toBe('hold.mismatch');
  });

  it('holds nothing of a piece that left the shop', async () => {
    const { _id: productId } = await shop.add({ stock: 5 });
    await shop.send('DELETE', `/admin/product/${productId}`, undefined, shop.staff);
    expect((await hold([{ productId, quantity: 1 }])).body).toMatchObject({
      code: 'stock.insufficient',
      details: { lines: [{ productId, stock: 0 }] },
    });
  });

  it.each([0, -1, 1.5, 1e9])('refuses a quantity of %p', async (quantity) => {
    const { _id: productId } = await shop.add({ stock: 5 });
    expect((await hold([{ productId, quantity }])).status).toBe(400);
    expect(await counts(productId)).toEqual({ stock: 5, held: 0, sold: 0 });
  });

  it('is not there for anybody without the service token', async () => {
    expect((await shop.send('POST', '/internal/holds', { holdId: crypto.randomUUID(), lines: [] })).status).toBe(404);
  });

  it('tells of the stock, and of selling out and coming back', async () => {
    const { _id: productId } = await shop.add({ stock: 2 });
    const first = await held([{ productId, quantity: 1 }]);
    await held([{ productId, quantity: 1 }]);
    await release(first);
    await eventuallyCounts(productId, { stock: 1, held: 1, sold: 0 });
    const events = (await publishedEvents(shop.service, catalog.stockChanged)).filter(({ key }) => key === productId);
    expect(events.map(({ data }) => [data.stock, data.availabilityChanged])).toEqual([
      [1, false],
      [0, true],
      [1, true],
    ]);
    expect(events.map(({ version }) => version)).toEqual(
      events.map(({ version }) => version).toSorted((a, b) => a - b),
    );
  });
});

describe('a hold that takes over others', () => {
  it('has their pieces at once, and nobody else gets them in between', async () => {
    const { _id: productId } = await shop.add({ stock: 1 });
    const lines = [{ productId, quantity: 1 }];
    for (let round = 0, mine = await held(lines); round < 4; round += 1) {
      const next = crypto.randomUUID();
      const [taken, ...strangers] = await Promise.all([
        hold(lines, next, { takeOver: [mine] }),
        ...Array.from({ length: 6 }, () => hold(lines)),
      ]);
      expect([taken.body.state, await stateOf(mine)]).toEqual(['held', 'released']);
      expect(strangers.map(({ status }) => status)).toEqual(strangers.map(() => 409));
      mine = next;
    }
    expect(await counts(productId)).toEqual({ stock: 0, held: 1, sold: 0 });
  });

  it('leaves them as they are when it is short itself', async () => {
    const [one, other] = [await shop.add({ stock: 1 }), await shop.add({ stock: 0 })];
    const mine = await held([{ productId: one._id, quantity: 1 }]);
    const lines = [one, other].map(({ _id: productId }) => ({ productId, quantity: 1 }));
    const { status, body } = await hold(lines, crypto.randomUUID(), { takeOver: [mine] });
    expect([status, body.details]).toEqual([409, { lines: [{ productId: other._id, stock: 0 }] }]);
    expect(await stateOf(mine)).toBe('held');
    expect(await counts(one._id)).toEqual({ stock: 0, held: 1, sold: 0 });
  });

  it('takes nothing of a sold one, ends an unrequested one, and does it once however often it is asked', async () => {
    const { _id: productId } = await shop.add({ stock: 3 });
    const lines = [{ productId, quantity: 1 }];
    const sold = await held(lines);
    await shop.deliverEvent(cartOrder.orderCreated, sold, orderOf(sold, lines));
    await eventuallyCounts(productId, { stock: 2, held: 0, sold: 1 });
    const [mine, never, next] = [await held(lines), crypto.randomUUID(), crypto.randomUUID()];
    const takeOver = [sold, mine, never];
    for (let time = 0; time < 2; time += 1) expect((await hold(lines, next, { takeOver })).status).toBe(200);
    expect((await hold(lines, never)).body.code).toBe('hold.released');
    await release(mine);
    await eventually(async () => (await stateOf(mine)) === 'released');
    expect(await counts(productId)).toEqual({ stock: 1, held: 1, sold: 1 });
  });
});

describe('holds that ended', () => {
  const DAYS = 86_400_000;

  it('are removed after their time, a late request for one stays refused, and the others are kept', async () => {
    const { _id: productId } = await shop.add({ stock: 5 });
    const lines = [{ productId, quantity: 1 }];
    const chosenAt = shop.service.clock.now().toISOString();
    const [released, returned, sold, still] = [
      await held(lines),
      await held(lines),
      await held(lines),
      await held(lines),
    ];
    await release(released);
    await shop.deliverEvent(cartOrder.orderCancelled, returned, { orderId: returned, holdId: returned });
    await shop.deliverEvent(cartOrder.orderCreated, sold, orderOf(sold, lines));
    await eventuallyCounts(productId, { stock: 3, held: 1, sold: 1 });
    const stock = shop.service.app.get(StockService, { strict: false });
    shop.service.clock.advance(29 * DAYS);
    await stock.tidy();
    expect(await stateOf(released)).toBe('released');
    shop.service.clock.advance(2 * DAYS);
    await eventually(async () => (await stateOf(released)) === undefined, { what: 'the job' });
    const states = await Promise.all([released, returned, sold, still].map(stateOf));
    expect(states).toEqual([undefined, undefined, 'sold', 'held']);
    expect((await hold(lines, released, { chosenAt })).body.code).toBe('hold.released');
    expect(await counts(productId)).toEqual({ stock: 3, held: 1, sold: 1 });
  });
});

describe('what becomes of a hold', () => {
  it('is sold once, however often its order is told of', async () => {
    const { _id: productId } = await shop.add({ stock: 5 });
    const lines = [{ productId, quantity: 2 }];
    const holdId = await held(lines);
    const id = crypto.randomUUID();
    for (let time = 0; time < 5; time += 1) {
      await shop.deliverEvent(cartOrder.orderCreated, holdId, orderOf(holdId, lines), { id });
      await shop.deliverEvent(cartOrder.orderCreated, holdId, orderOf(holdId, lines));
    }
    await eventuallyCounts(productId, { stock: 3, held: 0, sold: 2 });
    // A later event of the same queue shows that the duplicates were handled too.
    const last = await held([{ productId, quantity: 1 }]);
    await shop.deliverEvent(cartOrder.orderCreated, last, orderOf(last, [{ productId, quantity: 1 }]));
    await eventuallyCounts(productId, { stock: 2, held: 0, sold: 3 });
  });

  it('is given back once, however often it is released', async () => {
    const { _id: productId } = await shop.add({ stock: 5 });
    const holdId = await held([{ productId, quantity: 4 }]);
    for (let time = 0; time < 4; time += 1) await release(holdId);
    await eventuallyCounts(productId, { stock: 5, held: 0, sold: 0 });
    const other = await held([{ productId, quantity: 1 }]);
    await release(other);
    await eventuallyCounts(productId, { stock: 5, held: 0, sold: 0 });
  });

  it('cannot be made after it was released: a request that was overtaken holds nothing', async () => {
    const { _id: productId } = await shop.add({ stock: 5 });
    const holdId = crypto.randomUUID();
    await release(holdId);
    await eventually(async () => {
      const { body } = await shop.get<{ hold: { state: string } | null }>(`/internal/holds/${holdId}`, internal);
      return body.hold?.state === 'released';
    });
    expect((await hold([{ productId, quantity: 1 }], holdId)).body.code).toBe('hold.released');
    expect(await counts(productId)).toEqual({ stock: 5, held: 0, sold: 0 });
  });

  it('stays sold when a release comes late', async () => {
    const { _id: productId } = await shop.add({ stock: 5 });
    const lines = [{ productId, quantity: 1 }];
    const holdId = await held(lines);
    await shop.deliverEvent(cartOrder.orderCreated, holdId, orderOf(holdId, lines));
    await eventuallyCounts(productId, { stock: 4, held: 0, sold: 1 });
    await release(holdId);
    const other = await held([{ productId, quantity: 1 }]);
    await release(other);
    await eventuallyCounts(productId, { stock: 4, held: 0, sold: 1 });
  });

  it('puts the pieces of a cancelled order back, also when the cancellation overtakes the order', async () => {
    const { _id: productId } = await shop.add({ stock: 5 });
    const lines = [{ productId, quantity: 1 }];
    const [first, second] = [await held(lines), await held(lines)];
    await shop.deliverEvent(cartOrder.orderCreated, first, orderOf(first, lines));
    await eventuallyCounts(productId, { stock: 3, held: 1, sold: 1 });
    await shop.deliverEvent(cartOrder.orderCancelled, first, { orderId: first, holdId: first });
    await shop.deliverEvent(cartOrder.orderCancelled, second, { orderId: second, holdId: second });
    await eventuallyCounts(productId, { stock: 5, held: 0, sold: 0 });
    await shop.deliverEvent(cartOrder.orderCreated, second, orderOf(second, lines));
    const third = await held(lines);
    await shop.deliverEvent(cartOrder.orderCreated, third, orderOf(third, lines));
    await eventuallyCounts(productId, { stock: 4, held: 0, sold: 1 });
  });

  it('counts right for a piece that was archived in between', async () => {
    const { _id: productId } = await shop.add({ stock: 2 });
    const holdId = await held([{ productId, quantity: 1 }]);
    await shop.send('DELETE', `/admin/product/${productId}`, undefined, shop.staff);
    await release(holdId);
    await eventuallyCounts(productId, { stock: 2, held: 0, sold: 0 });
  });
});
