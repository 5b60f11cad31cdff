import type { catalog } from '@shop/contracts';
import { Schema, type Types } from 'mongoose';

/** What a product is made of and comes in; one document per product. */
export type Details = catalog.DetailsFields & { _id: Types.ObjectId };

const list = { type: [String], default: undefined };

const fields = {
  metalTone: list,
  metalPurity: list,
  stoneType: list,
  finish: String,
  weight: { type: Number, required: true },
  stones: {
    type: [new Schema({ type: { type: String }, shape: String, count: Number, carat: Number }, { _id: false })],
    default: undefined,
  },
  diamondSize: String,
  occasion: list,
  careInstructions: { type: String, default: '' },
  packaging: { type: String, default: '' },
  hypoallergenic: { type: Boolean, default: false },
  certification: new Schema({ isHallmarked: Boolean, isCertified: Boolean, certType: String }, { _id: false }),
  shippingNote: String,
  deliveryTime: String,
  centerStoneOptions: new Schema({ carats: [String], shapes: [String], qualities: [String] }, { _id: false }),
};

/** Fields of one kind of piece, by the name that a product's `detailsModel` has. */
export const DETAILS_SCHEMAS: Record<catalog.DetailsModel, Schema> = {
  RingDetails: new Schema({ sizeOptions: list, engravingAvailable: Boolean }),
  BraceletDetails: new Schema({ sizes: list, nameEngravingAvailable: Boolean }),
  NecklaceDetails: new Schema({ sizes: list, chainLengths: list }),
  EarringDetails: new Schema({ earringSize: list, backType: list, engravingAvailable: Boolean }),
  PendantDetails: new Schema({ pendantSize: list, chainLength: list, engravingAvailable: Boolean }),
};

export const detailsSchema = new Schema<Details>(fields as never, {
  collection: 'details',
  discriminatorKey: 'detailsModel',
  versionKey: false,
});
