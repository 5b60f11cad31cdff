import type { cartOrder } from '@shop/contracts';
import { majorUnit } from '../smallest-unit.rules.ts';
import type { ListedCapture } from './capture-record.schema.ts';

export function viewOf({ payment, currency, userId, checkoutId, orderId, refunds }: ListedCapture): cartOrder.Capture {
  const { provider, providerPaymentId, amount, capturedAt } = payment;
  return {
    _id: `${provider}/${providerPaymentId}`,
    provider,
    providerPaymentId,
    amount: majorUnit(amount, currency),
    currency,
    capturedAt: capturedAt.toISOString(),
    userId,
    checkoutId,
    orderId,
    refunds: refunds.map((refund) => ({
      refundId: refund.refundId,
      amount: majorUnit(refund.amount, currency),
      state: refund.state,
      code: refund.reason,
      causedBy: refund.causedBy,
      requestedAt: refund.requestedAt.toISOString(),
      settledAt: refund.settledAt?.toISOString() ?? null,
    })),
  };
}
