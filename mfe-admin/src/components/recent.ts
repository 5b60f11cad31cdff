import { screenAt, SCREENS } from './screens.ts';
import type { StaffScreen } from './staff-screen.ts';

const KEY = 'admin:recent';
const MOST = 8;
const LONGEST = 120;

/** A screen, or a record by what it is: an order's number, a product's name. Nothing about people, nothing that was typed. */
export interface Recent {
  path: string;
  label: string;
}

/** The last one first, each with its screen; nothing where storage is forbidden. The shell removes them with the session. */
export function recentlyOpened(): (Recent & { screen: StaffScreen })[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown[];
    return kept.flatMap((one) => {
      const { path, label } = one as Recent;
      const screen = screenAt(path);
      if (!screen) return [];
      // A screen may have another name by now.
      if (screen.path === path) return { path, label: screen.label, screen };
      return isRecord(path, screen) && typeof label === 'string'
        ? { path, label: label.slice(0, LONGEST), screen }
        : [];
    });
  } catch {
    return [];
  }
}

const isRecord = (path: string, { records = [] }: StaffScreen): boolean =>
  records.some((place) => path.startsWith(place) && path.length > place.length);

/** Remembers a screen, or the record at `path` by its name, as the last one. */
export function rememberOpened(path: string, record: string | undefined): void {
  const label = record ?? SCREENS.find((screen) => screen.path === path)?.label;
  if (label === undefined) return;
  const others = recentlyOpened().filter((one) => one.path !== path);
  const next = [{ path, label }, ...others.map((one): Recent => ({ path: one.path, label: one.label }))];
  try {
    localStorage.setItem(KEY, JSON.stringify(next.slice(0, MOST)));
  } catch {
    // Storage is forbidden or full: nothing is remembered.
  }
}
