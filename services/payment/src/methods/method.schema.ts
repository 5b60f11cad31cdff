import { Schema } from 'mongoose';
import type { LiveProviderName } from '../providers/provider.ts';

/** What staff decided about a way to pay. Without it, what the contracts declare holds. */
export interface Method {
  _id: LiveProviderName;
  isOn: boolean;
}

export const methodSchema = new Schema<Method>(
  { _id: { type: String, required: true }, isOn: { type: Boolean, required: true } },
  { collection: 'methods', versionKey: false },
);
