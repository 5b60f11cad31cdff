import type { catalog } from '@shop/contracts';
import { Schema, type Types } from 'mongoose';

/** One change of the free pieces of a product (ADR 0080). Never changed but for `orderId`, never removed. */
export interface StockMovement {
  _id: Types.ObjectId;
  productId: Types.ObjectId;
  /** 1, 2, 3 … of its product, without gaps. */
  number: number;
  kind: catalog.MovementKind;
  delta: number;
  stockAfter: number;
  reason?: string;
  /** Of staff. Names are looked up when it is shown, so that they end with the account. */
  userId?: string;
  /** Of the buyer's hold that took the pieces or gave them back. */
  holdId?: string;
  /** The cancelled order of that hold: ended holds are removed. */
  orderId?: string;
  at: Date;
}

const whole = { type: Number, required: true, validate: Number.isInteger };

export const stockMovementSchema = new Schema<StockMovement>(
  {
    productId: { type: Schema.Types.ObjectId, required: true },
    number: { ...whole, min: 1 },
    kind: { type: String, required: true },
    delta: whole,
    stockAfter: whole,
    reason: String,
    userId: String,
    holdId: String,
    orderId: String,
    at: { type: Date, required: true },
  },
  { collection: 'stock-movements', versionKey: false, strict: 'throw' },
);
stockMovementSchema.index({ productId: 1, number: 1 }, { unique: true });
// Those of staff alone, and those of a hold.
stockMovementSchema.index({ productId: 1, holdId: 1, number: 1 });
// Those of orders that were cancelled.
stockMovementSchema.index({ productId: 1, orderId: 1 }, { partialFilterExpression: { orderId: { $exists: true } } });
// Those of all products since a day.
stockMovementSchema.index({ at: 1 });
