import { Schema, type Types } from 'mongoose';

/** Stored by content; unused ones vanish there. */
export interface ReviewPhoto {
  image: string;
  width: number;
  height: number;
  /** By staff. */
  hidden?: boolean;
  hiddenReason?: string;
}

/** One per product group and user. */
export interface Review {
  _id: Types.ObjectId;
  /** The variant on whose page it was written. */
  productId: Types.ObjectId;
  /** Of that product now. */
  productGroup: string;
  /** Of a deleted account: a number of the review alone. */
  userId: string;
  /** Of a deleted account, whose purchases are not known any more: that it bought the piece. */
  bought?: true;
  rating: number;
  text: string;
  hidden: boolean;
  hiddenReason?: string;
  /** Of its last change. */
  writtenAt: Date;
  /** Absent in those of before. */
  photos?: ReviewPhoto[];
  /** One that is not hidden. */
  hasPhotos?: boolean;
  answer?: { text: string; answeredAt: Date };
  /** Who says that it helped; absent where no one does. Read only where it is asked for. */
  helpedBy?: string[];
  /** How many these are. */
  helpful?: number;
}

export const reviewSchema = new Schema<Review>(
  {
    productId: { type: Schema.Types.ObjectId, required: true },
    productGroup: { type: String, required: true },
    userId: { type: String, required: true },
    bought: Boolean,
    rating: { type: Number, required: true, min: 1, max: 5 },
    text: { type: String, default: '' },
    hidden: { type: Boolean, required: true, default: false },
    hiddenReason: String,
    writtenAt: { type: Date, required: true },
    photos: {
      type: [
        new Schema<ReviewPhoto>(
          {
            image: { type: String, required: true },
            width: { type: Number, required: true },
            height: { type: Number, required: true },
            hidden: Boolean,
            hiddenReason: String,
          },
          { _id: false },
        ),
      ],
      default: undefined,
    },
    hasPhotos: Boolean,
    answer: { type: new Schema({ text: String, answeredAt: Date }, { _id: false }), default: undefined },
    helpedBy: { type: [String], default: undefined, select: false },
    helpful: Number,
  },
  { collection: 'reviews', versionKey: false },
);
// Partial: reviews of before had no group, and get it by a migration.
reviewSchema.index(
  { productGroup: 1, userId: 1 },
  { unique: true, partialFilterExpression: { productGroup: { $gt: '' } } },
);
reviewSchema.index({ productGroup: 1, hidden: 1, writtenAt: -1, _id: -1 });
reviewSchema.index({ productGroup: 1, hidden: 1, rating: -1, writtenAt: -1 });
reviewSchema.index({ productGroup: 1, hidden: 1, helpful: -1, writtenAt: -1 });
reviewSchema.index({ helpedBy: 1 }, { sparse: true });
reviewSchema.index({ productGroup: 1, writtenAt: -1 }, { partialFilterExpression: { hasPhotos: true } });
// For content, which asks what is still shown.
reviewSchema.index({ 'photos.image': 1 }, { sparse: true });
reviewSchema.index({ productId: 1 });
reviewSchema.index({ userId: 1 });
// Of staff: all, those of some stars, and hidden ones, which are few.
reviewSchema.index({ writtenAt: -1, _id: -1 });
reviewSchema.index({ rating: 1, writtenAt: -1, _id: -1 });
reviewSchema.index({ hidden: 1, writtenAt: -1, _id: -1 }, { partialFilterExpression: { hidden: true } });

/** An order, from cart-order's events, which may come in any order. */
export interface Purchase {
  /** Of the order. */
  _id: string;
  /** Absent while only its cancellation is known. */
  userId?: string;
  productIds?: Types.ObjectId[];
  cancelled?: true;
}

export const purchaseSchema = new Schema<Purchase>(
  {
    _id: { type: String, required: true },
    userId: String,
    productIds: { type: [Schema.Types.ObjectId], default: undefined },
    cancelled: Boolean,
  },
  { collection: 'bought', versionKey: false },
);
purchaseSchema.index({ userId: 1, productIds: 1 });
