import { permissionsIn } from '@shop/contracts/browser';
import { Link, messageOf, useLocation, useSession } from '@shop/mfe-kit';
import { isPlainClick } from '@shop/mfe-kit/plain-click.ts';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { useQueries } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { recentlyOpened } from '../recent.ts';
import { ACTIONS, mayOpen, SCREENS } from '../screens.ts';
import { countText } from '../texts.ts';
import { FEWEST_LETTERS, foundQuery, matching, MOST_ROWS, SOURCES, type Row } from './found.ts';
import s from './palette.module.css';

const TITLE = 'Search or jump to';

interface Group {
  title: string;
  rows: readonly Row[];
  all?: Row | undefined;
}

/** Set by a server in development. */
const isDevelopment = (): boolean => document.querySelector('script[data-dev]') !== null;

/** Finds screens, actions and records by what is typed; while nothing is, it shows what was opened recently. */
export function Palette({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('');
  const permissions = permissionsIn(useSession().user);
  const text = typed.trim();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // After the dialog has given the focus to what comes first in it.
  useLayoutEffect(() => field.current?.focus(), []);

  const start = useStart(permissions);
  const sources = SOURCES.filter((source) => mayOpen(permissions, source));
  const isAsked = text.length >= FEWEST_LETTERS;
  const queries = useQueries({ queries: sources.map((source) => ({ ...foundQuery(source, text), enabled: isAsked })) });
  const groups =
    text === ''
      ? start
      : [...named(permissions, text), ...sources.map(({ title }, at) => groupOf(title, queries[at]?.data))];
  const failed = sources.flatMap(({ what }, at) => {
    const { error, refetch } = queries[at]!;
    return isAsked && error ? [{ what, error, refetch }] : [];
  });

  // The first of all is selected until somebody moves, also when it comes late; what they chose stays.
  const hasMoved = useRef(false);
  const shown = groups.flatMap((group) => rowsOf(group).map((row) => valueOf(group.title, row))).join();
  useEffect(() => {
    // By its own key: told a value from outside, cmdk does not tell screen readers.
    if (!hasMoved.current) list.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
  }, [shown]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) hasMoved.current = true;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // As pressed by a pointer, so that unsaved changes are asked about.
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
  };
  return (
    <Dialog kind="search" title={TITLE} onClose={onClose}>
      <Command
        label={TITLE}
        shouldFilter={false}
        vimBindings={false}
        loop
        className={s.palette}
        onKeyDown={onKeyDown}
        onPointerMove={({ target }) => {
          if ((target as Element).closest('[role="option"]')) hasMoved.current = true;
        }}
      >
        <Command.Input
          ref={field}
          value={typed}
          onValueChange={(now) => {
            hasMoved.current = false;
            setTyped(now);
          }}
          maxLength={100}
          enterKeyHint="go"
          placeholder="Screen, order, product or person"
          className={s.field}
        />
        <p role="status" className={s.status}>
          {statusOf({
            text,
            found: groups.reduce((sum, { rows }) => sum + rows.length, 0),
            isSearching: isAsked && queries.some(({ isPending }) => isPending),
            failed: failed.map(({ what, error }) => `The ${what} could not be searched: ${messageOf(error)}`),
          })}
        </p>
        {failed.length > 0 && (
          <Button look="secondary" onClick={() => failed.forEach(({ refetch }) => void refetch())}>
            Try again
          </Button>
        )}
        <Command.List ref={list} label="Results" className={s.list}>
          {groups.map(
            (group) =>
              group.rows.length > 0 && (
                <Command.Group key={group.title} heading={group.title} className={s.group}>
                  {rowsOf(group).map((row) => (
                    <Option key={valueOf(group.title, row)} of={group.title} row={row} onClose={onClose} />
                  ))}
                </Command.Group>
              ),
          )}
        </Command.List>
      </Command>
      <DialogActions>
        <p className={s.help} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> open, <kbd>Esc</kbd> close
        </p>
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What is offered before anything is typed, as it was when the palette opened. */
function useStart(permissions: readonly string[]): readonly Group[] {
  const { pathname } = useLocation();
  const [start] = useState(() => [
    {
      title: 'Opened recently',
      rows: recentlyOpened().filter(({ path, screen }) => path !== pathname && mayOpen(permissions, screen)),
    },
    { title: 'Actions', rows: ACTIONS.filter((action) => mayOpen(permissions, action)) },
  ]);
  return start;
}

/** Screens and actions of which one typed the name. */
function named(permissions: readonly string[], text: string): readonly Group[] {
  const screens = SCREENS.filter(({ group }) => group !== 'developers' || isDevelopment());
  return [
    { title: 'Screens', of: screens },
    { title: 'Actions', of: ACTIONS },
  ].map(({ title, of }) => ({
    title,
    rows: matching(
      of.filter((entry) => mayOpen(permissions, entry)),
      text,
    ).slice(0, MOST_ROWS),
  }));
}

const groupOf = (title: string, found: Omit<Group, 'title'> | undefined): Group => ({ rows: [], ...found, title });

/** What a screen reader hears of the results. */
function statusOf({
  text,
  found,
  isSearching,
  failed,
}: {
  text: string;
  found: number;
  isSearching: boolean;
  failed: readonly string[];
}): string {
  if (text === '') return '';
  if (isSearching) return 'Searching…';
  if (failed.length > 0) return failed.join('. ');
  if (found > 0) return countText(found, 'result');
  return text.length < FEWEST_LETTERS
    ? 'Orders, products and people are found by two letters or more'
    : `Nothing found for “${text}”`;
}

const rowsOf = ({ rows, all }: Group): readonly Row[] => (all ? [...rows, all] : rows);

/** Several archived variants lead to the page of their group: the path alone is not enough. */
const valueOf = (of: string, { path, label }: Row): string => `${of} ${path} ${label}`;

/** A link that the field has the focus for: it opens in another tab, and asks before unsaved changes are lost, as others do. */
function Option({ of, row, onClose }: { of: string; row: Row; onClose(): void }) {
  const { path, label, detail } = row;
  return (
    <Command.Item asChild value={valueOf(of, row)}>
      <Link
        to={path}
        tabIndex={-1}
        className={s.option}
        onClick={(event) => {
          if (isPlainClick(event, event.currentTarget)) onClose();
        }}
      >
        <span>{label}</span>
        {detail && <small className={s.detail}>{detail}</small>}
      </Link>
    </Command.Item>
  );
}
