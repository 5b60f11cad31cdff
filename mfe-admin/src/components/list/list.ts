import type { ListColumn } from '@shop/ui/list-types.ts';
import type { UseQueryOptions } from '@tanstack/react-query';

/** A column of a list, for the screen and for the file. */
export interface Column<Row> extends ListColumn<Row> {
  /** What the file has; a column without it is not in the file. */
  csv?(row: Row): string | number;
  /** Always there. */
  isFixed?: boolean;
  /** Not there until it is chosen. */
  isHiddenFirst?: boolean;
}

export interface Filter {
  /** In the address. */
  name: string;
  label: string;
  /** What it is chosen from; one without is set by a link elsewhere, and only removed here. */
  options?: readonly (readonly [value: string, label: string])[];
  /** It is a day of the calendar: `2026-11-25`. */
  isDay?: boolean;
  /** What is shown of a value. */
  show?(value: string, search: URLSearchParams): string;
  /** Parameters that go with it. */
  also?: readonly string[];
}

/** What a list is called, what it says, and what it is filtered by: nothing that depends on what its rows are. */
export interface ListBasics {
  /** Of its views at the service. */
  name: string;
  path: string;
  /** What is loaded: `orders`. */
  what: string;
  title: string;
  /** In an error, at the start of the sentence; unless given `The orders`. */
  whole?: string;
  /** What is counted: `entry`, `entries`. */
  counted: readonly [one: string, many?: string];
  /** Label of the search field; without it there is none. */
  search?: string;
  filters: readonly Filter[];
  /** Views that the list has of itself: parameters that they set. */
  tabs: readonly {
    name: string;
    set: Readonly<Record<string, string | undefined>>;
    isCurrent?(search: URLSearchParams): boolean;
  }[];
  tabsLabel: string;
  /** Without rows and without filters: what there is not yet, and what to do. */
  empty: { title: string; help?: string };
  /** With filters that no row fits. */
  none: string;
}

/** What a list is: its calls, words and filters. Static; columns with buttons are given to the screen. */
export interface List<Row extends object, Query extends object, Answer> extends ListBasics {
  /** Without page and limit. */
  filterOf(search: URLSearchParams): Omit<Query, 'page' | 'limit'>;
  // oxlint-disable-next-line typescript/no-explicit-any -- keys of queries differ
  query(query: Query): UseQueryOptions<Answer, Error, Answer, any>;
  rowsOf(answer: Answer): readonly Row[];
  idOf(row: Row): string;
  nameOf(row: Row): string;
  /** The record's page, for Enter. */
  hrefOf?(row: Row): string | undefined;
  /** A file of all rows that the service makes; without it the screen makes one of the shown columns, of as many rows as it can load. */
  file?: {
    href(filter: Omit<Query, 'page' | 'limit'>): string;
    load(filter: Omit<Query, 'page' | 'limit'>): Promise<string>;
  };
}

/** Filters that are chosen in the list: from values, or a day. */
export const choosableOf = (filters: readonly Filter[]): readonly Filter[] =>
  filters.filter(({ options, isDay }) => options || isDay);

/** Filters that the address has a value of. */
export const inForce = (filters: readonly Filter[], search: URLSearchParams): readonly Filter[] =>
  filters.filter(({ name }) => search.get(name));

/** Parameters of the address that are not part of what a view keeps. */
const NOT_KEPT = ['page', 'view'];
/** Parameters that choose no rows. */
const NOT_FILTERS = [...NOT_KEPT, 'sort', 'cols'];

const without = (search: URLSearchParams, names: readonly string[]): URLSearchParams => {
  const rest = new URLSearchParams([...search].filter(([name, value]) => value && !names.includes(name)));
  rest.sort();
  return rest;
};

/** The query that a view keeps, with its parameters in order, so that equal views are equal texts. */
export const viewQueryOf = (search: URLSearchParams): string => without(search, NOT_KEPT).toString();
/** What of it chooses rows. */
export const filterKeyOf = (search: URLSearchParams): string => without(search, NOT_FILTERS).toString();

/** The order in the address, where a column has it. */
export function sortIn<Sort extends string>(search: URLSearchParams, sorts: readonly Sort[]): Sort | undefined {
  const sort = search.get('sort');
  return sorts.find((one) => one === sort);
}

/** Columns in the address, in their order; fixed ones are there at least. */
export function columnsIn<Row>(search: URLSearchParams, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const names = search.get('cols')?.split(',');
  if (!names) return columns.filter(({ isHiddenFirst }) => !isHiddenFirst);
  const chosen = names.flatMap((name) => columns.find(({ id }) => id === name) ?? []);
  const missing = columns.filter((column) => column.isFixed && !chosen.includes(column));
  return [...new Set([...missing, ...chosen])];
}

/** The value of `cols` for these columns; `undefined` where they are what the list begins with. */
export function colsOf<Row>(chosen: readonly Column<Row>[], columns: readonly Column<Row>[]): string | undefined {
  const text = chosen.map(({ id }) => id).join(',');
  const first = columnsIn(new URLSearchParams(), columns).map(({ id }) => id);
  return text === first.join(',') ? undefined : text;
}

/** Which rows are selected: some, or all that match but some. */
export interface Selected<Row> {
  /** Of the filter that it was made with. */
  key: string;
  isAll: boolean;
  /** Selected ones, or with `isAll` those that are not. */
  rows: ReadonlyMap<string, Row>;
}

export const noneSelected = <Row>(key: string): Selected<Row> => ({ key, isAll: false, rows: new Map() });

export const isSelected = ({ isAll, rows }: Selected<unknown>, id: string): boolean => rows.has(id) !== isAll;

/** The same by what names rows to a service: some, or all that fit the filter but some. */
export type Chosen<Filter> = { ids: string[] } | { filter: Filter; except: string[] };

export const chosenOf = <Filter>({ isAll, rows }: Selected<unknown>, filter: Filter): Chosen<Filter> =>
  isAll ? { filter, except: [...rows.keys()] } : { ids: [...rows.keys()] };

export const countSelected = ({ isAll, rows }: Selected<unknown>, total: number): number =>
  isAll ? Math.max(0, total - rows.size) : rows.size;

/** The same with these rows selected, or not. */
export function withRows<Row>(
  selected: Selected<Row>,
  rows: readonly (readonly [id: string, row: Row])[],
  on: boolean,
): Selected<Row> {
  const next = new Map(selected.rows);
  for (const [id, row] of rows) {
    if (on !== selected.isAll) next.set(id, row);
    else next.delete(id);
  }
  return { ...selected, rows: next };
}
