import type { Wish } from './wishlist.schema.ts';

export const newestFirst = (a: Wish, b: Wish): number => b.addedAt.getTime() - a.addedAt.getTime();

/** A time that a client sent, but never one to come. */
export const addedAtOf = (sent: string | undefined, now: Date): Date =>
  sent === undefined ? now : new Date(Math.min(Date.parse(sent), now.getTime()));

/**
 * The list with what a guest had saved. What is on it stays as it is; of the others the newest are taken until it is full, and `left`
 * are the rest.
 */
export function merged(
  items: readonly Wish[],
  given: readonly Wish[],
  limit: number,
): { items: Wish[]; left: string[] } {
  const known = new Set(items.map(({ productId }) => productId));
  const added: Wish[] = [];
  const left: string[] = [];
  for (const wish of given.toSorted(newestFirst)) {
    if (known.has(wish.productId)) continue;
    known.add(wish.productId);
    if (items.length + added.length < limit) added.push(wish);
    else left.push(wish.productId);
  }
  return { items: [...items, ...added].toSorted(newestFirst), left };
}

/** The word by which people call each other; nothing of a name that has none. */
export const firstNameOf = (name: string | undefined): string | undefined => name?.trim().split(/\s/u)[0] || undefined;
