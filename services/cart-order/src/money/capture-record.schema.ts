import type { CurrencyCode, ReturnCode } from '@shop/contracts';
import { Schema } from 'mongoose';
import type { CapturedPayment } from '../checkouts/checkout.schema.ts';
import type { CausedBy, OrderRefund } from '../orders/order.schema.ts';

export interface RecordedRefund extends OrderRefund {
  reason: ReturnCode;
  causedBy: CausedBy;
}

/** A captured payment, and where its money went. Of an order it is derived from the order whenever that changes. */
export interface CaptureRecord {
  /** Our id of the payment. Of an extra payment, which is no capture of an attempt, the id of its refund. */
  _id: string;
  userId: string;
  checkoutId: string;
  /** `null`: it became none. */
  orderId: string | null;
  currency: CurrencyCode;
  /** Unset while only a result of its refund has arrived: it is not listed. */
  payment?: CapturedPayment;
  refunds: RecordedRefund[];
  /** What staff find it by. */
  words: string[];
}

export type ListedCapture = CaptureRecord & Required<Pick<CaptureRecord, 'payment'>>;

export const CAPTURES = 'captures';

/** With the id as tie-breaker, so that none appears on two pages. */
export const NEWEST_FIRST = { 'payment.capturedAt': -1, _id: -1 } as const;

const required = { type: String, required: true };

export const captureRecordSchema = new Schema<CaptureRecord>(
  {
    _id: required,
    userId: required,
    checkoutId: required,
    orderId: { type: String, default: null },
    currency: required,
    payment: { type: Schema.Types.Mixed as never },
    refunds: { type: [Schema.Types.Mixed] as never, required: true },
    words: { type: [String], required: true },
  },
  { collection: CAPTURES, versionKey: false, minimize: false },
);
captureRecordSchema.index(NEWEST_FIRST);
/** Neither an order nor going back. */
export const OPEN_CAPTURE = { orderId: null, refunds: [] };
captureRecordSchema.index({ 'payment.capturedAt': 1 }, { partialFilterExpression: OPEN_CAPTURE });
captureRecordSchema.index({ 'refunds.state': 1, ...NEWEST_FIRST });
captureRecordSchema.index({ 'refunds.reason': 1, ...NEWEST_FIRST });
captureRecordSchema.index({ words: 1, ...NEWEST_FIRST });
