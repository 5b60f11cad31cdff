import { Schema } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';

/** How far a provider's disputes have been looked through. */
export interface DisputeWatch {
  _id: ProviderName;
  /** What moved after it has not been seen yet. */
  seenUntil: Date;
  /** When it is looked again; while somebody looks, when another instance may. */
  dueAt: Date;
}

export const disputeWatchSchema = new Schema<DisputeWatch>(
  {
    _id: { type: String, required: true },
    seenUntil: { type: Date, required: true },
    dueAt: { type: Date, required: true },
  },
  { collection: 'dispute-watches', versionKey: false },
);
