import { type cartOrder, payment as payments, REFUND_CODES, type RefundCode, shareOf } from '@shop/contracts';
import type { CausedBy, Order, OrderRefund } from './order.schema.ts';
import { unrefundedOf } from './refund-parts.ts';

type Status = cartOrder.OrderStatus;

/** Allowed transitions. */
const NEXT: Record<Status, readonly Status[]> = {
  Processing: ['Shipped', 'Cancelled'],
  Shipped: ['Delivered', 'Cancelled'],
  Delivered: [],
  Cancelled: [],
};

/** Whether the status was set so short a time ago that staff can take it back. */
export const canTakeBack = ({ status, takeBack }: Pick<Order, 'status' | 'takeBack'>, nowMs: number): boolean =>
  takeBack?.from === status && nowMs < takeBack.until.getTime();

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

/** Captured less every refund that did not fail, in the smallest unit. */
const unrefunded = ({ payment, refunds }: Pick<Order, 'payment' | 'refunds'>): number =>
  payment.amount - refunds.reduce((sum, { amount, state }) => sum + (state === 'failed' ? 0 : amount), 0);

const withheldFrom = ({ payment, disputes }: Pick<Order, 'payment' | 'disputes'>) =>
  payments.withheldByDisputes(payment.amount, disputes);

type Money = Pick<Order, 'payment' | 'refunds' | 'disputes'>;

/** Refundable amount in the smallest unit: captured less refunds, lost disputes and open ones. */
export function refundable(order: Money): number {
  const { lost, open } = withheldFrom(order);
  return Math.max(0, unrefunded(order) - lost - open);
}

/** Sum of the completed refunds, in the smallest unit. */
export const refundedAmount = ({ refunds }: Pick<Order, 'refunds'>): number =>
  refunds.reduce((sum, { amount, state }) => sum + (state === 'completed' ? amount : 0), 0);

/** `other` where a reason is older than the codes. */
export const refundCodeOf = (reason: string): RefundCode =>
  Object.hasOwn(REFUND_CODES, reason) ? (reason as RefundCode) : 'other';

/** What a provider says about a refund. */
export interface RefundResult {
  refundId: string;
  state: 'completed' | 'failed';
  amount: number;
  at: Date;
  version: number;
  /** The money was back already. */
  isVoid: boolean;
}

type RefundAtProvider = OrderRefund & { reason: 'provider'; causedBy: CausedBy };

/**
 * A refund that was not requested here was made in the provider's dashboard. Results may come in any order: a late one changes
 * nothing.
 */
export function withRefundResult<Refund extends OrderRefund>(
  refunds: (Refund | RefundAtProvider)[],
  { refundId, state, amount, at, version, isVoid }: RefundResult,
): (Refund | RefundAtProvider)[] {
  const known = refunds.find((refund) => refund.refundId === refundId);
  if (known?.version !== undefined && known.version >= version) return refunds;
  const others = refunds.filter((refund) => refund !== known);
  if (isVoid) return others;
  const made = { refundId, reason: 'provider' as const, causedBy: { who: 'provider' as const }, requestedAt: at };
  return [...others, { ...(known ?? made), amount, state, version, settledAt: at }];
}

/**
 * Refund of a cancellation: everything that is not lost in disputes, after the first 24 hours less the advance (`keep`). What open
 * disputes may take is `waiting`, the rest is refunded `now`.
 */
export function refundOnCancelling(
  order: Money & Pick<Order, 'lines' | 'amounts' | 'bill'>,
  { late }: { late: boolean },
): { now: number; waiting: number; keep: number } {
  const left = Math.max(0, unrefunded(order) - withheldFrom(order).lost);
  const keep = late ? Math.min(left, advanceOf(order)) : 0;
  const total = left - keep;
  const now = Math.max(0, refundable(order) - keep);
  return { now, waiting: total - now, keep };
}

/** The waiting refund of a cancelled order after its disputes changed: what was lost is gone, what is no longer open is due `now`. */
export function waitingRefundAfter(
  before: Pick<Order, 'payment' | 'disputes' | 'waitingRefund'>,
  disputes: Order['disputes'],
): { now: number; waiting: number } {
  const { lost, open } = withheldFrom({ ...before, disputes });
  const left = Math.max(0, (before.waitingRefund?.amount ?? 0) - (lost - withheldFrom(before).lost));
  const now = Math.max(0, left - open);
  return { now, waiting: left - now };
}

/** 30 % of what was paid for the customised lines, with their GST, and not paid back yet. */
const advanceOf = (order: Pick<Order, 'payment' | 'refunds' | 'lines' | 'amounts' | 'bill'>): number =>
  shareOf(
    unrefundedOf(order, ({ customized }) => customized),
    ADVANCE,
  );
