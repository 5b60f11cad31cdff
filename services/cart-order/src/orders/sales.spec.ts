import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AnswerOf, cartOrder, type Problem, spread } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import fc from 'fast-check';
import { orderNumbered } from '../../test/orders-corpus.ts';
import { orderOf, startShop, type TestShop } from '../../test/service-harness.ts';
import type { Order } from './order.schema.ts';

type Sales = AnswerOf<typeof cartOrder.summarizeSales>;

let shop: TestShop;
let staff: Awaited<ReturnType<TestShop['staff']>>;

beforeAll(async () => {
  shop = await startShop();
  staff = await shop.staff();
});
afterAll(() => shop?.close());
beforeEach(async () => void (await collection().deleteMany({})));

const collection = () => shop.service.connection.collection<Order>('orders');
const ask = <Body = Sales>(query: Record<string, string>, headers: Record<string, string> = staff) =>
  shop.send<Body>('GET', `/admin/orders/sales?${new URLSearchParams(query)}`, undefined, headers);
const sales = async (from: string, to: string, against = 'days') => (await ask({ from, to, against })).body;

const indianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' });
const DAY_MS = 24 * 3_600_000;
const daysFrom = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10));
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** As MongoDB rounds: halves to the even neighbour. */
function rounded(value: number): number {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

/** Each is what it adds to what was paid back in all. */
function refundsInPaise({ refunds, paise, payment }: Order) {
  let sum = 0;
  const inPaise = (amount: number) => rounded(amount * (paise.total / payment.amount));
  return refunds
    .filter(({ state }) => state !== 'failed')
    .toSorted((a, b) => a.requestedAt.getTime() - b.requestedAt.getTime() || (a.refundId < b.refundId ? -1 : 1))
    .map(({ requestedAt, amount }) => {
      const before = inPaise(sum);
      sum += amount;
      return { requestedAt, paise: inPaise(sum) - before };
    });
}

/** The definition, said again over the orders themselves. */
function figuresOf(orders: readonly Order[], days: readonly string[]) {
  const counted = orders.filter(({ status }) => status !== 'Cancelled');
  const placed = counted.filter(({ createdAt }) => days.includes(indianDay.format(createdAt)));
  const gross = sumOf(placed.map(({ paise }) => paise.total));
  const refunds = sumOf(
    counted
      .flatMap(refundsInPaise)
      .flatMap(({ requestedAt, paise }) => (days.includes(indianDay.format(requestedAt)) ? [paise] : [])),
  );
  const pieces = sumOf(placed.flatMap(({ lines }) => lines.map(({ quantity }) => quantity)));
  return {
    figures: {
      ...{ orders: placed.length, pieces, gross: gross / 100 },
      ...{ refunds: refunds / 100, net: (gross - refunds) / 100 },
    },
    average: placed.length > 0 ? Math.round(gross / placed.length) / 100 : null,
    placed,
  };
}

function salesOf(orders: readonly Order[], from: string, count: number) {
  const days = daysFrom(from, count);
  const { figures, average, placed } = figuresOf(orders, days);
  const period = {
    from,
    to: days.at(-1)!,
    days: days.map((day) => ({ day, ...figuresOf(orders, [day]).figures })),
    totals: { ...figures, average },
  };
  const lines = placed.flatMap((order) => order.lines);
  const best = [...new Set(lines.map(({ productId }) => productId))]
    .map((productId) => {
      const own = lines.filter((line) => line.productId === productId);
      const { name, productGroup } = own[0]!.product;
      const pieces = sumOf(own.map(({ quantity }) => quantity));
      const amount = sumOf(own.map(({ quantity, unitPaise }) => quantity * unitPaise)) / 100;
      return { productId, name, productGroup, pieces, amount };
    })
    .toSorted((one, other) => other.amount - one.amount || (one.productId < other.productId ? -1 : 1));
  return { period, best: best.slice(0, 10) };
}

/** Any moment of six weeks, and often the last millisecond of a day in India, the first of the next, or midnight elsewhere. */
const moment = fc
  .tuple(
    fc.nat(41),
    fc.oneof(
      fc.constantFrom('18:29:59.999', '18:30:00.000', '00:00:00.000', '23:59:59.999'),
      fc.nat(DAY_MS - 1).map((ms) => new Date(ms).toISOString().slice(11, 23)),
    ),
  )
  .map(([day, time]) => new Date(`${daysFrom('2026-10-01', 42)[day]}T${time}Z`));

const anyOrder = fc.record({
  createdAt: moment,
  status: fc.constantFrom('Processing' as const, 'Shipped' as const, 'Delivered' as const, 'Cancelled' as const),
  lines: fc.array(
    fc.record({
      piece: fc.nat(14),
      quantity: fc.integer({ min: 1, max: 3 }),
      unitPaise: fc.integer({ min: 1, max: 9_000_000 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  giftWrap: fc.constantFrom(undefined, 0, 150_00),
  /** Of a rupee. */
  rate: fc.constantFrom(1, 1, 0.0119, 1.79),
  refunds: fc.array(
    fc.record({
      requestedAt: moment,
      state: fc.constantFrom('requested' as const, 'completed' as const, 'failed' as const),
      share: fc.double({ min: 0.001, max: 1, noNaN: true }),
    }),
    { maxLength: 3 },
  ),
});

const PRODUCTS = Array.from({ length: 15 }, (_, index) => orderNumbered(5_000 + index).lines[0]!);

const stored = fc.array(anyOrder, { maxLength: 40 }).map((all) =>
  all.map(({ createdAt, status, lines, giftWrap, rate, refunds }, index): Order => {
    const order = orderNumbered(index);
    const subtotal = sumOf(lines.map(({ quantity, unitPaise }) => quantity * unitPaise));
    const gst = Math.round(subtotal * 0.03);
    const total = subtotal + gst + (giftWrap ?? 0);
    const amount = Math.max(1, Math.round(total * rate));
    return {
      ...order,
      ...{ createdAt, status, currency: rate === 1 ? 'INR' : 'USD' },
      paise: { ...order.amounts, subtotal, gst, total, ...(giftWrap !== undefined && { giftWrap }) },
      lines: lines.map(({ piece, quantity, unitPaise }) => ({ ...PRODUCTS[piece]!, quantity, unitPaise })),
      payment: { ...order.payment, amount },
      refunds: refunds.map(({ requestedAt, state, share }, nth) => ({
        ...{ refundId: `${order._id}-${nth}`, state, requestedAt, reason: 'other' },
        amount: Math.ceil(amount * share),
      })),
    };
  }),
);

describe('the sales of a period', () => {
  it('are those of the orders, added up one by one: by day, in total, of the period before, and by piece', async () => {
    await fc.assert(
      fc.asyncProperty(stored, fc.nat(30), fc.integer({ min: 1, max: 21 }), async (orders, start, count) => {
        await collection().deleteMany({});
        if (orders.length > 0) await collection().insertMany(orders);
        const [from, before] = [daysFrom('2026-10-05', 31)[start]!, -count * DAY_MS];
        const { period, best } = salesOf(orders, from, count);
        const earlier = new Date(Date.parse(from) + before).toISOString().slice(0, 10);
        expect(await sales(from, period.to)).toEqual({
          ...period,
          before: salesOf(orders, earlier, count).period,
          best,
        });
      }),
      { numRuns: 40 },
    );
  });

  it('are nothing in the end of an order that was paid back whole, in parts and in another currency', async () => {
    const parts = fc.array(fc.record({ requestedAt: moment, share: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 6,
    });
    const total = fc.integer({ min: 100, max: 9_000_000_00 });
    await fc.assert(
      fc.asyncProperty(parts, total, fc.constantFrom(1, 0.0119, 1.79, 0.0087), async (some, paise, rate) => {
        await collection().deleteMany({});
        const order = orderNumbered(0);
        const amount = Math.max(some.length, Math.round(paise * rate));
        const refunds = spread(
          amount,
          some.map(({ share }) => share),
        ).map((part, nth) => ({
          ...{ refundId: `r${nth}`, state: 'completed' as const, reason: 'other', amount: part },
          requestedAt: some[nth]!.requestedAt,
        }));
        await collection().insertOne({
          ...{ ...order, status: 'Delivered', createdAt: new Date('2026-10-20T10:00:00Z'), refunds },
          ...{ paise: { ...order.paise, total: paise }, payment: { ...order.payment, amount } },
        });
        const { days, totals } = await sales('2026-09-25', '2026-11-20');
        expect([totals.gross, totals.refunds, totals.net]).toEqual([paise / 100, paise / 100, 0]);
        expect(days.every((day) => day.refunds >= 0)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('are what was charged less what goes back, in rupees, of a present as of others, and nothing of a cancelled order', async () => {
    const ordered = async (fields: object = {}) => {
      const shopper = await shop.shopper();
      await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }), 2);
      const checkout = await shopper.freeze(fields);
      const captured = await shop.capture(checkout);
      return { captured, order: await orderOf(shop, shopper, checkout._id) };
    };
    const refund = async (id: string, amount: number) =>
      (
        await shop.send<{ order: cartOrder.Order }>(
          'POST',
          `/admin/order/${id}/refund`,
          { amount, note: 'A scratch' },
          staff,
        )
      ).body.order.refunds.at(-1)!;
    const present = await ordered({ gift: { wrap: true, message: 'For you' } });
    const inDollars = await ordered({ currency: 'USD' });
    const cancelled = await ordered();
    const day = indianDay.format(new Date(present.order.createdAt));
    const totals = async () => (await sales(day, day)).totals;

    const gross = present.order.totalAmount + 2_060 + 2_060;
    expect(await totals()).toMatchObject({ orders: 3, pieces: 6, gross, refunds: 0, net: gross });
    await shop.send('PUT', `/admin/order/status/${cancelled.order._id}`, { status: 'Cancelled' }, staff);
    expect(await totals()).toMatchObject({ orders: 2, pieces: 4, gross: gross - 2_060, refunds: 0 });
    const failing = await refund(present.order._id, 100);
    await refund(present.order._id, 60.5);
    await refund(inDollars.order._id, inDollars.order.totalAmount);
    expect(await totals()).toMatchObject({ refunds: 2_220.5, net: gross - 2_060 - 2_220.5 });
    await shop.refundResult('failed', present.captured, { refundId: failing.refundId, amount: 100_00 }, 2);
    await eventually(async () => (await totals()).refunds === 2_120.5);
  });

  it('has the days of India, each whole', async () => {
    const at = (index: number, createdAt: string) => ({ ...orderNumbered(index), createdAt: new Date(createdAt) });
    await collection().insertMany([
      at(600, '2026-11-09T18:29:59.999Z'),
      at(601, '2026-11-09T18:30:00.000Z'),
      at(602, '2026-11-10T18:29:59.999Z'),
      at(603, '2026-11-10T18:30:00.000Z'),
    ]);
    await collection().updateMany({}, { $set: { status: 'Delivered' } });
    const { days, totals, before } = await sales('2026-11-10', '2026-11-10');
    expect(days).toMatchObject([{ day: '2026-11-10', orders: 2 }]);
    expect([totals.orders, before.from, before.to, before.totals.orders]).toEqual([2, '2026-11-09', '2026-11-09', 1]);
  });

  it('of a month or a year are beside those of the month or year before', async () => {
    await collection().insertMany(
      ['2025-11-30', '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-30'].map((day, index) => ({
        ...orderNumbered(700 + index),
        ...{ createdAt: new Date(`${day}T09:00:00Z`), status: 'Delivered' as const },
      })),
    );
    const beside = async (against: string) => {
      const { totals, before } = await sales('2026-11-01', '2026-11-30', against);
      return [totals.orders, before.from, before.to, before.days.length, before.totals.orders];
    };
    expect(await beside('month')).toEqual([2, '2026-10-01', '2026-10-31', 31, 2]);
    expect(await beside('year')).toEqual([2, '2025-11-01', '2025-11-30', 30, 1]);
  });

  it('without an order have every day, no average and no piece', async () => {
    const { days, totals, best } = await sales('2024-01-01', '2024-12-31');
    expect(days.map(({ day }) => day)).toEqual(daysFrom('2024-01-01', 366));
    expect([totals, best]).toEqual([{ orders: 0, pieces: 0, gross: 0, refunds: 0, net: 0, average: null }, []]);
  });

  it.each([
    ['2026-11-10', '2026-11-09', { to: 'This is before the first day' }],
    ['2025-01-01', '2026-01-02', { to: 'At most 366 days' }],
    ['2026-02-30', '2026-03-02', { from: 'A day, as 2026-11-25' }],
    ['2026-02-03', 'today', { to: 'A day, as 2026-11-25' }],
    ['1999-12-31', '2000-01-02', { from: 'Not before 2000-01-01' }],
    ['2999-12-31', '3000-01-01', { to: 'Not after 2999-12-31' }],
    ['2026-10-31', '2026-11-01', { against: 'These are not days of one month' }, 'month'],
    ['2026-11-01', '2026-11-01', { against: 'days, month or year' }, 'week'],
  ])('from %s to %s are refused with the field that is wrong', async (from, to, errors, against = 'days') => {
    const { status, body } = await ask<Problem>({ from, to, against });
    expect([status, body.errors]).toEqual([400, errors]);
  });

  it('are for staff', async () => {
    const shopper = await shop.shopper();
    expect((await ask({ from: '2026-11-10', to: '2026-11-10' }, shopper.headers)).status).toBe(403);
  });
});
