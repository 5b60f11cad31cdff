/** The checkout that was frozen last and has not come to an end in this browser. */
export interface Unfinished {
  id: string;
  userId: string;
  /** Where it was begun, to go back to. */
  from: '/checkout' | '/checkout?buynow=true';
}

const KEY = 'checkout:unfinished';

export const keepUnfinished = (checkout: Unfinished): void => localStorage.setItem(KEY, JSON.stringify(checkout));

/** Of this user; another one of the same browser has nothing to do with it. */
export function unfinishedOf(userId: string): Unfinished | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Unfinished | null;
    return kept?.userId === userId ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function forgetUnfinished(id: string): void {
  if (localStorage.getItem(KEY)?.includes(id)) localStorage.removeItem(KEY);
}
