import { catalog, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type ProductEdit = AnswerOf<typeof catalog.getProductEdit>['edit'];
export type ProductEditRow = AnswerOf<typeof catalog.listProductEditRows>['rows'][number];
export type RowsFilter = QueryOf<typeof catalog.listProductEditRows>;

const EDITS_KEY = ['admin', 'product-edits'] as const;
/** While it goes on by itself. */
const LOOK_AGAIN_MS = 1_000;

const WORKING: readonly ProductEdit['state'][] = ['previewing', 'applying', 'undoing'];
export const isWorking = ({ state }: Pick<ProductEdit, 'state'>): boolean => WORKING.includes(state);

export const productEditsQuery = (query: QueryOf<typeof catalog.listProductEdits>) =>
  queryOptions({
    queryKey: [...EDITS_KEY, 'list', query],
    queryFn: ({ signal }) => call(catalog.listProductEdits, { query, signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && data.edits.some(isWorking) && LOOK_AGAIN_MS,
  });

export const productEditQuery = (id: string) =>
  queryOptions({
    queryKey: [...EDITS_KEY, 'one', id],
    queryFn: async ({ signal }) => (await call(catalog.getProductEdit, { params: { id }, signal })).edit,
    refetchInterval: ({ state: { data } }) => data !== undefined && isWorking(data) && LOOK_AGAIN_MS,
  });

/** As they were when the edit was in a state with these figures. */
export const editRowsQuery = ({ _id, preview, state, counts }: ProductEdit, query: RowsFilter) =>
  queryOptions({
    queryKey: [...EDITS_KEY, 'rows', _id, preview, state, counts, query],
    queryFn: ({ signal }) => call(catalog.listProductEditRows, { params: { id: _id }, query, signal }),
  });
