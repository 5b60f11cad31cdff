import { catalog, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import { PRODUCTS_KEY } from '../../../api/products.ts';
import { pageIn } from '../../../components/paging.ts';

export type Movement = AnswerOf<typeof catalog.listStockMovements>['movements'][number];

export const PAGE_SIZE = 25;

/** What of the address the list takes. */
export const movementsIn = (search: URLSearchParams): QueryOf<typeof catalog.listStockMovements> => ({
  ...(search.get('by') === 'staff' && { by: 'staff' as const }),
  page: pageIn(search),
  limit: PAGE_SIZE,
});

export const movementsQuery = (id: string, query: ReturnType<typeof movementsIn>) =>
  queryOptions({
    queryKey: [...PRODUCTS_KEY, 'movements', id, query],
    queryFn: ({ signal }) => call(catalog.listStockMovements, { params: { id }, query, signal }),
  });
