import { cartOrder, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Order = AnswerOf<typeof cartOrder.getOrder>['order'];
export type Item = Order['items'][number];

/** Refetched on window focus, because staff change it. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'order', id],
    queryFn: ({ signal }) => call(cartOrder.getOrder, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
  });
