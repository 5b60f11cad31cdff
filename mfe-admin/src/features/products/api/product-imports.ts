import { catalog, IMPORT_PART_BYTES, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import { csvFileOf } from '../../../components/table-file.ts';

export type ProductImport = AnswerOf<typeof catalog.getProductImport>['import'];
export type ImportRow = AnswerOf<typeof catalog.listProductImportRows>['rows'][number];
export type ImportRowsFilter = QueryOf<typeof catalog.listProductImportRows>;

const IMPORTS_KEY = ['admin', 'product-imports'] as const;
/** While it goes on by itself. */
const LOOK_AGAIN_MS = 1_000;
const PART_TIMEOUT_MS = 60_000;

const WORKING: readonly ProductImport['state'][] = ['checking', 'applying'];
export const isWorking = ({ state }: Pick<ProductImport, 'state'>): boolean => WORKING.includes(state);

export const productImportsQuery = (query: QueryOf<typeof catalog.listProductImports>) =>
  queryOptions({
    queryKey: [...IMPORTS_KEY, 'list', query],
    queryFn: ({ signal }) => call(catalog.listProductImports, { query, signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && data.imports.some(isWorking) && LOOK_AGAIN_MS,
  });

export const productImportQuery = (id: string) =>
  queryOptions({
    queryKey: [...IMPORTS_KEY, 'one', id],
    queryFn: async ({ signal }) => (await call(catalog.getProductImport, { params: { id }, signal })).import,
    refetchInterval: ({ state: { data } }) => data !== undefined && isWorking(data) && LOOK_AGAIN_MS,
  });

export const productColumnsQuery = queryOptions({
  queryKey: [...IMPORTS_KEY, 'columns'],
  queryFn: ({ signal }) => call(catalog.listProductColumns, { signal }),
});

/** As they were when the import was in a state with these figures. */
export const importRowsQuery = ({ _id, state, counts }: ProductImport, query: ImportRowsFilter) =>
  queryOptions({
    queryKey: [...IMPORTS_KEY, 'rows', _id, state, counts, query],
    queryFn: ({ signal }) => call(catalog.listProductImportRows, { params: { id: _id }, query, signal }),
  });

/** Sends a file in parts, a workbook as CSV; `onSent` hears which share of it has arrived, from 0 to 1. @throws UnreadableFile */
export async function sendProducts(
  chosen: File,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<ProductImport> {
  const file = await csvFileOf(chosen);
  const begun = { fileName: file.name, bytes: file.size };
  let { import: one } = await call(catalog.beginProductImport, { body: begun, signal });
  for (let number = 0; number < one.partCount; number += 1) {
    const body = new FormData();
    body.set('part', file.slice(number * IMPORT_PART_BYTES, (number + 1) * IMPORT_PART_BYTES));
    const params = { id: one._id, number };
    ({ import: one } = await call(catalog.addProductImportPart, { params, body, timeoutMs: PART_TIMEOUT_MS, signal }));
    onSent((number + 1) / one.partCount);
  }
  return one;
}
