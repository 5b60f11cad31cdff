import type { payment } from '@shop/contracts';
import { Schema } from 'mongoose';

/** Money that staff have to send back: the provider's refund. */
export interface TransferReturn {
  /** The refund's id, which is also the provider's. */
  _id: string;
  state: payment.TransferReturn['state'];
  /** Paise. */
  amount: number;
  reason: string;
  /** The arrival that it is of. */
  arrivalId: string;
  reference: string;
  text: string;
  bankReference: string | null;
  checkoutId: string;
  userId: string;
  requestedAt: Date;
  settledAt: Date | null;
  /** The bank's number of the transfer back. */
  sentAs: string | null;
  note: string | null;
}

const required = { type: String, required: true };
const text = { type: String, default: null };

export const transferReturnSchema = new Schema<TransferReturn>(
  {
    _id: required,
    state: required,
    amount: { type: Number, required: true },
    reason: required,
    arrivalId: required,
    reference: required,
    text: { type: String, default: '' },
    bankReference: text,
    checkoutId: required,
    userId: required,
    requestedAt: { type: Date, required: true },
    settledAt: { type: Date, default: null },
    sentAs: text,
    note: text,
  },
  { collection: 'bankTransferReturns', versionKey: false },
);
transferReturnSchema.index({ state: 1, requestedAt: 1, _id: 1 });
transferReturnSchema.index({ settledAt: -1, _id: -1 });
transferReturnSchema.index({ arrivalId: 1 });
