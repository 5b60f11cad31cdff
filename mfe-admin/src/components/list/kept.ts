import { createStore, useStore } from '@shop/mfe-kit';
import type { Density } from '@shop/ui/list-types.ts';

/** What a browser keeps for all lists. */
export interface Kept {
  density: Density;
  rows: number;
  /** Without keys of one letter: for who dictates, or presses them by mistake. */
  noLetters: boolean;
}

const KEY = 'admin:lists';
export const ROWS = [25, 50, 100] as const;
const AT_FIRST: Kept = { density: 'comfortable', rows: 25, noLetters: false };

/** What is stored, where it is valid. */
function read(): Kept {
  try {
    const { density, rows, noLetters } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return {
      density: density === 'compact' ? 'compact' : 'comfortable',
      rows: ROWS.find((one) => one === rows) ?? AT_FIRST.rows,
      noLetters: noLetters === true,
    };
  } catch {
    return AT_FIRST;
  }
}

const store = createStore<Kept>(AT_FIRST);

/** As it is stored: another tab may have changed it. */
export function keptSettings(): Kept {
  const stored = read();
  const now = store.get();
  if (stored.density !== now.density || stored.rows !== now.rows || stored.noLetters !== now.noLetters)
    store.set(stored);
  return store.get();
}

export function keep(changes: Partial<Kept>): void {
  const next = { ...keptSettings(), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Full, or forbidden: it holds until the page is left.
  }
  store.set(next);
}

export const useKept = (): Kept => useStore(store);

const PLACES = 'admin:places';

/** Where each list was left: its query, and the row that was opened. */
type Places = Record<string, { search: string; row?: string }>;

function places(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(PLACES) ?? '{}') as Places;
  } catch {
    return {};
  }
}

export const placeOf = (path: string): Places[string] | undefined => places()[path];

export function leaveAt(path: string, search: string, row?: string): void {
  try {
    sessionStorage.setItem(PLACES, JSON.stringify({ ...places(), [path]: { search, ...(row && { row }) } }));
  } catch {
    // Without it one comes back to the start of the list.
  }
}
