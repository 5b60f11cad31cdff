import type { catalog } from '@shop/contracts';
import { Schema, type Types } from 'mongoose';

/** An entry of one of the sixteen option lists. */
export interface Option {
  _id: Types.ObjectId;
  kind: catalog.OptionKind;
  value: string;
  /** Extra cost. */
  pricePaise: number;
  image?: string;
  createdAt: Date;
}

export const optionSchema = new Schema<Option>(
  {
    kind: { type: String, required: true },
    value: { type: String, required: true },
    pricePaise: { type: Number, required: true, min: 0 },
    image: String,
  },
  {
    collection: 'options',
    versionKey: false,
    timestamps: { createdAt: true, updatedAt: false },
  },
);
optionSchema.index({ kind: 1, value: 1 }, { unique: true });
