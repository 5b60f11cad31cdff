import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import type { ListSelection } from './list-types.ts';

interface Options<Row> {
  rows: readonly Row[];
  idOf(row: Row): string;
  /** Renders a row that is out of sight. */
  scrollTo(index: number): void;
  selection?: ListSelection | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  /** A link of the row is followed. */
  onLeave?: ((id: string) => void) | undefined;
  /** Row that gets the focus when it is shown first. */
  arriveAt: string | undefined;
  /** Without keys of one letter (`j`, `k`, `x`). */
  noLetters: boolean;
}

interface RowFocus {
  /** Index of the one row in the order of Tab. */
  active: number;
  /** Of the body. */
  handlers: {
    onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>): void;
    onFocus(event: FocusEvent<HTMLTableSectionElement>): void;
    onClick(event: MouseEvent<HTMLTableSectionElement>): void;
  };
}

/** Rows that take the focus one at a time, and the keys that move between them, select and open them. */
export function useRowFocus<Row>(
  body: RefObject<HTMLTableSectionElement | null>,
  { rows, idOf, scrollTo, selection, onOpen, onLeave, arriveAt, noLetters }: Options<Row>,
): RowFocus {
  const [current, setCurrent] = useState(0);
  const active = Math.min(current, Math.max(0, rows.length - 1));
  /** To get the focus once it is rendered. */
  const awaited = useRef<number>(undefined);
  const rowAt = (index: number) => body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setCurrent(next);
    awaited.current = next;
    const row = rowAt(next);
    if (!row) scrollTo(next);
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
  return { active, handlers: { onKeyDown, onFocus, onClick } };
}
