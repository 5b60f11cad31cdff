import { tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import cards from './data-table.module.css';
import { ListHead } from './list-head.tsx';
import s from './list-table.module.css';
import type { Density, ListColumn, ListSelection } from './list-types.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useSeenRows } from './use-seen-rows.ts';

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
  const keyOf = (index: number) => shown[index]?.id ?? index;
  const { indexes, above, below, measure, scrollTo } = useSeenRows(body, { rows, keyOf, density });
  const { active, handlers } = useRowFocus(body, {
    ...{ rows, idOf, scrollTo, selection, onOpen, onLeave, arriveAt, noLetters },
  });
  const width = columns.length + (selection ? 1 : 0);
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
        <ListHead {...{ columns, sort, onSort, selection, selected }} count={rows.length} />
        {/* Rows take the focus one at a time, and stay rows for screen readers. */}
        <tbody ref={body} {...handlers}>
          {above > 0 && <Space height={above} width={width} />}
          {indexes.map((index) => {
            const row = shown[index];
            if (!row) return null;
            const isSelected = selection?.has(row.id);
            return (
              <tr
                key={row.id}
                ref={measure}
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
