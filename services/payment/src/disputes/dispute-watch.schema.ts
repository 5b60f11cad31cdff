import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';

/** How far a provider's disputes have been read. */
export interface DisputeWatch extends JobFields {
  _id: ProviderName;
  /** Later changes have not been read yet. */
  seenUntil: Date;
}

export const disputeWatchSchema = new Schema<DisputeWatch>(
  { _id: { type: String, required: true }, seenUntil: { type: Date, required: true }, ...jobFields },
  { collection: 'dispute-watches', versionKey: false },
);
indexJobFields(disputeWatchSchema);
