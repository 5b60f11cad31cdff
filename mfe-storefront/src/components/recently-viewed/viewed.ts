const KEY = 'shop:recently-viewed';
const MAX = 20;

export interface ViewedPiece {
  _id: string;
  productGroup: string;
}

/** `of`: the account that looked at them; null for a guest, whose list goes on with the account that signs in. */
interface Viewed {
  of: string | null;
  pieces: ViewedPiece[];
}

const OBJECT_ID = /^[0-9a-f]{24}$/;

/** What this visitor looked at in this browser, the last first; nothing of another account, and nothing where storage is forbidden. */
export function viewedBy(userId: string | null): ViewedPiece[] {
  try {
    const { of, pieces } = JSON.parse(localStorage.getItem(KEY)!) as Viewed;
    return of === null || of === userId ? pieces.filter(({ _id }) => OBJECT_ID.test(_id)) : [];
  } catch {
    return [];
  }
}

/** Remembers a piece as the last one, once per group. */
export function rememberViewed({ _id, productGroup }: ViewedPiece, userId: string | null): void {
  const others = viewedBy(userId).filter((piece) => piece.productGroup !== productGroup);
  try {
    localStorage.setItem(KEY, JSON.stringify({ of: userId, pieces: [{ _id, productGroup }, ...others].slice(0, MAX) }));
  } catch {
    // Storage is forbidden or full: nothing is remembered.
  }
}

export function forgetViewed(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As in `rememberViewed`.
  }
}
