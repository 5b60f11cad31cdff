import type { catalog } from '@shop/contracts';
import type { Outcomes } from '@shop/service-kit';
import { Schema } from 'mongoose';
import { productDisplay, type ProductDisplay } from '../product-snapshots/product-snapshot.schema.ts';

export interface CartLine {
  /** 24 hexadecimal digits. */
  _id: string;
  productId: string;
  detailsRef: string;
  detailsModel: catalog.QuotedProduct['detailsModel'];
  quantity: number;
  /** As catalog parsed and priced them in the last quote. */
  customizations: catalog.PricedCustomizations;
  /** Made to order; lines of an earlier version lack it. */
  customized?: boolean;
  /** Unit price without options, and the price of the options, as last quoted. */
  basePaise: number;
  customizationPaise: number;
  /** As of the addition; a `ProductSnapshot` set by an event takes precedence. */
  display: ProductDisplay;
}

/** One per account, with its id. `outcomes` of the last additions make them idempotent. */
export interface Cart extends Outcomes {
  _id: string;
  /** Incremented by every change. */
  version: number;
  lines: CartLine[];
  /** Put aside for later, newest first. */
  saved?: CartLine[];
  /** Incremented by the transactions about the owner's checkouts. */
  turn?: number;
}

const line = new Schema<CartLine>({
  _id: { type: String, required: true },
  productId: { type: String, required: true },
  detailsRef: { type: String, required: true },
  detailsModel: { type: String, required: true },
  quantity: { type: Number, required: true, min: 1 },
  customizations: { type: Schema.Types.Mixed, required: true },
  customized: Boolean,
  basePaise: { type: Number, required: true },
  customizationPaise: { type: Number, required: true },
  display: { type: productDisplay, required: true },
});

export const cartSchema = new Schema<Cart>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    outcomes: { type: [Schema.Types.Mixed] as never, default: undefined },
    movedUntil: Date,
    turn: Number,
    lines: [line],
    saved: { type: [line], default: undefined },
  },
  { collection: 'carts', versionKey: false },
);
