import { tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import cards from './data-table.module.css';
import s from './list-table.module.css';

export type Density = 'comfortable' | 'compact';

export interface ListColumn<Row> {
  id: string;
  /** Text, which labels the value on phones. */
  header: string;
  cell(row: Row): ReactNode;
  /** The name by which the service sorts; without it the header is text. */
  sort?: string;
  /** Numbers: at the end of the cell. */
  isNumber?: boolean;
  /** At most, where rows have one line: `12rem`. */
  width?: string;
}

export interface ListSelection {
  has(id: string): boolean;
  /** `extend`: also what lies between it and the row that was pressed before. */
  toggle(id: string, extend: boolean): void;
  /** Of the rows of this page. */
  togglePage(): void;
}

interface Props<Row extends object> {
  /** For screen readers. */
  caption: string;
  /** The shown ones in their order. Stable while unchanged. */
  columns: readonly ListColumn<Row>[];
  /** Of this page. Stable while unchanged. */
  rows: readonly Row[];
  idOf(row: Row): string;
  /** What a row is about, for the label of its box. */
  nameOf(row: Row): string;
  density?: Density;
  /** The rows are stale, others are being loaded. */
  waiting?: boolean;
  /** Position of the first row in the whole list, from 0. */
  first: number;
  /** Rows of the whole list. */
  total: number;
  /** As in the address: `-placed`. */
  sort?: string | undefined;
  /** Up, down, and as the service does it by itself. */
  onSort?(sort: string | undefined): void;
  selection?: ListSelection;
  onOpen?(row: Row): void;
  /** A link of the row is followed. */
  onLeave?(id: string): void;
  /** Row that gets the focus when it is shown first: one came from it. */
  arriveAt?: string | undefined;
  /** Without keys of one letter (`j`, `k`, `x`). */
  noLetters?: boolean;
}

const features = tableFeatures({});

/** More rows than this are rendered where they are seen only. */
const ALWAYS_RENDERED = 50;
const ESTIMATED_HEIGHT = { comfortable: 56, compact: 28 };
const OVERSCAN = 20;

/** Whether rows are lines; on phones they are cards, of any height. */
function useLines(): boolean {
  const [lines, setLines] = useState(true);
  useEffect(() => {
    const query = window.matchMedia?.('(width >= 48rem)');
    if (!query) return undefined;
    const update = () => setLines(query.matches);
    update();
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return lines;
}

/**
 * A page of a long list that the service sorts and filters: a native table whose rows take the focus one at a time, with boxes to
 * select them. Many rows are rendered where they are seen only. On phones each row is a card that names its values.
 */
export function ListTable<Row extends object>({
  caption,
  columns,
  rows,
  idOf,
  nameOf,
  density = 'comfortable',
  waiting = false,
  first,
  total,
  sort,
  onSort,
  selection,
  onOpen,
  onLeave,
  arriveAt,
  noLetters = false,
}: Props<Row>) {
  const definitions = useMemo(
    () =>
      columns.map(({ id, header, cell }): ColumnDef<typeof features, Row> => ({
        id,
        header,
        cell: ({ row }) => cell(row.original),
      })),
    [columns],
  );
  const table = useTable({ features, columns: definitions, data: rows, getRowId: idOf });
  const shown = table.getRowModel().rows;
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);

  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const isVirtual = useLines() && rows.length > ALWAYS_RENDERED;
  useLayoutEffect(() => {
    if (isVirtual) setTop(body.current!.getBoundingClientRect().top + window.scrollY);
  }, [isVirtual, rows]);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here only
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    enabled: isVirtual,
    estimateSize: () => ESTIMATED_HEIGHT[density],
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = isVirtual ? virtualizer.getVirtualItems() : [];
  const indexes = isVirtual ? items.map(({ index }) => index) : shown.map((_, index) => index);
  const above = items.length > 0 ? items[0]!.start - top : 0;
  const below = items.length > 0 ? virtualizer.getTotalSize() - (items.at(-1)!.end - top) : 0;
  const width = columns.length + (selection ? 1 : 0);

  // The one row in the order of Tab, and whether it is to get the focus once it is rendered.
  const [current, setCurrent] = useState(0);
  const active = Math.min(current, Math.max(0, rows.length - 1));
  const awaited = useRef<number>(undefined);
  const rowAt = (index: number) => body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setCurrent(next);
    awaited.current = next;
    const row = rowAt(next);
    if (!row) virtualizer.scrollToIndex(next, { align: 'center' });
    focusAwaited();
  };
  const focusAwaited = () => {
    const row = awaited.current === undefined ? undefined : rowAt(awaited.current);
    if (!row) return;
    awaited.current = undefined;
    row.focus({ preventScroll: true });
    row.scrollIntoView?.({ block: 'nearest' });
  };
  useEffect(focusAwaited);

  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current || rows.length === 0 || !arriveAt) return;
    arrived.current = true;
    const index = rows.findIndex((row) => idOf(row) === arriveAt);
    if (index !== -1) moveTo(index);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('tr[data-index]');
    if (!row || target.matches('input:not([type="checkbox"]), select, textarea')) return;
    const index = Number(row.dataset.index);
    const isRow = target === row;
    const letter = noLetters ? '' : event.key.toLowerCase();
    const step =
      event.key === 'ArrowDown' || letter === 'j' ? 1 : event.key === 'ArrowUp' || letter === 'k' ? -1 : undefined;
    if (step !== undefined) {
      const next = index + step;
      if (event.shiftKey && selection && next >= 0 && next < rows.length) {
        if (!selection.has(row.dataset.id!)) selection.toggle(row.dataset.id!, false);
        const id = idOf(rows[next]!);
        if (!selection.has(id)) selection.toggle(id, false);
      }
      moveTo(next);
    } else if (event.key === 'Home' && isRow) moveTo(0);
    else if (event.key === 'End' && isRow) moveTo(rows.length - 1);
    else if (event.key === 'Enter' && isRow && onOpen) {
      onLeave?.(row.dataset.id!);
      onOpen(rows[index]!);
    } else if ((letter === 'x' || (event.key === ' ' && isRow)) && selection) {
      selection.toggle(row.dataset.id!, event.shiftKey);
    } else return;
    event.preventDefault();
  };
  const onFocus = (event: FocusEvent<HTMLTableSectionElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-index]');
    if (row) setCurrent(Number(row.dataset.index));
  };
  const onClick = (event: MouseEvent<HTMLTableSectionElement>) => {
    const link = (event.target as HTMLElement).closest('a');
    const row = link?.closest<HTMLElement>('tr[data-index]');
    if (row) onLeave?.(row.dataset.id!);
  };

  const selected = selection ? rows.filter((row) => selection.has(idOf(row))).length : 0;
  return (
    <div className={s.scroller}>
      <table
        className={`${cards.table} ${s.list}`}
        data-density={density}
        aria-busy={waiting || undefined}
        data-waiting={waiting || undefined}
        aria-rowcount={total + 1}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <th scope="col" className={s.box}>
                <label>
                  <span className="visually-hidden">Select all rows of this page</span>
                  <input
                    type="checkbox"
                    checked={selected === rows.length}
                    ref={(box) => {
                      if (box) box.indeterminate = selected > 0 && selected < rows.length;
                    }}
                    onChange={selection.togglePage}
                  />
                </label>
              </th>
            )}
            {columns.map(({ id, header, sort: by, isNumber }) => {
              const sorted = by && sort === by ? 'ascending' : by && sort === `-${by}` ? 'descending' : undefined;
              return (
                <th key={id} scope="col" aria-sort={sorted} className={isNumber ? s.number : undefined}>
                  {by && onSort ? (
                    <button
                      type="button"
                      className={cards.sort}
                      onClick={() => onSort(sorted ? (sorted === 'ascending' ? `-${by}` : undefined) : by)}
                    >
                      {header}
                      <span aria-hidden="true">{sorted === 'ascending' ? '↑' : sorted ? '↓' : '↕'}</span>
                    </button>
                  ) : (
                    header
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- rows take the focus one at a time, and stay rows for screen readers */}
        <tbody ref={body} onKeyDown={onKeyDown} onFocus={onFocus} onClick={onClick}>
          {above > 0 && <Space height={above} width={width} />}
          {indexes.map((index) => {
            const row = shown[index];
            if (!row) return null;
            const isSelected = selection?.has(row.id);
            return (
              <tr
                key={row.id}
                ref={isVirtual ? virtualizer.measureElement : undefined}
                data-index={index}
                data-id={row.id}
                data-selected={isSelected || undefined}
                aria-rowindex={first + index + 2}
                tabIndex={index === active ? 0 : -1}
              >
                {selection && (
                  <td className={s.box} data-label="Select">
                    <label>
                      <span className="visually-hidden">Select {nameOf(row.original)}</span>
                      <input
                        type="checkbox"
                        checked={isSelected}
                        // `change` does not say whether Shift is held.
                        onChange={(event) =>
                          selection.toggle(row.id, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)
                        }
                      />
                    </label>
                  </td>
                )}
                {row.getAllCells().map((cell) => {
                  const { header, isNumber, width: most } = byId.get(cell.column.id)!;
                  return (
                    <td
                      key={cell.id}
                      data-label={header}
                      className={isNumber ? s.number : undefined}
                      style={most ? ({ '--most': most } as object) : undefined}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  );
                })}
              </tr>
            );
          })}
          {below > 0 && <Space height={below} width={width} />}
        </tbody>
      </table>
    </div>
  );
}

/** In place of rows that are not rendered. */
const Space = ({ height, width }: { height: number; width: number }) => (
  <tr aria-hidden="true" className={s.space}>
    <td colSpan={width} style={{ height }} />
  </tr>
);
