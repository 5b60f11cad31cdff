import { cartOrder, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Courier = AnswerOf<typeof cartOrder.listCouriers>['couriers'][number];

export const couriersQuery = queryOptions({
  queryKey: ['admin', 'couriers'],
  queryFn: async ({ signal }) => (await call(cartOrder.listCouriers, { signal })).couriers,
});
