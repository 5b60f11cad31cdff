import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

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

export const resultsQuery = (text: string, page: number) =>
  queryOptions({
    queryKey: ['storefront', 'search', text, page],
    queryFn: ({ signal }) => call(catalog.search, { query: { q: text, page }, signal }),
    staleTime: MINUTE,
  });
