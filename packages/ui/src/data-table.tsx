import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_text,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import s from './data-table.module.css';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  // Numbers need none of their own.
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text },
});

export const columnsOf = <Row extends object>() => createColumnHelper<typeof features, Row>();
// oxlint-disable-next-line typescript/no-explicit-any -- columns of one table hold values of several types
export type Columns<Row extends object> = ColumnDef<typeof features, Row, any>[];

interface Props<Row extends object> {
  /** Said to screen readers. */
  caption: string;
  /** Made once, outside of the component or in a memo. */
  columns: Columns<Row>;
  /** The same array while it stays the same. */
  rows: readonly Row[];
  idOf(row: Row): string;
  /** Columns whose header sorts: only where all rows are there. */
  sortable?: boolean;
  /** Other rows are on their way; these are the old ones. */
  waiting?: boolean;
  /** Of the row that others on the screen belong to. */
  selected?: string;
}

/** A table; on a phone each row is a card that names its values. Sorting works where all rows are there at once. */
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
              const { header } = cell.column.columnDef;
              return (
                <td key={cell.id} data-label={typeof header === 'string' ? header : undefined}>
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
