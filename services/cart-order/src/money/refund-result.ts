import type { EventOf, payment } from '@shop/contracts';
import type { RefundResult } from '../orders/order.rules.ts';

type Answered =
  | EventOf<typeof payment.refundCompleted>
  | EventOf<typeof payment.refundFailed>
  | EventOf<typeof payment.paymentReturnCompleted>
  | EventOf<typeof payment.paymentReturnFailed>;

export function resultOf({ data, version }: Answered): RefundResult {
  const { refundId, amount } = data;
  const isVoid = 'nothingLeft' in data && data.nothingLeft === true;
  return 'completedAt' in data
    ? { refundId, amount, version, isVoid, state: 'completed', at: new Date(data.completedAt) }
    : { refundId, amount, version, isVoid, state: 'failed', at: new Date(data.failedAt) };
}
