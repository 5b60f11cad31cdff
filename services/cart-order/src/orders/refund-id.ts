import crypto from 'node:crypto';

/** Of a refund that the shop makes by itself. Derived from the payment (UUID version 8), so that a redelivered capture is refunded once. */
export function refundIdOf(reason: string, paymentId: string): string {
  const hex = crypto.createHash('sha256').update(`${reason}/${paymentId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
