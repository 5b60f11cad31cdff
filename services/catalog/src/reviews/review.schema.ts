import { Schema, type Types } from 'mongoose';

/** One per product and user. */
export interface Review {
  _id: Types.ObjectId;
  productId: Types.ObjectId;
  userId: string;
  rating: number;
  text: string;
  hidden: boolean;
  hiddenReason?: string;
  /** Of its last change. */
  writtenAt: Date;
}

export const reviewSchema = new Schema<Review>(
  {
    productId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: String, required: true },
    rating: { type: Number, required: true, min: 1, max: 5 },
    text: { type: String, default: '' },
    hidden: { type: Boolean, required: true, default: false },
    hiddenReason: String,
    writtenAt: { type: Date, required: true },
  },
  { collection: 'reviews', versionKey: false },
);
reviewSchema.index({ productId: 1, userId: 1 }, { unique: true });
reviewSchema.index({ productId: 1, hidden: 1, writtenAt: -1 });
reviewSchema.index({ writtenAt: -1 });

/** A purchase, from cart-order's events. */
export interface Purchase {
  productId: Types.ObjectId;
  userId: string;
}

export const purchaseSchema = new Schema<Purchase>(
  { productId: { type: Schema.Types.ObjectId, required: true }, userId: { type: String, required: true } },
  { collection: 'purchases', versionKey: false },
);
purchaseSchema.index({ productId: 1, userId: 1 }, { unique: true });
