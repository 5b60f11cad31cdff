import { catalog, PLANNED_PARTS, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import { PRODUCTS_KEY } from '../../../api/products.ts';
import { pageIn } from '../../../components/paging.ts';

export type PlannedChange = AnswerOf<typeof catalog.listPlannedChanges>['plannedChanges'][number];
type Query = QueryOf<typeof catalog.listPlannedChanges>;

export const PAGE_SIZE = 25;
/** They happen by themselves. */
const LOOK_AGAIN_MS = 30_000;

/** What of the address the list takes. */
export const plannedIn = (search: URLSearchParams): Query & { show: (typeof PLANNED_PARTS)[number] } => ({
  show: PLANNED_PARTS.find((part) => part === search.get('when')) ?? 'coming',
  page: pageIn(search),
  limit: PAGE_SIZE,
});

export const plannedChangesQuery = (query: Query) =>
  queryOptions({
    // Below products: what changes one may settle what is planned.
    queryKey: [...PRODUCTS_KEY, 'planned', query],
    queryFn: ({ signal }) => call(catalog.listPlannedChanges, { query, signal }),
    refetchInterval: query.show === 'coming' && LOOK_AGAIN_MS,
  });
