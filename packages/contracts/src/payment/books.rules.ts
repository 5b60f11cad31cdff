const HOUR_MS = 3_600_000;
/** A capture of an hour may still be on its way to cart-order when the hour ends. */
const GRACE_MS = 15 * 60_000;

/**
 * The hour (UTC) whose captures payment and cart-order count for `/metrics`: the last one that ended a while ago. Both count the
 * same payments, so a difference is money without its order, or an order without its money.
 */
export function booksHourAt(now: Date): { from: Date; until: Date } {
  const until = Math.floor((now.getTime() - GRACE_MS) / HOUR_MS) * HOUR_MS;
  return { from: new Date(until - HOUR_MS), until: new Date(until) };
}
