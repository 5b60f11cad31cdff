import { content, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Block = AnswerOf<typeof content.getPage>['page']['blocks'][number];

type Added = AnswerOf<typeof content.getAddedPage>['page'];
/** One that staff added says where it is now. */
type Page = Omit<Added, 'slug' | 'path'> & Partial<Pick<Added, 'path'>>;

/** Pages that staff added. */
const ADDED = '/page/';

/** By its path in the shop. */
export const textPageQuery = (path: string) =>
  queryOptions({
    queryKey: ['storefront', 'text-page', path],
    queryFn: ({ signal }): Promise<{ page: Page }> =>
      path.startsWith(ADDED)
        ? call(content.getAddedPage, { params: { slug: decodeURIComponent(path.slice(ADDED.length)) }, signal })
        : call(content.getPage, { params: { slug: path.slice(1) }, signal }),
    staleTime: 600_000,
  });
