import { Schema } from 'mongoose';
import type { HoldState } from './hold.rules.ts';

/** Pieces taken out of the free stock for one checkout. */
export interface Hold {
  /** Given by cart-order. */
  _id: string;
  state: HoldState;
  /** One per product, in the order of their ids; none when it was released before it came. */
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
