import { catalog, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type StaffProduct = AnswerOf<typeof catalog.getProductForStaff>['product'];
export type ProductAttention = AnswerOf<typeof catalog.listProductAttention>['attention'][number];
export type ProductsFilter = QueryOf<typeof catalog.listAllProducts>;

/** Prefix of all queries that a change of a product makes stale. */
export const PRODUCTS_KEY = ['admin', 'products'] as const;

export const productsQuery = (query: ProductsFilter) =>
  queryOptions({
    queryKey: [...PRODUCTS_KEY, 'list', query],
    queryFn: ({ signal }) => call(catalog.listAllProducts, { query, signal }),
  });

export const productAttentionQuery = (query: QueryOf<typeof catalog.listProductAttention>) =>
  queryOptions({
    queryKey: [...PRODUCTS_KEY, 'attention', query],
    queryFn: ({ signal }) => call(catalog.listProductAttention, { query, signal }),
  });

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: [...PRODUCTS_KEY, 'one', id],
    queryFn: async ({ signal }) => (await call(catalog.getProductForStaff, { params: { id }, signal })).product,
  });

export type StockSummary = AnswerOf<typeof catalog.summarizeStock>;

export const stockSummaryQuery = (query: QueryOf<typeof catalog.summarizeStock>) =>
  queryOptions({
    queryKey: [...PRODUCTS_KEY, 'stock', query],
    queryFn: ({ signal }) => call(catalog.summarizeStock, { query, signal }),
  });
