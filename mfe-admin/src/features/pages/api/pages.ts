import { content, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type PageRow = AnswerOf<typeof content.listPagesForStaff>['pages'][number];
export type Page = AnswerOf<typeof content.getPageForStaff>['page'];
export type Block = Page['blocks'][number];

export const pagesQuery = queryOptions({
  queryKey: ['admin', 'pages'],
  queryFn: async ({ signal }) => (await call(content.listPagesForStaff, { signal })).pages,
});

export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['admin', 'page', slug],
    queryFn: async ({ signal }) => (await call(content.getPageForStaff, { params: { slug }, signal })).page,
  });
