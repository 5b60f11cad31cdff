import type { Sales } from '../api/orders.ts';
import type { StockSummary } from '../api/products.ts';

type Period = Sales['before'];
const DAY_MS = 24 * 3_600_000;
const round = (rupees: number) => Math.round(rupees * 100) / 100;

/** Days from `from`, each with the orders of `orders`: one piece of 1,030.5 rupees each, and refunds of 30. */
function aPeriod(from: string, orders: readonly number[]): Period {
  const days = orders.map((count, index) => ({
    day: new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
    ...figures(count),
  }));
  const all = orders.reduce((sum, count) => sum + count, 0);
  const totals = days.reduce(
    (sum, { gross, refunds, net }) => ({
      ...{ gross: round(sum.gross + gross), refunds: sum.refunds + refunds, net: round(sum.net + net) },
    }),
    { gross: 0, refunds: 0, net: 0 },
  );
  return {
    ...{ from, to: days.at(-1)!.day, days },
    totals: { orders: all, pieces: all, ...totals, average: all > 0 ? 1_030.5 : null },
  };
}

const figures = (count: number) => {
  const refunds = count > 0 ? 30 : 0;
  return {
    orders: count,
    pieces: count,
    gross: round(count * 1_030.5),
    refunds,
    net: round(count * 1_030.5 - refunds),
  };
};

/** Of as many days as there are numbers of orders, from `from`; as many days before had `before` orders each. */
export function salesFrom(from: string, orders: readonly number[], before = 1): Sales {
  const start = new Date(Date.parse(from) - orders.length * DAY_MS).toISOString().slice(0, 10);
  return salesBeside(
    from,
    orders,
    start,
    orders.map(() => before),
    'days',
  );
}

/** The same with a period before of its own. */
export function salesBeside(
  from: string,
  orders: readonly number[],
  start: string,
  before: readonly number[],
  against: Sales['against'],
): Sales {
  const period = aPeriod(from, orders);
  return {
    ...period,
    ...{ before: aPeriod(start, before), against },
    best:
      period.totals.orders > 0
        ? [{ productId: 'c'.repeat(24), name: 'Meera Ring', productGroup: 'AR-1001', pieces: 3, amount: 3_000 }]
        : [],
  };
}

export const aStockSummary = (fields: Partial<StockSummary> = {}): StockSummary => ({
  now: { day: '2026-11-25', pieces: 40, value: 90_000 },
  before: { day: '2026-11-18', pieces: 50, value: 120_000 },
  knownSince: null,
  slow: [
    {
      ...{ productId: 'd'.repeat(24), name: 'Tara Bangle', metalTone: 'Rose Gold', productGroup: 'AR-1002' },
      ...{ stock: 4, value: 48_000, sold: 0, createdAt: '2026-03-01T00:00:00.000Z' },
    },
  ],
  ...fields,
});
