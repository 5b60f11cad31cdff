import type { cartOrder } from '@shop/contracts';
import { shareOf } from '../checkouts/totals.rules.ts';
import type { Order, OrderDispute } from './order.schema.ts';

type Status = cartOrder.OrderStatus;

/** Allowed transitions. */
const NEXT: Record<Status, readonly Status[]> = {
  Processing: ['Shipped', 'Cancelled'],
  Shipped: ['Delivered', 'Cancelled'],
  Delivered: [],
  Cancelled: [],
};

export const canBecome = (from: Status, to: Status): boolean => NEXT[from].includes(to);

/** Default messages to the buyer. */
export const MESSAGES: Record<Status, string> = {
  Processing: 'We have your order and are preparing it',
  Shipped: 'Your order is on its way',
  Delivered: 'Your order was delivered',
  Cancelled: 'Your order was cancelled',
};

/** The choices without prices; `costomization` is left out, the choices imply it. */
export const choicesOf = ({
  costomization: _,
  ...chosen
}: Order['lines'][number]['customizations']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(chosen).map(([name, choice]) => [name, typeof choice === 'string' ? choice : choice.value]),
  );

/** Share of customised lines and their GST that is retained on a late cancellation. */
const ADVANCE = 0.3;

/** Order of the dispute statuses: an update with an earlier one is stale. */
const STATUS_ORDER: Record<OrderDispute['status'], number> = { open: 0, 'under-review': 1, won: 2, lost: 2, closed: 2 };

/** Merges a dispute update, which may be stale or a duplicate. */
export function withDispute(known: readonly OrderDispute[], update: OrderDispute): OrderDispute[] {
  const before = known.find(({ disputeId }) => disputeId === update.disputeId);
  if (before && (STATUS_ORDER[update.status] < STATUS_ORDER[before.status] || update.status === before.status))
    return [...known];
  return [...known.filter((one) => one !== before), update];
}

/** Refundable amount in the smallest unit: captured less every refund that did not fail. */
export const refundable = ({ payment, refunds }: Pick<Order, 'payment' | 'refunds'>): number =>
  Math.max(0, payment.amount - refunds.reduce((sum, { amount, state }) => sum + (state === 'failed' ? 0 : amount), 0));

/** Sum of the completed refunds, in the smallest unit. */
export const refundedAmount = ({ refunds }: Pick<Order, 'refunds'>): number =>
  refunds.reduce((sum, { amount, state }) => sum + (state === 'completed' ? amount : 0), 0);

/** Refund of a cancellation: everything refundable, after the first 24 hours less the advance. */
export function refundOnCancelling(
  order: Pick<Order, 'payment' | 'refunds' | 'lines' | 'amounts'>,
  { late }: { late: boolean },
): number {
  const left = refundable(order);
  return late ? Math.max(0, left - advanceOf(order)) : left;
}

/** 30 % of the customised lines including their share of the GST. */
function advanceOf({ lines, amounts }: Pick<Order, 'lines' | 'amounts'>): number {
  const customised = lines.reduce(
    (sum, { customized, unitAmount, quantity }) => sum + (customized ? unitAmount * quantity : 0),
    0,
  );
  if (customised === 0) return 0;
  const gst = Math.round((amounts.gst * customised) / amounts.subtotal);
  return shareOf(customised + gst, ADVANCE);
}
