import { Schema } from 'mongoose';

export interface OrderNote {
  _id: string;
  orderId: string;
  text: string;
  /** The account that wrote it. */
  userId: string;
  at: Date;
}

const text = { type: String, required: true };

export const orderNoteSchema = new Schema<OrderNote>(
  { _id: text, orderId: text, text, userId: text, at: { type: Date, required: true } },
  { collection: 'order-notes', versionKey: false },
);
orderNoteSchema.index({ orderId: 1, at: -1, _id: -1 });
