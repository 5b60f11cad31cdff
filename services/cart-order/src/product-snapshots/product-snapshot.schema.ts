import { Schema } from 'mongoose';

/** What a cart shows of a product. */
export interface ProductDisplay {
  name: string;
  images: string[];
  categoryMain: string;
  productGroup: string;
}

/**
 * A copy of a product for display, kept up to date by catalog's events. Display and stock have separate, unordered events,
 * so each keeps the version it was last set with. Never used for charging: a checkout asks catalog.
 */
export interface ProductSnapshot {
  /** The product's id. */
  _id: string;
  display?: ProductDisplay;
  /** Unit price without options. */
  pricePaise?: number;
  /** Before the last change of `pricePaise`. */
  earlierPaise?: number;
  gone?: boolean;
  displayVersion?: number;
  stock?: number;
  stockVersion?: number;
}

export const PRODUCT_SNAPSHOTS = 'pieces';
export const productSnapshotSchema = new Schema<ProductSnapshot>(
  {
    _id: { type: String, required: true },
    display: new Schema({ name: String, images: [String], categoryMain: String, productGroup: String }, { _id: false }),
    pricePaise: Number,
    earlierPaise: Number,
    gone: Boolean,
    displayVersion: Number,
    stock: Number,
    stockVersion: Number,
  },
  { collection: PRODUCT_SNAPSHOTS, versionKey: false },
);
