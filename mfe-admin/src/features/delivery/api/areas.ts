import { cartOrder, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Area = AnswerOf<typeof cartOrder.listDeliveryAreas>['areas'][number];
export type AreasFilter = QueryOf<typeof cartOrder.listDeliveryAreas>;

export const AREAS_KEY = ['admin', 'delivery-areas'] as const;

export const areasQuery = (query: AreasFilter) =>
  queryOptions({
    queryKey: [...AREAS_KEY, query],
    queryFn: ({ signal }) => call(cartOrder.listDeliveryAreas, { query, signal }),
  });

export const loadAreas = async (): Promise<string> =>
  (await call(cartOrder.exportDeliveryAreas, { timeoutMs: 30_000 })).csv;
