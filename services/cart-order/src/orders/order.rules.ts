import type { cartOrder } from '@shop/contracts';
import { shareOf } from '../checkouts/totals.rules.ts';
import type { Order, OrderDispute } from './order.schema.ts';

type Status = cartOrder.OrderStatus;

/** Where an order can go. */
const NEXT: Record<Status, readonly Status[]> = {
  Processing: ['Shipped', 'Cancelled'],
  Shipped: ['Delivered', 'Cancelled'],
  Delivered: [],
  Cancelled: [],
};

export const canBecome = (from: Status, to: Status): boolean => NEXT[from].includes(to);

/** Said to the buyer where staff say nothing. */
export const MESSAGES: Record<Status, string> = {
  Processing: 'We have your order and are preparing it',
  Shipped: 'Your order is on its way',
  Delivered: 'Your order was delivered',
  Cancelled: 'Your order was cancelled',
};

/** What was chosen, without prices; that it is made to order shows in what was chosen. */
export const choicesOf = ({
  costomization: _,
  ...chosen
}: Order['lines'][number]['customizations']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(chosen).map(([name, choice]) => [name, typeof choice === 'string' ? choice : choice.value]),
  );

/** Of customised lines, with their GST, kept back when an order is cancelled late. */
const ADVANCE = 0.3;

/** How far a dispute is: what is told of an earlier step comes late. */
const STEPS: Record<OrderDispute['status'], number> = { open: 0, 'under-review': 1, won: 2, lost: 2, closed: 2 };

/** The disputes of an order with the news of one, which may come late and twice. */
export function disputesWith(known: readonly OrderDispute[], news: OrderDispute): OrderDispute[] {
  const before = known.find(({ disputeId }) => disputeId === news.disputeId);
  if (before && (STEPS[news.status] < STEPS[before.status] || news.status === before.status)) return [...known];
  return [...known.filter((one) => one !== before), news];
}

/** What can still be paid back, in the smallest unit: captured less every refund that did not fail. */
export const refundable = ({ payment, refunds }: Pick<Order, 'payment' | 'refunds'>): number =>
  Math.max(0, payment.amount - refunds.reduce((sum, { amount, state }) => sum + (state === 'failed' ? 0 : amount), 0));

/** What came back of a payment, in the smallest unit: every refund that is completed. */
export const paidBack = ({ refunds }: Pick<Order, 'refunds'>): number =>
  refunds.reduce((sum, { amount, state }) => sum + (state === 'completed' ? amount : 0), 0);

/** What a cancellation pays back: all that is left, or after the first 24 hours all but the advance. */
export function refundOnCancelling(
  order: Pick<Order, 'payment' | 'refunds' | 'lines' | 'amounts'>,
  { late }: { late: boolean },
): number {
  const left = refundable(order);
  return late ? Math.max(0, left - advanceOf(order)) : left;
}

/** 30 % of the customised lines with their share of the GST. */
function advanceOf({ lines, amounts }: Pick<Order, 'lines' | 'amounts'>): number {
  const customised = lines.reduce(
    (sum, { customized, unitAmount, quantity }) => sum + (customized ? unitAmount * quantity : 0),
    0,
  );
  if (customised === 0) return 0;
  const gst = Math.round((amounts.gst * customised) / amounts.subtotal);
  return shareOf(customised + gst, ADVANCE);
}
