import { Link } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import filters from './filters.module.css';
import { Loaded, RowsSkeleton } from './load-states.tsx';
import { countText } from './texts.ts';

interface Props<Data extends { totalCount: number }, Row> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  rowsOf(data: Data): readonly Row[];
  /** What is loaded: `orders`. */
  what: string;
  /** The same at the start of a sentence. */
  title?: string;
  /** How many rows the placeholder has. */
  skeletonRows?: number;
  /** What is counted: `entry`, `entries`. */
  counted: readonly [one: string, many?: string];
  /** Shown for an empty list. */
  none: string;
  pageSize: number;
  page: number;
  hrefOfPage(page: number): string;
  /** Between the count and the rows. */
  note?: ReactNode;
  children(rows: readonly Row[], waiting: boolean): ReactNode;
}

/** A page of a list: how many entries there are in all, the rows of the page, and links to the others. */
export function PagedList<Data extends { totalCount: number }, Row>({
  query,
  rowsOf,
  what,
  title,
  skeletonRows,
  counted,
  none,
  pageSize,
  page,
  hrefOfPage,
  note,
  children,
}: Props<Data, Row>) {
  return (
    <Loaded query={query} what={what} {...(title && { title })} {...(skeletonRows && { rows: skeletonRows })}>
      {(data) => {
        const rows = rowsOf(data);
        // Of another tab or page: that it has none says nothing of the one that is being loaded.
        const isOther = query.isPlaceholderData && rows.length === 0;
        return (
          <>
            <p className={filters.count} aria-live="polite">
              {!isOther && countText(data.totalCount, ...counted)}
            </p>
            {note}
            {rows.length > 0 ? (
              children(rows, query.isPlaceholderData)
            ) : isOther ? (
              <RowsSkeleton what={what} {...(skeletonRows && { rows: skeletonRows })} />
            ) : page === 1 ? (
              <EmptyState title={none} />
            ) : (
              // The last row of the page was removed, or there is no such page.
              <EmptyState title="Nothing on this page">
                <Link to={hrefOfPage(1)}>To the first page</Link>
              </EmptyState>
            )}
            {!isOther && (
              <Pagination page={page} pages={Math.ceil(data.totalCount / pageSize)} hrefOf={hrefOfPage} link={Link} />
            )}
          </>
        );
      }}
    </Loaded>
  );
}
