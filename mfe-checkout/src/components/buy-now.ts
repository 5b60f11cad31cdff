import type { BodyOf, cartOrder } from '@shop/contracts/browser';

const KEY = 'checkout:buy-now';
type Line = BodyOf<typeof cartOrder.addToCart>;

/** Stores the item of a Buy Now purchase for this tab and user. */
export function storeBuyNow(userId: string, line: Line): void {
  sessionStorage.setItem(KEY, JSON.stringify({ userId, line }));
}

/** This user's Buy Now item; undefined if there is none or it belongs to another user. */
export function buyNowOf(userId: string): Line | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { userId: string; line: Line } | null;
    return stored?.userId === userId ? stored.line : undefined;
  } catch {
    return undefined;
  }
}

export const clearBuyNow = (): void => sessionStorage.removeItem(KEY);
