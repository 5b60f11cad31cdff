import type { payment } from '@shop/contracts';
import { Schema, type Types } from 'mongoose';

/** Money that arrived on the shop's account. Its id is the provider's id of the payment. */
export interface Arrival {
  _id: Types.ObjectId;
  /** What tells it from other money; see `matching.rules.ts`. Each is unique. */
  keys: string[];
  /** Staff recorded it, and no statement has told it yet. */
  isByHand?: true;
  state: payment.Arrival['state'];
  /** Paise. */
  amount: number;
  arrivedOn: string;
  text: string;
  bankReference: string | null;
  reference: string | null;
  checkoutId: string | null;
  note: string | null;
  recordedAt: Date;
}

const required = { type: String, required: true };
const text = { type: String, default: null };

export const arrivalSchema = new Schema<Arrival>(
  {
    keys: { type: [String], required: true },
    isByHand: Boolean,
    state: required,
    amount: { type: Number, required: true },
    arrivedOn: required,
    text: { type: String, default: '' },
    bankReference: text,
    reference: text,
    checkoutId: text,
    note: text,
    recordedAt: { type: Date, required: true },
  },
  { collection: 'bankArrivals', versionKey: false },
);
arrivalSchema.index({ keys: 1 }, { unique: true, partialFilterExpression: { keys: { $gt: '' } } });
arrivalSchema.index({ isByHand: 1, arrivedOn: 1 }, { partialFilterExpression: { isByHand: true } });
arrivalSchema.index({ isByHand: 1, reference: 1 }, { partialFilterExpression: { isByHand: true } });
arrivalSchema.index({ amount: 1, arrivedOn: 1 });
arrivalSchema.index({ amount: 1, reference: 1 });
arrivalSchema.index({ state: 1, recordedAt: -1, _id: -1 });
