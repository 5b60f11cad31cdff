import type { StoredTaker } from '@shop/service-kit';
import { Schema, type Types } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';

/** Something that the service cannot settle without staff. */
export interface Attention {
  _id: Types.ObjectId;
  /** Identifies the subject, so that a repeated report stays one entry. */
  key: string;
  provider: ProviderName;
  reason: string;
  message: string;
  checkoutId: string | null;
  providerOrderId: string | null;
  providerPaymentId: string | null;
  /** Smallest unit. */
  amount: number | null;
  currency: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
  /** What staff did to resolve it. */
  note: string | null;
  /** The account of staff that works on it. */
  taker?: StoredTaker;
}

const text = { type: String, default: null };

export const attentionSchema = new Schema<Attention>(
  {
    key: { type: String, required: true, unique: true },
    provider: { type: String, required: true },
    reason: { type: String, required: true },
    message: { type: String, required: true },
    checkoutId: text,
    providerOrderId: text,
    providerPaymentId: text,
    amount: { type: Number, default: null },
    currency: text,
    createdAt: { type: Date, required: true },
    resolvedAt: { type: Date, default: null },
    note: text,
    taker: { type: Schema.Types.Mixed as never },
  },
  { collection: 'attention', versionKey: false },
);
attentionSchema.index({ resolvedAt: 1, createdAt: -1, _id: -1 });
// The resolved ones, newest first.
attentionSchema.index({ createdAt: -1, _id: -1 });
