import { Badge, type BadgeTone } from '@shop/ui/badge.tsx';
import { DataTable, type Columns } from '@shop/ui/data-table.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import form from '../../components/form.module.css';
import { PagedList } from '../../components/paged-list.tsx';
import { usePaging } from '../../components/paging.ts';
import { Tabs } from '../../components/tabs.tsx';
import s from './product-edit-page.module.css';

const PAGE_SIZE = 25;

/** Which rows the address shows: those in one state or all, and which page of them. */
export function useRowsFilter<State extends string>(states: readonly State[]) {
  const { search, page } = usePaging();
  const state = states.find((one) => one === search.get('rows'));
  return { ...(state && { state }), page, limit: PAGE_SIZE };
}

interface Props<State extends string, Row extends object> {
  query: Pick<UseQueryResult<{ rows: Row[]; totalCount: number }>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  /** The state that is shown, or all. */
  shown: State | undefined;
  /** Of all states, in the order of the service. */
  names: Readonly<Record<State, string>>;
  counts: Readonly<Record<State, number>>;
  /** What a row is: `product`. */
  noun: string;
  caption: string;
  columns: Columns<Row>;
}

/** The rows of an edit or import with what becomes of each, by state and page. */
export function CheckedRows<State extends string, Row extends { number: number }>({
  query,
  shown,
  names,
  counts,
  noun,
  caption,
  columns,
}: Props<State, Row>) {
  const { page, hrefWith, hrefOfPage } = usePaging();
  const states = (Object.keys(names) as State[]).filter((state) => counts[state] > 0 || state === shown);
  return (
    <>
      <Tabs
        label={`${noun[0]!.toUpperCase()}${noun.slice(1)}s by what becomes of them`}
        tabs={[
          { name: 'All', to: hrefWith({ rows: undefined }), current: !shown },
          ...states.map((state) => ({
            name: `${names[state]} (${counts[state]})`,
            to: hrefWith({ rows: state }),
            current: shown === state,
          })),
        ]}
      />
      <PagedList
        query={query}
        rowsOf={({ rows }) => rows}
        what={`${noun}s`}
        counted={[noun]}
        none={`There is no such ${noun}`}
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(rows, waiting) => (
          <DataTable<Row> caption={caption} columns={columns} rows={rows} idOf={idOf} waiting={waiting} />
        )}
      </PagedList>
    </>
  );
}

const idOf = ({ number }: { number: number }) => String(number);

interface Changed {
  name: string;
  before: string;
  after: string;
  note?: string | false | undefined;
}

/** Fields with what they were and become. */
export function ChangedFields({ changes }: { changes: readonly Changed[] }) {
  if (changes.length === 0) return '–';
  return (
    <ul className={s.fields}>
      {changes.map(({ name, before, after, note }) => (
        <li key={name}>
          {name}: {before}
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden"> becomes </span>
          <strong>{after}</strong>
          {note}
        </li>
      ))}
    </ul>
  );
}

interface Told {
  name: string;
  tone: BadgeTone;
  why: readonly { about: string | undefined; message: string }[];
}

/** The state of a row, and why. */
export function RowState({ name, tone, why }: Told) {
  return (
    <span className={form.cellLines}>
      <span>
        <Badge tone={tone}>{name}</Badge>
      </span>
      {why.map(({ about, message }) => (
        <span key={`${about} ${message}`} className={s.why}>
          {about && `${about}: `}
          {message}
        </span>
      ))}
    </span>
  );
}
