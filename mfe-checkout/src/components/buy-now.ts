import type { BodyOf, cartOrder } from '@shop/contracts/browser';

const KEY = 'checkout:buy-now';
type Line = BodyOf<typeof cartOrder.addToCart>;

/** Keeps what is bought without the cart, for this tab and this user. */
export function keepBuyNow(userId: string, line: Line): void {
  sessionStorage.setItem(KEY, JSON.stringify({ userId, line }));
}

/** What this user buys now; undefined when there is nothing, or it was somebody else's. */
export function buyNowOf(userId: string): Line | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { userId: string; line: Line } | null;
    return kept?.userId === userId ? kept.line : undefined;
  } catch {
    return undefined;
  }
}

export const forgetBuyNow = (): void => sessionStorage.removeItem(KEY);
