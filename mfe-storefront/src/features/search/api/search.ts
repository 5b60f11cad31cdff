import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import type { FilterQuery } from '../../../components/filters/filters.ts';

const MINUTE = 60_000;

/** While nothing is typed yet. */
export const popularSearchesQuery = queryOptions({
  queryKey: ['storefront', 'popular-searches'],
  queryFn: ({ signal }) => call(catalog.popularSearches, { signal }),
  staleTime: 5 * MINUTE,
});

/** While typing: at most 5 products, 3 categories, 3 tags. */
export const suggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: ['storefront', 'suggestions', text],
    queryFn: ({ signal }) => call(catalog.suggest, { query: { q: text }, signal }),
    staleTime: MINUTE,
    enabled: text !== '',
  });

export const resultsQuery = (query: FilterQuery) =>
  queryOptions({
    queryKey: ['storefront', 'search', query],
    queryFn: ({ signal }) => call(catalog.search, { query, signal }),
    staleTime: MINUTE,
  });
