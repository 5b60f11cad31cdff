import { ApiError, Link, messageOf, STAY, toast, useNavigate } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { ListTable } from '@shop/ui/list-table.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Loaded, RowsSkeleton } from '../load-states.tsx';
import { usePaging } from '../paging.ts';
import { saveCsv } from '../save-file.ts';
import { SearchForm } from '../search-form.tsx';
import { StaffFrame } from '../staff-frame.tsx';
import { countText } from '../texts.ts';
import { WorkbookButton } from '../workbook-button.tsx';
import { allPages } from './all-pages.ts';
import { BulkDialog, MOST_AT_ONCE, type BulkAction } from './bulk-dialog.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { FiltersDialog } from './filters-dialog.tsx';
import { keep, leaveAt, placeOf, ROWS, useKept } from './kept.ts';
import { KeysDialog } from './keys-dialog.tsx';
import {
  colsOf,
  columnsIn,
  countSelected,
  filterKeyOf,
  isSelected,
  noneSelected,
  viewQueryOf,
  withRows,
  type Column,
  type Filter,
  type List,
  type Selected,
} from './list.ts';
import s from './list-screen.module.css';
import { SaveViewDialog, ViewDialog } from './view-dialogs.tsx';
import { UNSAVED_ID, useViewChanges, viewsQuery } from './views.ts';

/** In the address in place of a view: all rows, where the list would open with one. */
const ALL = 'all';

type Open = 'filters' | 'columns' | 'keys' | 'save' | 'view';

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
  const { search, page, hrefWith: withChanges } = usePaging();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { density, rows: limit, noLetters } = useKept();
  const [open, setOpen] = useState<Open>();
  const searchField = useRef<HTMLInputElement>(null);

  const views = useQuery(viewsQuery(list.name));
  const { change } = useViewChanges(list.name);
  const byDefault = views.data?.find(({ isDefault }) => isDefault);
  const viewId = search.get('view');
  const view = views.data?.find(({ _id }) => _id === viewId);
  const viewQuery = viewQueryOf(search);
  const isChanged = view !== undefined && view.query !== viewQuery;
  const hrefOfView = (id: string, query: string) => `${list.path}?${query}${query && '&'}view=${id}`;
  const hrefWith = (changes: Record<string, string | undefined>) => {
    const href = withChanges(viewId === ALL ? { view: undefined, ...changes } : changes);
    // A bare address opens the default view.
    return byDefault && href === list.path ? `${list.path}?view=${ALL}` : href;
  };
  const go = (href: string) => void navigate(href, { state: STAY });

  // The address alone: the list opens with the view that one has chosen for it.
  const isBare = search.size === 0;
  const opensWith = isBare && !instead ? byDefault : undefined;
  useEffect(() => {
    if (opensWith) void navigate(hrefOfView(opensWith._id, opensWith.query), { replace: true });
  });
  const mayOpenWith = isBare && !instead && views.isPending;

  const filter = list.filterOf(search);
  const key = filterKeyOf(search);
  const query = useQuery({
    ...list.query({ page, limit, ...filter } as Query),
    placeholderData: keepPreviousData,
    enabled: !instead && !mayOpenWith && !opensWith,
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

  const [chosen, setChosen] = useState<Selected<Row>>(() => noneSelected(key));
  const selected = chosen.key === key ? chosen : noneSelected<Row>(key);
  const count = countSelected(selected, total);
  const pressed = useRef<string>(undefined);
  const selection = {
    has: (id: string) => isSelected(selected, id),
    toggle(id: string, extend: boolean) {
      const ids = rows.map((row) => list.idOf(row));
      const on = !isSelected(selected, id);
      const from = extend && pressed.current ? ids.indexOf(pressed.current) : -1;
      const to = ids.indexOf(id);
      const [start, end] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      pressed.current = id;
      const several = rows.slice(start, end + 1).map((row) => [list.idOf(row), row] as const);
      setChosen((before) => withRows(before.key === key ? before : noneSelected(key), several, on));
    },
    togglePage() {
      const all = rows.map((row) => [list.idOf(row), row] as const);
      setChosen(withRows(selected, all, !all.every(([id]) => isSelected(selected, id))));
    },
  };
  const load = (most: number) =>
    allPages(
      (one) => queryClient.fetchQuery({ ...list.query({ ...one, ...filter } as Query), gcTime: 0 }),
      list.rowsOf,
      list.idOf,
      most,
    );
  const selectedRows = async (most: number): Promise<Row[]> =>
    selected.isAll
      ? (await load(most + selected.rows.size)).rows.filter((row) => !selected.rows.has(list.idOf(row))).slice(0, most)
      : [...selected.rows.values()].slice(0, most);
  const [acting, setActing] = useState<BulkAction<Row>>();

  // Where this list is left, for the way back to it.
  const here = search.size > 0 ? `?${search}` : '';
  const [cameFrom] = useState(() => {
    const place = placeOf(list.path);
    return place?.search === here ? place.row : undefined;
  });
  useEffect(() => {
    if (!opensWith) leaveAt(list.path, here);
  }, [list.path, here, opensWith]);

  // A bare key anywhere on the screen, where nothing is being written.
  useEffect(() => {
    if (noLetters) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], dialog')) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.key === '/' && searchField.current) searchField.current.focus();
      else if (event.key === '?') setOpen('keys');
      else if ((event.key === 'j' || event.key === 'k') && !target.closest('tbody')) {
        document.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [noLetters]);

  const active = list.filters.filter(({ name }) => search.get(name));
  const choosable = list.filters.filter(({ options, isDay }) => options || isDay);
  const q = search.get('q') ?? '';
  const isFiltered = key !== '';
  const cleared = Object.fromEntries(
    [...search.keys()].filter((name) => name !== 'cols').map((name) => [name, undefined]),
  );
  return (
    <StaffFrame title={list.title} actions={actions} isList={density}>
      <nav className={s.views} aria-label={list.tabsLabel}>
        {list.tabs.map(({ name, set, isCurrent }) => (
          <Link
            key={name}
            to={hrefWith({ ...set, view: undefined })}
            preventScrollReset
            aria-current={
              !view &&
              (isCurrent?.(search) ??
                Object.entries(set).every(([param, value]) => (search.get(param) ?? undefined) === value))
                ? 'page'
                : undefined
            }
          >
            {name}
          </Link>
        ))}
        {views.data?.map(({ _id, name, query: kept, shared, mine, maker }) => (
          <Link
            key={_id}
            to={_id === UNSAVED_ID ? `${list.path}${here}` : hrefOfView(_id, kept)}
            preventScrollReset
            aria-current={_id === viewId || _id === UNSAVED_ID ? 'page' : undefined}
          >
            {name}
            {shared && <small>{mine ? 'shared' : maker}</small>}
          </Link>
        ))}
        {view && (
          <Button look="quiet" onClick={() => setOpen('view')}>
            View…<span className="visually-hidden"> {view.name}</span>
          </Button>
        )}
        {isChanged && view.changeable && (
          <Button
            look="quiet"
            onClick={() =>
              change.mutate(
                { view, changes: { query: viewQuery } },
                { onError: (error) => toast.error(messageOf(error)) },
              )
            }
          >
            Update view
          </Button>
        )}
        {!instead && (isChanged || (!view && viewQuery !== '')) && (
          <Button look="quiet" onClick={() => setOpen('save')}>
            {view ? 'Save as another view' : 'Save view'}
          </Button>
        )}
      </nav>
      <div className={s.tools}>
        {list.search && !instead && (
          <SearchForm
            label={list.search}
            value={q}
            onSearch={(text) => void navigate(hrefWith({ q: text || undefined }))}
            className={s.search}
          >
            <input
              ref={searchField}
              type="search"
              name="q"
              aria-label={list.search}
              placeholder={list.search}
              title={list.search}
              defaultValue={q}
              maxLength={100}
            />
          </SearchForm>
        )}
        {!instead && (
          <div className={s.buttons}>
            {choosable.length > 0 && (
              <Button look="secondary" onClick={() => setOpen('filters')}>
                Filters{active.length > 0 && ` (${active.length})`}
              </Button>
            )}
            <Button look="secondary" onClick={() => setOpen('columns')}>
              Columns
            </Button>
            <Button
              look="secondary"
              className={s.density}
              aria-pressed={density === 'compact'}
              onClick={() => keep({ density: density === 'compact' ? 'comfortable' : 'compact' })}
            >
              Compact
            </Button>
            {list.file ? (
              <>
                <a className={buttonClass('secondary')} href={list.file.href(filter)} download={`${list.name}.csv`}>
                  CSV
                </a>
                <WorkbookButton name={`${list.name}.xlsx`} load={() => list.file!.load(filter)}>
                  XLSX
                </WorkbookButton>
              </>
            ) : (
              <FileButton list={list} columns={shown} load={load}>
                CSV
              </FileButton>
            )}
            <Button look="secondary" className={s.keysButton} onClick={() => setOpen('keys')}>
              <span aria-hidden="true">?</span>
              <span className="visually-hidden">Keys of this list</span>
            </Button>
          </div>
        )}
      </div>
      {instead ?? (
        <>
          {note}
          {mayOpenWith || opensWith ? (
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
                      <Link to={hrefWith(cleared)} preventScrollReset className={s.clear}>
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
                      arriveAt={cameFrom}
                      noLetters={noLetters}
                    />
                  ) : isOther ? (
                    <RowsSkeleton what={list.what} rows={8} />
                  ) : page > 1 ? (
                    // The last row of the page was removed, or there is no such page.
                    <EmptyState title="Nothing on this page">
                      <Link to={hrefWith({ page: undefined })}>To the first page</Link>
                    </EmptyState>
                  ) : isFiltered ? (
                    <EmptyState title={list.none}>
                      <Link to={hrefWith(cleared)}>Clear search and filters</Link>
                    </EmptyState>
                  ) : (
                    <EmptyState title={list.empty.title}>{list.empty.help && <p>{list.empty.help}</p>}</EmptyState>
                  )}
                  <div className={s.foot}>
                    <Pagination
                      page={page}
                      pages={Math.ceil(total / limit)}
                      hrefOf={(number) => hrefWith({ page: number > 1 ? String(number) : undefined })}
                      link={Link}
                    />
                    {total > ROWS[0] && (
                      <label className={s.rows}>
                        Rows of a page
                        <select
                          value={limit}
                          onChange={({ target }) => {
                            keep({ rows: Number(target.value) });
                            go(hrefWith({ page: undefined }));
                          }}
                        >
                          {ROWS.map((number) => (
                            <option key={number}>{number}</option>
                          ))}
                        </select>
                      </label>
                    )}
                  </div>
                  {count > 0 && (
                    <section className={s.bar} aria-label="Selection">
                      <p aria-live="polite">{count} selected</p>
                      {!selected.isAll && total > rows.length && selected.rows.size >= rows.length && (
                        <Button look="quiet" onClick={() => setChosen({ key, isAll: true, rows: new Map() })}>
                          Select all {total} that match
                        </Button>
                      )}
                      {whole && (
                        <WholeButton
                          name={whole.nameOf(count)}
                          run={() =>
                            whole.run(
                              selected.isAll
                                ? { filter, except: [...selected.rows.keys()] }
                                : { ids: [...selected.rows.keys()] },
                            )
                          }
                        />
                      )}
                      {bulk?.map((action) => (
                        <Button key={action.name} look="secondary" onClick={() => setActing(action)}>
                          {action.name}
                        </Button>
                      ))}
                      <FileButton
                        list={list}
                        columns={shown}
                        load={async (most) => ({ rows: await selectedRows(most), totalCount: count })}
                      >
                        CSV of these
                      </FileButton>
                      <Button look="quiet" onClick={() => setChosen(noneSelected(key))}>
                        Clear selection
                      </Button>
                    </section>
                  )}
                </>
              )}
            </Loaded>
          )}
        </>
      )}
      {open === 'filters' && (
        <FiltersDialog
          filters={choosable}
          search={search}
          onChoose={(values) => {
            setOpen(undefined);
            go(hrefWith(values));
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'columns' && (
        <ColumnsDialog
          columns={columns}
          shown={shown}
          onChoose={(next) => {
            setOpen(undefined);
            go(hrefWith({ cols: colsOf(next, columns), page: page > 1 ? String(page) : undefined }));
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'keys' && <KeysDialog onClose={() => setOpen(undefined)} />}
      {open === 'save' && (
        <SaveViewDialog
          list={list}
          query={viewQuery}
          onSaved={(saved) => {
            setOpen(undefined);
            void navigate(hrefOfView(saved._id, saved.query), { replace: true, state: STAY });
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'view' && view && (
        <ViewDialog
          list={list}
          view={view}
          onRemoved={() => go(hrefWith({ ...cleared, cols: undefined }))}
          onClose={() => setOpen(undefined)}
        />
      )}
      {acting && (
        <BulkDialog
          action={acting}
          count={count}
          load={() => selectedRows(MOST_AT_ONCE)}
          nameOf={list.nameOf}
          counted={list.counted}
          onDone={() => {
            setChosen(noneSelected(key));
            onChanged?.();
          }}
          onClose={() => setActing(undefined)}
        />
      )}
    </StaffFrame>
  );
}

/** Which rows are selected: some, or all that fit the filter but some. */
export type Chosen<Filter> = { ids: string[] } | { filter: Filter; except: string[] };

export interface WholeAction<Filter> {
  /** Of the button: `Edit 3 products`. */
  nameOf(count: number): string;
  /** What it throws is a toast. */
  run(chosen: Chosen<Filter>): Promise<unknown>;
}

function WholeButton({ name, run }: { name: string; run(): Promise<unknown> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    meta: { quiet: true },
    onError: (error) => toast.error(reasonOf(error)),
  });
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      {name}
    </Button>
  );
}

/** What is wrong with the selection, where the service says it. */
const reasonOf = (error: unknown): string =>
  (error instanceof ApiError && Object.values(error.problem.errors ?? {})[0]) || messageOf(error);

/** What the rows are filtered by; each is a link that takes it away. */
function Chips({
  filters,
  q,
  search,
  hrefWith,
}: {
  filters: readonly Filter[];
  q: string;
  search: URLSearchParams;
  hrefWith(changes: Record<string, string | undefined>): string;
}) {
  if (filters.length === 0 && !q) return null;
  const chips = filters.map(({ name, label, options, show, also = [] }) => {
    const value = search.get(name)!;
    const text = show?.(value, search) ?? options?.find(([one]) => one === value)?.[1] ?? value;
    const gone = Object.fromEntries([name, ...also].map((param) => [param, undefined]));
    return { text: `${label}: ${text}`, to: hrefWith(gone) };
  });
  if (q) chips.unshift({ text: `“${q}”`, to: hrefWith({ q: undefined }) });
  return (
    <ul className={s.chips} aria-label="Filters in force">
      {chips.map(({ text, to }) => (
        <li key={text}>
          <Link to={to} preventScrollReset>
            <span className="visually-hidden">Remove </span>
            {text} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Saves a file of rows with the shown columns. */
function FileButton<Row extends object>({
  list,
  columns,
  load,
  children,
}: {
  list: { name: string; what: string };
  columns: readonly Column<Row>[];
  load(most: number): Promise<{ rows: readonly Row[]; totalCount: number }>;
  children: string;
}) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { csvOf, MOST_ROWS } = await import(/* webpackChunkName: "csv" */ './csv.ts');
      const { rows, totalCount } = await load(MOST_ROWS);
      saveCsv(`${list.name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(columns, rows));
      if (rows.length < totalCount) toast.info(`The file has the first ${rows.length} of ${totalCount} ${list.what}`);
      else toast.success(`The file has ${rows.length} ${list.what}`);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="secondary" busy={isBusy} onClick={() => void save()}>
      {children}
    </Button>
  );
}
