import {
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_text,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import s from './data-table.module.css';

/** Of a column. */
interface Meta {
  /** Amounts and counts, which end below each other. */
  isNumber?: boolean;
}

const features = tableFeatures({
  columnMeta: metaHelper<Meta>(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  // Numbers sort by the default.
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text },
});

export const columnsOf = <Row extends object>() => createColumnHelper<typeof features, Row>();
// oxlint-disable-next-line typescript/no-explicit-any -- columns of a table have values of different types
export type Columns<Row extends object> = ColumnDef<typeof features, Row, any>[];

interface Props<Row extends object> {
  /** For screen readers. */
  caption: string;
  /** Stable: created outside the component or memoized. */
  columns: Columns<Row>;
  /** Stable while unchanged. */
  rows: readonly Row[];
  idOf(row: Row): string;
  /** Headers sort; only where all rows are loaded. */
  sortable?: boolean;
  /** The rows are stale, others are being loaded. */
  waiting?: boolean;
  /** Id of the selected row. */
  selected?: string;
}

/** A table; on phones each row is a card that names its values. */
export function DataTable<Row extends object>({
  caption,
  columns,
  rows,
  idOf,
  sortable = false,
  waiting = false,
  selected,
}: Props<Row>) {
  const table = useTable({ features, columns, data: rows, getRowId: idOf, enableSorting: sortable });
  return (
    <table className={s.table} aria-busy={waiting || undefined} data-waiting={waiting || undefined}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => {
              const sorted = header.column.getIsSorted();
              return (
                <th
                  key={header.id}
                  scope="col"
                  className={header.column.columnDef.meta?.isNumber ? s.number : undefined}
                  aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  {header.column.getCanSort() ? (
                    <button type="button" className={s.sort} onClick={header.column.getToggleSortingHandler()}>
                      <table.FlexRender header={header} />
                      <span aria-hidden="true">{sorted === 'asc' ? '↑' : sorted === 'desc' ? '↓' : '↕'}</span>
                    </button>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </th>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} data-selected={row.id === selected || undefined}>
            {row.getAllCells().map((cell) => {
              const { header, meta } = cell.column.columnDef;
              return (
                <td
                  key={cell.id}
                  data-label={typeof header === 'string' ? header : undefined}
                  className={meta?.isNumber ? s.number : undefined}
                >
                  <table.FlexRender cell={cell} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
