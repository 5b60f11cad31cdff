import {
  amountOfParts,
  CURRENCY_DECIMALS,
  type PaidParts,
  partsLeft,
  REFUNDED_CHARGES,
  type RefundParts,
} from '@shop/contracts/browser';
import type { Order } from '../../api/orders.ts';

export interface Refundable {
  /** Pieces of each line and charges that are not paid back. */
  left: ReturnType<typeof partsLeft>;
  /** What was paid for parts, in the major unit, as it is written. */
  worth(parts: RefundParts): number;
}

export const NO_PARTS: RefundParts = { lines: [], charges: [] };

export const isNone = ({ lines, charges }: RefundParts): boolean => lines.length + charges.length === 0;

/** Which parts of an order can still be paid back, and what they are worth after earlier refunds. */
export function refundableOf(order: Order): Refundable {
  const unit = 10 ** CURRENCY_DECIMALS[order.currency];
  const paid = paidParts(order, unit);
  const earlier = order.refunds.flatMap(({ of, state }) => (of && state !== 'failed' ? [of] : []));
  return {
    left: partsLeft(paid, earlier),
    worth: (parts) => amountOfParts(paid, parts, earlier) / unit,
  };
}

/** What was paid for lines and charges with their tax, in the smallest unit: together it is the total. */
const paidParts = ({ items, charges }: Order, unit: number): PaidParts => ({
  lines: items.map(({ lineMrp, linePrice, quantity }) => ({
    amount: Math.round((lineMrp ?? linePrice) * unit),
    quantity,
  })),
  charges: Object.fromEntries(REFUNDED_CHARGES.map((charge) => [charge, Math.round((charges[charge] ?? 0) * unit)])),
});
