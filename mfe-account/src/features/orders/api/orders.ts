import { cartOrder, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Order = AnswerOf<typeof cartOrder.listMyOrders>['orders'][number];

export const PAGE_SIZE = 10;

/** A page of the buyer's orders, newest first; refetched on window focus, because staff change them. */
export const ordersQuery = (page: number) =>
  queryOptions({
    queryKey: ['account', 'orders', page],
    queryFn: ({ signal }) => call(cartOrder.listMyOrders, { query: { page, limit: PAGE_SIZE }, signal }),
    refetchOnWindowFocus: 'always',
  });
