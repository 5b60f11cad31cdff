import type { PageResult } from '@shop/mfe-kit';
import type { QueryClient } from '@tanstack/react-query';
import { pageIn } from '../paging.ts';
import { staffHead } from '../staff-head.ts';
import { keptSettings } from './kept.ts';
import type { List } from './list.ts';
import { viewsQuery } from './views.ts';

/** Starts the calls of a list, for the `prefetch` of its page. */
export function prefetchList<Row extends object, Query extends object, Answer>(
  queryClient: QueryClient,
  list: List<Row, Query, Answer>,
  search: URLSearchParams,
): PageResult {
  const { rows: limit } = keptSettings();
  void queryClient.prefetchQuery(viewsQuery(list.name));
  // Without a query the views say first what the list opens with.
  if (search.size > 0) {
    void queryClient.prefetchQuery(list.query({ page: pageIn(search), limit, ...list.filterOf(search) } as Query));
  }
  return staffHead(list.title);
}
