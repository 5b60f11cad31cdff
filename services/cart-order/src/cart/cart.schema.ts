import type { catalog } from '@shop/contracts';
import type { Outcomes } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { PieceDisplay } from '../pieces/piece.schema.ts';

export interface CartLine {
  /** 24 hexadecimal digits. */
  _id: string;
  productId: string;
  detailsRef: string;
  detailsModel: catalog.QuotedProduct['detailsModel'];
  quantity: number;
  /** As catalog understood and priced them when they were last quoted. */
  customizations: catalog.PricedCustomizations;
  /** Of one piece, without and for the options, as last quoted. */
  basePaise: number;
  customizationPaise: number;
  /** As it was when it was added; `Piece` knows better once an event told of it. */
  display: PieceDisplay;
}

/** One per account, under its id. It holds what became of the last additions, so that each is made once. */
export interface Cart extends Outcomes {
  _id: string;
  /** Counts up with every change. */
  version: number;
  lines: CartLine[];
}

const display = new Schema<PieceDisplay>(
  { name: String, images: [String], categoryMain: String, productGroup: String },
  { _id: false },
);

export const cartSchema = new Schema<Cart>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    outcomes: { type: [Schema.Types.Mixed] as never, default: undefined },
    movedUntil: Date,
    lines: [
      new Schema<CartLine>({
        _id: { type: String, required: true },
        productId: { type: String, required: true },
        detailsRef: { type: String, required: true },
        detailsModel: { type: String, required: true },
        quantity: { type: Number, required: true, min: 1 },
        customizations: { type: Schema.Types.Mixed, required: true },
        basePaise: { type: Number, required: true },
        customizationPaise: { type: Number, required: true },
        display: { type: display, required: true },
      }),
    ],
  },
  { collection: 'carts', versionKey: false },
);
