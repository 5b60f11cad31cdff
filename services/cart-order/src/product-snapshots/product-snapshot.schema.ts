import type { catalog } from '@shop/contracts';
import { Schema } from 'mongoose';

/** What a cart shows of a product. */
export interface ProductDisplay {
  name: string;
  images: string[];
  /** Of the first picture. */
  focus?: catalog.PictureFocus;
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

/** What stays in sight of a picture. */
export const pictureFocus = {
  type: new Schema<catalog.PictureFocus>({ x: Number, y: Number }, { _id: false }),
  default: undefined,
};

export const productDisplay = new Schema<ProductDisplay>(
  { name: String, images: [String], focus: pictureFocus, categoryMain: String, productGroup: String },
  { _id: false },
);

export const PRODUCT_SNAPSHOTS = 'pieces';
export const productSnapshotSchema = new Schema<ProductSnapshot>(
  {
    _id: { type: String, required: true },
    display: productDisplay,
    pricePaise: Number,
    earlierPaise: Number,
    gone: Boolean,
    displayVersion: Number,
    stock: Number,
    stockVersion: Number,
  },
  { collection: PRODUCT_SNAPSHOTS, versionKey: false },
);
