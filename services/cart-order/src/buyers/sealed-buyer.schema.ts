import type { Address, cartOrder } from '@shop/contracts';
import { Schema } from 'mongoose';

/** Whom a bill is made out to, after the account was deleted. Read for the bill alone. */
export interface SealedBuyer {
  /** The order's id. */
  _id: string;
  sealedAt: Date;
  /** Deleted then. */
  keepUntil: Date;
  shippingInfo: Address;
  business?: cartOrder.Business;
  pan?: string;
}

export const sealedBuyerSchema = new Schema<SealedBuyer>(
  {
    _id: { type: String, required: true },
    sealedAt: { type: Date, required: true },
    keepUntil: { type: Date, required: true },
    shippingInfo: { type: Schema.Types.Mixed as never, required: true },
    business: { type: Schema.Types.Mixed as never },
    pan: String,
  },
  { collection: 'sealedBuyers', versionKey: false },
);
sealedBuyerSchema.index({ keepUntil: 1 });
