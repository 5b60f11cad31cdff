import { cartOrder, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Order = AnswerOf<typeof cartOrder.getOrder>['order'];
export type Item = Order['items'][number];

/** One order; asked for again whenever somebody comes back to the tab, because staff move it on meanwhile. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'order', id],
    queryFn: ({ signal }) => call(cartOrder.getOrder, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
  });
