import type { cartOrder } from '@shop/contracts';
import { majorUnit, symbolOf } from '../smallest-unit.ts';
import { canBecome, refundedAmount, refundable, refundOnCancelling } from './order.rules.ts';
import type { Order, OrderDocument } from './order.schema.ts';

/** The current view for the buyer, or with `forStaff` for staff. */
export function viewOf(
  order: Order,
  { cancelWithinMs, nowMs, forStaff }: { cancelWithinMs: number; nowMs: number; forStaff: boolean },
): cartOrder.Order {
  const cancellableUntilMs = order.createdAt.getTime() + cancelWithinMs;
  const major = (amount: number) => majorUnit(amount, order.currency);
  const { subtotal, gst, shipping, engraving, hallmarking, specialRequest, total } = order.amounts;
  return {
    _id: order._id,
    userId: order.userId,
    status: order.status,
    statusMessage: order.statusMessage,
    createdAt: order.createdAt.toISOString(),
    shippedAt: order.shippedAt?.toISOString() ?? null,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    cancellableUntil: new Date(cancellableUntilMs).toISOString(),
    currency: order.currency,
    symbol: symbolOf(order.currency),
    items: order.lines.map((line) => ({
      productId: line.productId,
      detailsRef: line.detailsRef,
      detailsModel: line.detailsModel,
      product: line.product,
      quantity: line.quantity,
      customizations: line.customizations,
      customized: line.customized,
      finalPrice: major(line.unitAmount),
      basePrice: major(line.baseAmount),
      customizationPrice: major(line.unitAmount - line.baseAmount),
      linePrice: major(line.unitAmount * line.quantity),
    })),
    subtotal: major(subtotal),
    gstRate: order.gstRate,
    charges: {
      gst: major(gst),
      shipping: major(shipping),
      engraving: major(engraving),
      hallmarking: major(hallmarking),
      specialRequest: major(specialRequest),
    },
    totalAmount: major(total),
    specialRequest: order.specialRequest,
    courier: order.courier,
    shippingInfo: order.shippingInfo,
    paymentInfo: {
      id: order.payment.providerPaymentId,
      provider: order.payment.provider,
      status: paymentStatusOf(order),
    },
    refunds: order.refunds.map(({ refundId, amount, state, reason, requestedAt, creditNote }) => ({
      refundId,
      amount: major(amount),
      state,
      reason,
      requestedAt: requestedAt.toISOString(),
      ...(creditNote && { creditNote: documentView(creditNote) }),
    })),
    ...(order.invoice && { invoice: documentView(order.invoice) }),
    ...(forStaff && {
      disputes: (order.disputes ?? []).map(({ disputeId, status, amount, at }) => ({
        disputeId,
        status,
        amount: amount === null ? null : major(amount),
        at: at.toISOString(),
      })),
    }),
    refundableAmount: major(refundable(order)),
    cancelRefund: canBecome(order.status, 'Cancelled')
      ? major(refundOnCancelling(order, { late: nowMs > cancellableUntilMs }))
      : null,
  };
}

const documentView = ({ number, issuedAt }: OrderDocument) => ({ number, issuedAt: issuedAt.toISOString() });

function paymentStatusOf(order: Order): cartOrder.Order['paymentInfo']['status'] {
  const refunded = refundedAmount(order);
  if (refunded === 0) return 'captured';
  return refunded >= order.payment.amount ? 'refunded' : 'partially-refunded';
}
