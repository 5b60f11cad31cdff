import { STAY, useNavigate } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePaging } from '../paging.ts';
import { leaveAt, placeOf } from './kept.ts';
import { filterKeyOf, viewQueryOf } from './list.ts';
import { viewsQuery } from './views.ts';

/** In the address in place of a view: all rows, where the list would open with one. */
const ALL = 'all';

export type ListAddress = ReturnType<typeof useListAddress>;

/**
 * What the address says of a list, and addresses with changes. A bare one opens the view that one has chosen for it, where the
 * list `opensViews`. It is kept for the way back.
 */
export function useListAddress({ name, path }: { name: string; path: string }, opensViews: boolean) {
  const { search, page, hrefWith: withChanges } = usePaging();
  const navigate = useNavigate();
  const views = useQuery(viewsQuery(name));
  const byDefault = views.data?.find(({ isDefault }) => isDefault);
  const viewId = search.get('view');
  const view = views.data?.find(({ _id }) => _id === viewId);
  const viewQuery = viewQueryOf(search);

  const hrefOfView = (id: string, query: string) => `${path}?${query}${query && '&'}view=${id}`;
  const hrefWith = (changes: Record<string, string | undefined>) => {
    const href = withChanges(viewId === ALL ? { view: undefined, ...changes } : changes);
    // A bare address opens the default view.
    return byDefault && href === path ? `${path}?view=${ALL}` : href;
  };

  const isBare = search.size === 0 && opensViews;
  const opensWith = isBare ? byDefault : undefined;
  useEffect(() => {
    if (opensWith) void navigate(hrefOfView(opensWith._id, opensWith.query), { replace: true });
  });

  const here = search.size > 0 ? `?${search}` : '';
  const [cameFrom] = useState(() => {
    const place = placeOf(path);
    return place?.search === here ? place.row : undefined;
  });
  useEffect(() => {
    if (!opensWith) leaveAt(path, here);
  }, [path, here, opensWith]);

  return {
    search,
    page,
    /** The search text. */
    q: search.get('q') ?? '',
    /** What of it chooses rows; empty without a filter. */
    filterKey: filterKeyOf(search),
    /** Its query, as in an address. */
    here,
    /** The row that one comes back from. */
    cameFrom,
    views: views.data,
    viewId,
    view,
    viewQuery,
    /** The view has other filters, order or columns than the address. */
    isChanged: view !== undefined && view.query !== viewQuery,
    /** It is, or may be, about to open with a view: its rows are not those of this address. */
    isOpening: (isBare && views.isPending) || opensWith !== undefined,
    hrefWith,
    hrefOfView,
    /** Changes for `hrefWith` that take search, filters, order and view away. */
    cleared: Object.fromEntries(
      [...search.keys()].filter((param) => param !== 'cols').map((param) => [param, undefined]),
    ),
    go: (href: string) => void navigate(href, { state: STAY }),
  };
}
