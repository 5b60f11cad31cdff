import { content, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Block = AnswerOf<typeof content.getPage>['page']['blocks'][number];

export const textPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['storefront', 'text-page', slug],
    queryFn: ({ signal }) => call(content.getPage, { params: { slug }, signal }),
    staleTime: 600_000,
  });
