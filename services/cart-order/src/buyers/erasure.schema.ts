import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';

/** A deleted account of which something is kept still. Removed when nothing is. */
export interface Erasure extends JobFields {
  /** The account's id. */
  _id: string;
}

export const erasureSchema = new Schema<Erasure>(
  { _id: { type: String, required: true }, ...jobFields },
  { collection: 'erasures', versionKey: false },
);
indexJobFields(erasureSchema);
