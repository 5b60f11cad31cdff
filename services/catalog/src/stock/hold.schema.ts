import { Schema } from 'mongoose';
import type { HoldState } from './hold.rules.ts';

/** Pieces reserved from the free stock for one checkout. */
export interface Hold {
  /** Chosen by cart-order. */
  _id: string;
  state: HoldState;
  /** One per product, sorted by id; empty when the release arrived before the request. */
  lines: { productId: string; quantity: number }[];
  createdAt: Date;
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
  },
  { collection: 'holds', versionKey: false, timestamps: true },
);
