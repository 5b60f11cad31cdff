import { useRef, useState } from 'react';
import { chosenOf, countSelected, isSelected, noneSelected, withRows, type Chosen, type Selected } from './list.ts';

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;

/** The selection of rows, over pages and until the filter is another one. */
export function useSelection<Row>({
  filterKey,
  rows,
  total,
  idOf,
  loadAll,
}: {
  filterKey: string;
  /** Of this page. */
  rows: readonly Row[];
  /** How many rows match. */
  total: number;
  idOf(row: Row): string;
  /** All that match, up to a number. */
  loadAll(most: number): Promise<{ rows: readonly Row[] }>;
}) {
  const [last, setSelected] = useState<Selected<Row>>(() => noneSelected(filterKey));
  // With another filter it is over.
  const selected = last.key === filterKey ? last : noneSelected<Row>(filterKey);
  const pressed = useRef<string>(undefined);
  const entries = () => rows.map((row) => [idOf(row), row] as const);
  return {
    count: countSelected(selected, total),
    has: (id: string) => isSelected(selected, id),
    /** `extend`: also what lies between it and the row that was pressed before. */
    toggle(id: string, extend: boolean) {
      const all = entries();
      const ids = all.map(([one]) => one);
      const on = !isSelected(selected, id);
      const from = extend && pressed.current ? ids.indexOf(pressed.current) : -1;
      const to = ids.indexOf(id);
      const [start, end] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      pressed.current = id;
      const several = all.slice(start, end + 1);
      setSelected((before) => withRows(before.key === filterKey ? before : noneSelected(filterKey), several, on));
    },
    togglePage() {
      const all = entries();
      setSelected(withRows(selected, all, !all.every(([id]) => isSelected(selected, id))));
    },
    /** As many as the page has are selected, and more match. */
    mayTakeAll: !selected.isAll && total > rows.length && selected.rows.size >= rows.length,
    /** All that match, on any page. */
    takeAll: () => setSelected({ key: filterKey, isAll: true, rows: new Map() }),
    clear: () => setSelected(noneSelected(filterKey)),
    chosen: <Filter>(filter: Filter): Chosen<Filter> => chosenOf(selected, filter),
    /** The selected rows, up to a number. */
    load: async (most: number): Promise<Row[]> =>
      selected.isAll
        ? (await loadAll(most + selected.rows.size)).rows.filter((row) => !selected.rows.has(idOf(row))).slice(0, most)
        : [...selected.rows.values()].slice(0, most),
  };
}
