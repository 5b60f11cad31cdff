import { closestCenter, DndContext } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button } from '@shop/ui/button.tsx';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useDragSensors } from './sensors.ts';
import s from './sortable-rows.module.css';

interface Row {
  /** The same wherever it is moved. */
  id: string;
}

interface Props<R extends Row> {
  label: string;
  rows: readonly R[];
  /** `Question`, `Is it hallmarked?`: what is read out, and shown beside the handle. */
  nameOf(row: R, at: number): string;
  onMove(from: number, to: number): void;
  /** Answers what puts it back. */
  onRemove(at: number): () => void;
  children(row: R, at: number): ReactNode;
}

/** Rows of a form in an order: dragged by their handle, moved by its arrow keys and by buttons, removed and put back. */
export function SortableRows<R extends Row>({ label, rows, nameOf, onMove, onRemove, children }: Props<R>) {
  const list = useRef<HTMLOListElement>(null);
  const [news, setNews] = useState('');
  const [removed, setRemoved] = useState<{ name: string; putBack(): void }>();
  const undo = useRef<HTMLButtonElement>(null);
  /** Where the focus goes when a row has its new place. */
  const following = useRef<{ id: string; title: string }>(undefined);
  const sensors = useDragSensors();
  useEffect(() => {
    if (!following.current) return;
    const { id, title } = following.current;
    following.current = undefined;
    const row = [...list.current!.children].find((one) => (one as HTMLElement).dataset['row'] === id);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>(':scope > header button') ?? [])];
    // The button that moved it may move it on.
    (buttons.find((button) => button.title === title && !button.disabled) ?? buttons[0])?.focus();
  }, [rows]);
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);

  const move = (from: number, to: number, title: string): void => {
    const row = rows[from];
    if (!row || from === to || to < 0 || to >= rows.length) return;
    following.current = { id: row.id, title };
    setNews(`${nameOf(row, from)} is now number ${to + 1} of ${rows.length}`);
    setRemoved(undefined);
    onMove(from, to);
  };
  return (
    <div className={s.rows}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => {
          const at = (id: string | number) => rows.findIndex((row) => row.id === id);
          if (over) move(at(active.id), at(over.id), HANDLE);
        }}
      >
        <SortableContext items={rows.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol ref={list} className={s.list} aria-label={label}>
            {rows.map((row, at) => (
              <SortableRow
                key={row.id}
                id={row.id}
                name={nameOf(row, at)}
                at={at}
                count={rows.length}
                onMove={(to, title) => move(at, to, title)}
                onRemove={() => {
                  setNews('');
                  setRemoved({ name: nameOf(row, at), putBack: onRemove(at) });
                }}
              >
                {children(row, at)}
              </SortableRow>
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {removed && (
        <p className={s.removed}>
          Removed: {removed.name}.{' '}
          <Button
            ref={undo}
            look="quiet"
            onClick={() => {
              removed.putBack();
              setRemoved(undefined);
              setNews(`${removed.name} is back`);
            }}
          >
            Undo
          </Button>
        </p>
      )}
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </div>
  );
}

const HANDLE = 'Drag, or press the arrow keys';

interface RowProps {
  id: string;
  name: string;
  at: number;
  count: number;
  onMove(to: number, title: string): void;
  onRemove(): void;
  children: ReactNode;
}

function SortableRow({ id, name, at, count, onMove, onRemove, children }: RowProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id });
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to, HANDLE);
  };
  return (
    <li
      ref={setNodeRef}
      className={s.row}
      data-row={id}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <header className={s.head}>
        <button
          ref={setActivatorNodeRef}
          {...listeners}
          type="button"
          className={s.handle}
          title={HANDLE}
          aria-label={`Move ${name}, number ${at + 1} of ${count}`}
          aria-keyshortcuts="ArrowUp ArrowDown Home End"
          onKeyDown={onKeyDown}
        >
          <span aria-hidden="true">⠿</span>
        </button>
        <span className={s.name}>{name}</span>
        <button type="button" title="Up" disabled={at === 0} onClick={() => onMove(at - 1, 'Up')}>
          ↑<span className="visually-hidden"> {name} up</span>
        </button>
        <button type="button" title="Down" disabled={at === count - 1} onClick={() => onMove(at + 1, 'Down')}>
          ↓<span className="visually-hidden"> {name} down</span>
        </button>
        <button type="button" title="Remove" onClick={onRemove}>
          ×<span className="visually-hidden"> Remove {name}</span>
        </button>
      </header>
      {children}
    </li>
  );
}
