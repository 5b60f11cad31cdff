import { type AnswerOf, catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Collection = AnswerOf<typeof catalog.listCollections>['collections'][number];

export const collectionsQuery = queryOptions({
  queryKey: ['storefront', 'collections'],
  queryFn: ({ signal }) => call(catalog.listCollections, { signal }),
  staleTime: 60_000,
});
