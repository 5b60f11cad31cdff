import cards from './data-table.module.css';
import type { ListColumn, ListSelection } from './list-types.ts';
import s from './list-table.module.css';

interface Props<Row> {
  columns: readonly ListColumn<Row>[];
  /** Rows of this page. */
  count: number;
  /** How many of them are selected. */
  selected: number;
  sort: string | undefined;
  onSort?: ((sort: string | undefined) => void) | undefined;
  selection: ListSelection | undefined;
}

/** Names of the columns, which sort, and the box that selects all rows. */
export function ListHead<Row>({ columns, count, selected, sort, onSort, selection }: Props<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={s.box}>
            <label>
              <span className="visually-hidden">Select all rows of this page</span>
              <input
                type="checkbox"
                checked={selected === count}
                ref={(box) => {
                  if (box) box.indeterminate = selected > 0 && selected < count;
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
  );
}
