import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';

/** What is kept of an account, collected for its owner. */
export interface Download extends JobFields {
  /** 24 hexadecimal digits. */
  _id: string;
  userId: string;
  state: 'preparing' | 'ready' | 'failed';
  requestedAt: Date;
  /** Of a finished one: it is not given out after that. */
  keepUntil?: Date;
  /** JSON, compressed by gzip. */
  file?: Buffer;
  /** Of the JSON. */
  bytes?: number;
}

export const downloadSchema = new Schema<Download>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    state: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    keepUntil: Date,
    file: Buffer,
    bytes: Number,
    ...jobFields,
  },
  { collection: 'downloads', versionKey: false },
);
downloadSchema.index({ userId: 1, requestedAt: -1 });
// Clean-up only: `keepUntil` is compared at every use.
downloadSchema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });
indexJobFields(downloadSchema);
