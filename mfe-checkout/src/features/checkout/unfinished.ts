/** The last frozen checkout that has not ended in this browser. */
export interface Unfinished {
  id: string;
  userId: string;
  /** The page it was started from. */
  from: '/checkout' | '/checkout?buynow=true';
}

const KEY = 'checkout:unfinished';

export const storeUnfinished = (checkout: Unfinished): void => localStorage.setItem(KEY, JSON.stringify(checkout));

/** Undefined for another user of the same browser. */
export function unfinishedOf(userId: string): Unfinished | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Unfinished | null;
    return stored?.userId === userId ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function clearUnfinished(id: string): void {
  if (localStorage.getItem(KEY)?.includes(id)) localStorage.removeItem(KEY);
}
