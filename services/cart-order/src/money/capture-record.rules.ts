import { type CurrencyCode, payment as payments, type ReturnCode } from '@shop/contracts';
import type { CapturedPayment, Checkout } from '../checkouts/checkout.schema.ts';
import { MESSAGES, refundCodeOf, type RefundResult, withRefundResult } from '../orders/order.rules.ts';
import type { CausedBy, Order, OrderRefund } from '../orders/order.schema.ts';
import { refundIdOf } from '../orders/refund-id.ts';
import type { CaptureRecord, RecordedRefund } from './capture-record.schema.ts';

/** A captured payment that is not an order, or not yet. */
export interface Captured extends CapturedPayment {
  checkoutId: string;
  userId: string;
  currency: CurrencyCode;
}

/** A refund that is requested as the payment becomes no order. */
export interface Requested {
  refundId: string;
  reason: ReturnCode;
  requestedAt: Date;
}

type Found = Pick<CaptureRecord, 'userId' | 'checkoutId' | 'payment'>;

/** A provider's id, the number of a checkout or an order as a whole and as it is shown, and an account. */
export const wordsOf = ({ userId, checkoutId, payment }: Found): string[] => [
  ...(payment ? [payment.providerPaymentId.toLowerCase()] : []),
  checkoutId,
  checkoutId.slice(-6),
  userId,
];

export function recordOfOrder(order: Order): CaptureRecord {
  const { _id: orderId, userId, currency, payment, refunds } = order;
  const found = { userId, checkoutId: orderId, payment };
  return {
    _id: payment.paymentId,
    ...found,
    orderId,
    currency,
    refunds: refunds.map((refund) => recordedRefund(refund, order)),
    words: wordsOf(found),
  };
}

function recordedRefund(refund: OrderRefund, order: Order): RecordedRefund {
  const { refundId, amount, state, requestedAt, settledAt = refund.creditNote?.issuedAt, version } = refund;
  return {
    ...{ refundId, amount, state, requestedAt },
    reason: refundCodeOf(refund.reason),
    causedBy: refund.causedBy ?? supposedCause(refund, order),
    ...(settledAt && { settledAt }),
    ...(version !== undefined && { version }),
  };
}

const DAY_MS = 24 * 3_600_000;

/** Of a refund that is older than `causedBy`. Buyers cancel in time, before it is shipped and without a message. */
function supposedCause({ reason }: OrderRefund, order: Order): CausedBy {
  if (reason === 'provider') return { who: 'provider' };
  if (reason !== 'order-cancelled') return { who: 'staff' };
  const { createdAt, cancelledAt = createdAt, shippedAt, statusMessage } = order;
  const mayBuyer = !shippedAt && cancelledAt.getTime() <= createdAt.getTime() + DAY_MS;
  return { who: mayBuyer && statusMessage === MESSAGES.Cancelled ? 'buyer' : 'staff' };
}

/** Of a payment that is no order; `known`: what is recorded of it. */
export function recordOfCapture(captured: Captured, known: Pick<CaptureRecord, 'refunds'> | null): CaptureRecord {
  const { checkoutId, userId, currency, paymentId, provider, providerPaymentId, amount, capturedAt } = captured;
  const found = { userId, checkoutId, payment: { paymentId, provider, providerPaymentId, amount, capturedAt } };
  const refunds = known?.refunds ?? [];
  return { _id: paymentId, ...found, orderId: null, currency, refunds, words: wordsOf(found) };
}

/** Requested again, it is the same refund; its result may have arrived before. */
export function withRequest(record: CaptureRecord, requested: Requested & { amount: number }): CaptureRecord {
  const refund: RecordedRefund = { ...requested, state: 'requested', causedBy: { who: 'shop' } };
  const known = record.refunds.find(({ refundId }) => refundId === requested.refundId);
  if (!known) return { ...record, refunds: [...record.refunds, refund] };
  if (known.reason !== 'provider') return record;
  const { reason, causedBy, requestedAt } = refund;
  const others = record.refunds.filter((one) => one !== known);
  return { ...record, refunds: [...others, { ...known, reason, causedBy, requestedAt }] };
}

export const withResult = (record: CaptureRecord, result: RefundResult): CaptureRecord => ({
  ...record,
  refunds: withRefundResult(record.refunds, result),
});

/** Of what was stored or published without it: at that time the first provider of a currency was the only one. */
export const providerBefore = (currency: CurrencyCode): payments.ProviderName =>
  payments.PROVIDERS.find(({ currencies }) => currencies.includes(currency))!.name;

/**
 * The payments of a checkout that became no order, as far as the checkout tells: not whether their refunds failed, which few did
 * and payment lists for staff.
 */
export function recordsOfCheckout(checkout: Checkout): CaptureRecord[] {
  const { _id: checkoutId, userId, currency, state, payment } = checkout;
  const recordOf = (paid: CapturedPayment, reason: ReturnCode, refundId: string): CaptureRecord => {
    const { amount, capturedAt: requestedAt } = paid;
    const refund = { refundId, amount, reason, requestedAt, state: 'completed', causedBy: { who: 'shop' } } as const;
    return recordOfCapture({ ...paid, checkoutId, userId, currency }, { refunds: [refund] });
  };
  return [
    ...(state === 'refused' && payment
      ? [recordOf(payment, 'sold-out', refundIdOf('refused', payment.paymentId))]
      : []),
    ...paidTwiceOf(checkout).map((paid) => recordOf(paid, 'paid-twice', refundIdOf('paid-twice', paid.paymentId))),
  ];
}

/** `paidTwice` has our id of a payment and then the provider's; its amount was that of the checkout. */
function paidTwiceOf({ payment, paidTwice = [], currency, amounts, createdAt }: Checkout): CapturedPayment[] {
  return paidTwice.flatMap((paymentId, index) => {
    if (index % 2 === 1) return [];
    if (payment?.paymentId === paymentId) return [payment];
    const providerPaymentId = paidTwice[index + 1];
    if (providerPaymentId === undefined) return [];
    const capturedAt = payment?.capturedAt ?? createdAt;
    return [{ paymentId, providerPaymentId, provider: providerBefore(currency), amount: amounts.total, capturedAt }];
  });
}
