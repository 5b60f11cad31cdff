import type { catalog } from '@shop/contracts';
import { Schema, type Types } from 'mongoose';

/** An entry of one of the sixteen option lists. */
export interface Option {
  _id: Types.ObjectId;
  kind: catalog.OptionKind;
  value: string;
  /** `foldedValue(value)`: values that differ in case only are one. Absent on old rows that were two. */
  folded?: string;
  /** What it was called, as in addresses; a value that another one of its list has taken is not there. Absent in older data. */
  formerValues?: string[];
  /** Extra cost. */
  pricePaise: number;
  image?: string;
  createdAt: Date;
}

export const optionSchema = new Schema<Option>(
  {
    kind: { type: String, required: true },
    value: { type: String, required: true },
    folded: String,
    formerValues: { type: [String], default: undefined },
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
optionSchema.index({ image: 1 });
optionSchema.index({ kind: 1, folded: 1 }, { unique: true, partialFilterExpression: { folded: { $gt: '' } } });

/** A value as it is compared with others of its list. */
export const foldedValue = (value: string): string =>
  value.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
