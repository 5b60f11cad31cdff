import { GUEST_WISHLIST } from '@shop/contracts/browser';
import { createStore } from '@shop/mfe-kit';

/** What a guest saved; it stays in this browser until somebody signs in. */
export interface SavedPiece {
  productId: string;
  addedAt: string;
  name?: string;
  /** When it was saved, before tax. */
  price?: number;
}

/** As many as an account has. */
export const GUEST_LIMIT = 200;

const OBJECT_ID = /^[0-9a-f]{24}$/;

const isSaved = (entry: unknown): entry is SavedPiece => {
  const { productId, addedAt, name, price } = (entry ?? {}) as Record<string, unknown>;
  return (
    typeof productId === 'string' &&
    OBJECT_ID.test(productId) &&
    typeof addedAt === 'string' &&
    !Number.isNaN(Date.parse(addedAt)) &&
    (name === undefined || typeof name === 'string') &&
    (price === undefined || (typeof price === 'number' && price >= 0))
  );
};

/** As stored. What is not readable counts as nothing; storage can be forbidden. */
function read(): SavedPiece[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(GUEST_WISHLIST) ?? '[]');
    return Array.isArray(entries) ? entries.filter(isSaved).slice(0, GUEST_LIMIT) : [];
  } catch {
    return [];
  }
}

/** The list of this browser, the newest piece first. */
export const guestList = createStore<readonly SavedPiece[]>([]);

export const refreshGuestList = (): void => guestList.set(read());

/** False where the browser stores nothing. */
export function changeGuestList(change: (list: readonly SavedPiece[]) => readonly SavedPiece[]): boolean {
  const next = change(read());
  try {
    if (next.length === 0) localStorage.removeItem(GUEST_WISHLIST);
    else localStorage.setItem(GUEST_WISHLIST, JSON.stringify(next));
  } catch {
    return false;
  }
  guestList.set(next);
  return true;
}

/** Calls `listener` with the list now and after every change, in other tabs too. Returns a function that stops it. */
export function followGuestList(listener: (list: readonly SavedPiece[]) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === GUEST_WISHLIST || key === null) && refreshGuestList();
  window.addEventListener('storage', onStorage);
  const stop = guestList.subscribe(() => listener(guestList.get()));
  refreshGuestList();
  return () => {
    window.removeEventListener('storage', onStorage);
    stop();
  };
}
