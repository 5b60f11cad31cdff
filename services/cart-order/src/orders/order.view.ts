import { type cartOrder, maskedPan, mrpOf, REFUND_CODES, withCountryCode } from '@shop/contracts';
import { takerView, withVersion } from '@shop/service-kit';
import { amountOf, billOfPurchase } from '../checkouts/totals.rules.ts';
import { majorUnit, symbolOf } from '../smallest-unit.rules.ts';
import { canBecome, canTakeBack, refundCodeOf, refundedAmount, refundable, refundOnCancelling } from './order.rules.ts';
import type { Order, OrderDocument, OrderRefund, OrderShipment } from './order.schema.ts';
import { type Withdrawal, withdrawalOf } from './withdrawal.rules.ts';

/** That a parcel arrives changes no field of the form that corrects it. */
export const shipmentViewOf = ({ deliveredAt, ...shipment }: OrderShipment) =>
  withVersion(
    {
      ...{ ...shipment, shippedAt: shipment.shippedAt.toISOString() },
      ...(deliveredAt && { deliveredAt: deliveredAt.toISOString() }),
    },
    ['deliveredAt'],
  );

/** The current view for the buyer, or with `forStaff` for staff. */
export function viewOf(
  order: Order,
  {
    cancelWithinMs,
    withdrawWithinMs,
    nowMs,
    forStaff,
    panInFull = false,
    names = new Map(),
  }: {
    cancelWithinMs: number;
    withdrawWithinMs: number;
    nowMs: number;
    forStaff: boolean;
    panInFull?: boolean;
    /** Of accounts of staff. */
    names?: ReadonlyMap<string, string>;
  },
): cartOrder.Order {
  const cancellableUntilMs = order.createdAt.getTime() + cancelWithinMs;
  const major = (amount: number) => majorUnit(amount, order.currency);
  const { subtotal, gst, shipping, engraving, hallmarking, specialRequest, giftWrap = 0, total } = order.amounts;
  const bill = billOfPurchase(order);
  const cancelling = canBecome(order.status, 'Cancelled')
    ? refundOnCancelling(order, { late: nowMs > cancellableUntilMs })
    : null;
  const withdrawal = withdrawalOf(order, { nowMs, withinMs: withdrawWithinMs });
  return {
    _id: order._id,
    userId: order.userId,
    ...(order.sealedAt && { sealed: true as const }),
    status: order.status,
    statusMessage: order.statusMessage,
    createdAt: order.createdAt.toISOString(),
    shippedAt: order.shippedAt?.toISOString() ?? null,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    cancellableUntil: new Date(cancellableUntilMs).toISOString(),
    ...(withdrawal && { withdrawal: withdrawalView(withdrawal) }),
    ...(order.withdrawals && {
      withdrawals: order.withdrawals.map(({ at, lines }) => ({ at: at.toISOString(), lines })),
    }),
    currency: order.currency,
    symbol: symbolOf(order.currency),
    items: order.lines.map((line, index) => ({
      productId: line.productId,
      detailsRef: line.detailsRef,
      detailsModel: line.detailsModel,
      product: line.product,
      quantity: line.quantity,
      customizations: line.customizations,
      customized: line.customized,
      ...(line.particulars && { particulars: line.particulars }),
      finalPrice: major(line.unitAmount),
      ...(forStaff && {
        basePrice: major(line.baseAmount),
        customizationPrice: major(line.unitAmount - line.baseAmount),
      }),
      linePrice: major(line.unitAmount * line.quantity),
      mrp: major(mrpOf(line.unitAmount, order.gstRate)),
      lineMrp: major(amountOf(bill.lines[index]!)),
    })),
    subtotal: major(subtotal),
    gstRate: order.gstRate,
    ...(order.showPrices && { showPrices: order.showPrices }),
    charges: {
      gst: major(gst),
      shipping: major(shipping),
      engraving: major(engraving),
      hallmarking: major(hallmarking),
      specialRequest: major(specialRequest),
      giftWrap: major(giftWrap),
    },
    totalAmount: major(total),
    specialRequest: order.specialRequest,
    ...(order.gift && { gift: order.gift }),
    ...(order.business && { business: order.business }),
    ...(order.pan && { pan: panInFull ? order.pan : maskedPan(order.pan) }),
    ...(order.noPan && { form97: form97View(order.form97, forStaff ? names : undefined) }),
    courier: order.courier,
    ...(order.expected && { expected: order.expected }),
    ...(order.shipments && {
      shipments: order.shipments.map(shipmentViewOf),
    }),
    shippingInfo: withCountryCode(order.shippingInfo),
    ...(order.dutiesNote && { dutiesNote: order.dutiesNote }),
    paymentInfo: {
      id: order.payment.providerPaymentId,
      provider: order.payment.provider,
      status: paymentStatusOf(order),
    },
    refunds: order.refunds.map((refund) => refundView(refund, { major, forStaff })),
    ...(order.invoice && { invoice: documentView(order.invoice) }),
    ...(forStaff && canTakeBack(order, nowMs) && takeBackView(order.takeBack!)),
    ...(forStaff && order.status === 'Processing' && takerView(order.taker, names)),
    ...(forStaff && {
      disputes: (order.disputes ?? []).map(({ disputeId, status, amount, at }) => ({
        disputeId,
        status,
        amount: amount === null ? null : major(amount),
        at: at.toISOString(),
      })),
    }),
    refundableAmount: major(refundable(order)),
    cancelRefund: cancelling && major(cancelling.now),
    ...(cancelling?.waiting && { cancelWaits: major(cancelling.waiting) }),
    ...(order.waitingRefund?.amount && { waitingRefund: major(order.waitingRefund.amount) }),
  };
}

const withdrawalView = ({ lines, until }: Withdrawal) => ({ lines, ...(until && { until: until.toISOString() }) });

const takeBackView = ({ to, until }: NonNullable<Order['takeBack']>) => ({
  takeBack: { to, until: until.toISOString() },
});

const form97View = (form97: Order['form97'], names: ReadonlyMap<string, string> | undefined) => ({
  receivedAt: form97?.receivedAt.toISOString() ?? null,
  ...(form97 && names && { by: names.get(form97.userId) ?? null }),
});

/** For anyone who has its link. */
export function linkedViewOf(order: cartOrder.Order): cartOrder.LinkedOrder {
  const { userId: _, disputes: __, takeBack: ___, taker: ____, paymentInfo, ...shown } = order;
  return { ...shown, paymentInfo: { provider: paymentInfo.provider, status: paymentInfo.status } };
}

function refundView(
  refund: OrderRefund,
  { major, forStaff }: { major(amount: number): number; forStaff: boolean },
): cartOrder.Order['refunds'][number] {
  const { refundId, amount, state, reason, noteToBuyer, of, requestedAt, creditNote } = refund;
  const code = refundCodeOf(reason);
  const note = code === reason ? refund.note : reason;
  return {
    refundId,
    amount: major(amount),
    state,
    code,
    reason: REFUND_CODES[code],
    ...(noteToBuyer && { noteToBuyer }),
    ...(of && { of }),
    ...(forStaff && note && { note }),
    requestedAt: requestedAt.toISOString(),
    ...(creditNote && { creditNote: documentView(creditNote) }),
  };
}

const documentView = ({ number, issuedAt }: OrderDocument) => ({ number, issuedAt: issuedAt.toISOString() });

function paymentStatusOf(order: Order): cartOrder.Order['paymentInfo']['status'] {
  const refunded = refundedAmount(order);
  if (refunded === 0) return 'captured';
  return refunded >= order.payment.amount ? 'refunded' : 'partially-refunded';
}
