import { Schema } from 'mongoose';

/** What a cart shows of a product. */
export interface PieceDisplay {
  name: string;
  images: string[];
  categoryMain: string;
  productGroup: string;
}

/**
 * A copy of a product for display, as catalog's events tell it. Display and stock come in events of their own, in any
 * order, so each keeps the version it was told with. Nothing is charged by it: a checkout asks catalog.
 */
export interface Piece {
  /** The product's id. */
  _id: string;
  display?: PieceDisplay;
  /** Of one piece without options. */
  pricePaise?: number;
  gone?: boolean;
  displayVersion?: number;
  stock?: number;
  stockVersion?: number;
}

export const PIECES = 'pieces';
export const pieceSchema = new Schema<Piece>(
  {
    _id: { type: String, required: true },
    display: new Schema({ name: String, images: [String], categoryMain: String, productGroup: String }, { _id: false }),
    pricePaise: Number,
    gone: Boolean,
    displayVersion: Number,
    stock: Number,
    stockVersion: Number,
  },
  { collection: PIECES, versionKey: false },
);
