import type { cartOrder } from '@shop/contracts';
import { Schema } from 'mongoose';

/** The tax settings of cart-order. A single document. */
export interface Tax extends cartOrder.TaxSettings {
  _id: 'tax';
  /** Of the event that it came with; 0: cart-order was asked. */
  version: number;
}

export const taxSchema = new Schema<Tax>(
  {
    _id: { type: String, required: true },
    gstRate: { type: Number, required: true },
    showPrices: { type: String, required: true },
    zeroRatedExports: { type: Boolean, required: true },
    version: { type: Number, required: true },
  },
  { collection: 'tax', versionKey: false },
);
