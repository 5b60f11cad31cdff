import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';

/** A deleted account of which the audit trail or a published event may tell still. */
export interface Erasure extends JobFields {
  /** The account's id. */
  _id: string;
}

export const erasureSchema = new Schema<Erasure>(
  { _id: { type: String, required: true }, ...jobFields },
  { collection: 'erasures', versionKey: false },
);
indexJobFields(erasureSchema);
