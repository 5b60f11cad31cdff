import { type AnswerOf, content } from '@shop/contracts/browser';
// By its name: remotes bundle this file, and the API client must be the page's.
import { call, Link } from '@shop/mfe-kit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** The menus of the shop, which the shell has on every page. */
export const menusQuery = queryOptions({
  queryKey: ['shell', 'menus'],
  queryFn: ({ signal }) => call(content.getMenus, { signal }),
  staleTime: 600_000,
});

/** One of those that every shop has. */
export type TextPage = AnswerOf<typeof content.getPage>['page']['slug'];

type Known = Pick<AnswerOf<typeof content.getMenus>, 'textPages'>;

/** Whether staff have written this text page. Where that is not known it counts as written. */
export const isWritten = (known: Known | undefined, page: TextPage): boolean =>
  known?.textPages?.includes(page) ?? true;

/** Whether staff have written a text page, by what the shell knows; it asks for nothing itself. */
export function useIsWritten(page: TextPage): boolean {
  return isWritten(useQuery({ ...menusQuery, enabled: false }).data, page);
}

/** A link to a text page; nothing, with what stands around it, while staff have not written that. */
export function TextPageLink({
  page,
  children,
  before,
  after,
  className,
}: {
  page: TextPage;
  children: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
  className?: string;
}) {
  if (!useIsWritten(page)) return null;
  return (
    <>
      {before}
      <Link to={`/${page}`} {...(className !== undefined && { className })}>
        {children}
      </Link>
      {after}
    </>
  );
}
