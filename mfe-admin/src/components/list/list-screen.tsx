import { Link, useNavigate } from '@shop/mfe-kit';
import { ListTable } from '@shop/ui/list-table.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Loaded, RowsSkeleton } from '../load-states.tsx';
import { StaffFrame } from '../staff-frame.tsx';
import { countText } from '../texts.ts';
import { allPages } from './all-pages.ts';
import { BulkDialog, MOST_AT_ONCE, type BulkAction } from './bulk-dialog.tsx';
import { Chips } from './chips.tsx';
import { leaveAt, useKept } from './kept.ts';
import { columnsIn, inForce, type Column, type List } from './list.ts';
import { ListDialog, type DialogName } from './list-dialog.tsx';
import { ListFoot } from './list-foot.tsx';
import s from './list-screen.module.css';
import { ListTools } from './list-tools.tsx';
import { NoRows } from './no-rows.tsx';
import { SelectionBar, type WholeAction } from './selection-bar.tsx';
import { useBareKeys } from './use-bare-keys.ts';
import { useListAddress } from './use-list-address.ts';
import { useSelection } from './use-selection.ts';
import { ViewTabs } from './view-tabs.tsx';

/**
 * The screen of a list: views, search, filters, columns, order and page, all in the address; rows by keyboard, a selection over
 * pages, and a file of what is shown.
 */
export function ListScreen<Row extends object, Query extends object, Answer extends { totalCount: number }>({
  list,
  columns,
  bulk,
  actions,
  whole,
  note,
  instead,
  onChanged,
}: {
  list: List<Row, Query, Answer>;
  /** Stable while unchanged. */
  columns: readonly Column<Row>[];
  bulk?: readonly BulkAction<Row>[];
  /** Something that is done to the selection as a whole, by a page of its own. */
  whole?: WholeAction<Omit<Query, 'page' | 'limit'>>;
  /** Beside the title. */
  actions?: ReactNode;
  /** Above the rows. */
  note?: ReactNode;
  /** Shown in place of the rows, under a tab that has none. */
  instead?: ReactNode;
  /** Rows were changed by an action on several. */
  onChanged?(): void;
}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { density, rows: limit, noLetters } = useKept();
  const [open, setOpen] = useState<DialogName>();
  const [acting, setActing] = useState<BulkAction<Row>>();
  const searchField = useRef<HTMLInputElement>(null);
  useBareKeys({ off: noLetters, searchField, onAsked: () => setOpen('keys') });

  const address = useListAddress(list, !instead);
  const { search, page, q, filterKey, here, hrefWith, go } = address;
  const filter = list.filterOf(search);
  const query = useQuery({
    ...list.query({ page, limit, ...filter } as Query),
    placeholderData: keepPreviousData,
    enabled: !instead && !address.isOpening,
  });
  const shown = useMemo(() => columnsIn(search, columns), [search, columns]);
  const total = query.data?.totalCount ?? 0;
  const rows = useMemo(() => (query.data ? list.rowsOf(query.data) : []), [query.data, list]);
  // Of other filters or another page: that there is none says nothing of what is being loaded.
  const isOther = query.isPlaceholderData && rows.length === 0;

  // The rows of the page before stay until those of the next one are there.
  const first = (page - 1) * limit;
  const [shownFirst, setShownFirst] = useState(first);
  if (!query.isPlaceholderData && shownFirst !== first) setShownFirst(first);

  const loadAll = (most: number) =>
    allPages(
      (one) => queryClient.fetchQuery({ ...list.query({ ...one, ...filter } as Query), gcTime: 0 }),
      list.rowsOf,
      list.idOf,
      most,
    );
  const selection = useSelection({ filterKey, rows, total, idOf: list.idOf, loadAll });
  const active = inForce(list.filters, search);

  return (
    <StaffFrame title={list.title} actions={actions} isList={density}>
      <ViewTabs list={list} address={address} maySave={!instead} onOpen={setOpen} />
      <div className={s.tools}>
        {!instead && (
          <ListTools
            list={list}
            address={address}
            filter={filter}
            columns={shown}
            load={loadAll}
            searchField={searchField}
            onOpen={setOpen}
          />
        )}
      </div>
      {instead ?? (
        <>
          {note}
          {address.isOpening ? (
            <RowsSkeleton what={list.what} rows={8} />
          ) : (
            <Loaded query={query} what={list.what} {...(list.whole && { title: list.whole })} rows={8}>
              {() => (
                <>
                  <div className={s.line}>
                    <p className={s.count} aria-live="polite">
                      {!isOther && countText(total, ...list.counted)}
                    </p>
                    <Chips filters={active} q={q} search={search} hrefWith={hrefWith} />
                    {active.length + (q ? 1 : 0) > 1 && (
                      <Link to={hrefWith(address.cleared)} preventScrollReset className={s.clear}>
                        Clear all
                      </Link>
                    )}
                  </div>
                  {rows.length > 0 ? (
                    <ListTable
                      caption={list.title}
                      columns={shown}
                      rows={rows}
                      idOf={list.idOf}
                      nameOf={list.nameOf}
                      density={density}
                      waiting={query.isPlaceholderData}
                      first={shownFirst}
                      total={total}
                      sort={search.get('sort') ?? undefined}
                      onSort={(sort) => go(hrefWith({ sort }))}
                      selection={selection}
                      onOpen={(row) => {
                        const href = list.hrefOf?.(row);
                        if (href) void navigate(href);
                      }}
                      onLeave={(id) => leaveAt(list.path, here, id)}
                      arriveAt={address.cameFrom}
                      noLetters={noLetters}
                    />
                  ) : isOther ? (
                    <RowsSkeleton what={list.what} rows={8} />
                  ) : (
                    <NoRows list={list} address={address} />
                  )}
                  <ListFoot address={address} total={total} />
                  {selection.count > 0 && (
                    <SelectionBar
                      selection={selection}
                      total={total}
                      list={list}
                      filter={filter}
                      columns={shown}
                      whole={whole}
                      bulk={bulk}
                      onAct={setActing}
                    />
                  )}
                </>
              )}
            </Loaded>
          )}
        </>
      )}
      {open && (
        <ListDialog
          dialog={open}
          list={list}
          address={address}
          columns={columns}
          shown={shown}
          onClose={() => setOpen(undefined)}
        />
      )}
      {acting && (
        <BulkDialog
          action={acting}
          count={selection.count}
          load={() => selection.load(MOST_AT_ONCE)}
          nameOf={list.nameOf}
          counted={list.counted}
          onDone={() => {
            selection.clear();
            onChanged?.();
          }}
          onClose={() => setActing(undefined)}
        />
      )}
    </StaffFrame>
  );
}
