import { Link } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import type { ListBasics } from './list.ts';
import type { ListAddress } from './use-list-address.ts';

/** In place of rows: why there are none, and what leads to some. */
export function NoRows({
  list: { empty, none },
  address: { page, filterKey, cleared, hrefWith },
}: {
  list: ListBasics;
  address: ListAddress;
}) {
  // The last row of the page was removed, or there is no such page.
  if (page > 1) {
    return (
      <EmptyState title="Nothing on this page">
        <Link to={hrefWith({ page: undefined })}>To the first page</Link>
      </EmptyState>
    );
  }
  if (filterKey !== '') {
    return (
      <EmptyState title={none}>
        <Link to={hrefWith(cleared)}>Clear search and filters</Link>
      </EmptyState>
    );
  }
  return <EmptyState title={empty.title}>{empty.help && <p>{empty.help}</p>}</EmptyState>;
}
