import { Schema } from 'mongoose';
import { ENDED, type HoldState } from './hold.rules.ts';

/** Pieces reserved from the free stock for one checkout. */
export interface Hold {
  /** Chosen by cart-order. */
  _id: string;
  state: HoldState;
  /** One per product, sorted by id; empty when the release arrived before the request. */
  lines: { productId: string; quantity: number }[];
  /** Once it is sold; absent where that was before movements. */
  orderId?: string;
  createdAt: Date;
  /** Of its last move. */
  updatedAt: Date;
}

export const holdSchema = new Schema<Hold>(
  {
    _id: { type: String, required: true },
    state: { type: String, enum: ['held', 'sold', 'released', 'returned'], required: true },
    lines: [
      new Schema(
        { productId: { type: String, required: true }, quantity: { type: Number, required: true, min: 1 } },
        { _id: false },
      ),
    ],
    orderId: String,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'holds', versionKey: false },
);
holdSchema.index({ updatedAt: 1 }, { partialFilterExpression: { state: { $in: ENDED } } });
