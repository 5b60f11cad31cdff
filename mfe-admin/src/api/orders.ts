import { cartOrder, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Order = AnswerOf<typeof cartOrder.getOrder>['order'];
export type OrderStatus = Order['status'];
export type OrdersFilter = QueryOf<typeof cartOrder.listOrders>;

/** Prefix of all queries that a change of an order makes stale. */
export const ORDERS_KEY = ['admin', 'orders'] as const;

export const ordersQuery = (query: OrdersFilter) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'list', query],
    queryFn: ({ signal }) => call(cartOrder.listOrders, { query, signal }),
  });

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'one', id],
    queryFn: async ({ signal }) => (await call(cartOrder.getOrder, { params: { id }, signal })).order,
  });

export const summaryQuery = queryOptions({
  queryKey: [...ORDERS_KEY, 'summary'],
  queryFn: ({ signal }) => call(cartOrder.summarizeOrders, { signal }),
});

type SalesQuery = QueryOf<typeof cartOrder.summarizeSales>;
/** With what the period is held against. */
export type Sales = AnswerOf<typeof cartOrder.summarizeSales> & { against: NonNullable<SalesQuery['against']> };

export const salesQuery = (query: Required<SalesQuery>) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'sales', query],
    queryFn: async ({ signal }): Promise<Sales> => ({
      ...(await call(cartOrder.summarizeSales, { query, signal })),
      against: query.against,
    }),
  });
