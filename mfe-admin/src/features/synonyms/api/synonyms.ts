import { catalog, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Synonym = AnswerOf<typeof catalog.listSynonyms>['synonyms'][number];

export const synonymsQuery = queryOptions({
  queryKey: ['admin', 'synonyms'],
  queryFn: async ({ signal }) => (await call(catalog.listSynonyms, { signal })).synonyms,
});
