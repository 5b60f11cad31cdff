import { Schema, type Types } from 'mongoose';

interface Row {
  value: string;
  pricePaise: number;
}

/** An extra cost as it is charged: none where old data has no price, or one below 0. */
export const extraPaise = (pricePaise: number | null | undefined): number => Math.max(0, pricePaise ?? 0);

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
// Which groups use a value of an option list.
customizationSchema.index({ 'metalPurity.value': 1 });
customizationSchema.index({ 'stoneType.value': 1 });
