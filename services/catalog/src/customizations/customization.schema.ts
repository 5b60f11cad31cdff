import { Schema, type Types } from 'mongoose';

interface Row {
  value: string;
  pricePaise: number;
}

/** What products of a group can be made to order in, and the extra costs. */
export interface Customization {
  _id: Types.ObjectId;
  productGroup: string;
  metalPurity: Row[];
  stoneType: Row[];
}

const rows = [
  new Schema<Row>(
    { value: { type: String, required: true }, pricePaise: { type: Number, required: true, min: 0 } },
    { _id: false },
  ),
];

export const customizationSchema = new Schema<Customization>(
  { productGroup: { type: String, required: true, unique: true }, metalPurity: rows, stoneType: rows },
  { collection: 'customizations', versionKey: false },
);
