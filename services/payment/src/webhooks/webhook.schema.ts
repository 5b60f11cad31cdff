import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';

/** An event sent by a provider. Every genuine one is stored once. */
export interface Webhook extends JobFields {
  /** `<provider>/<event id>`. */
  _id: string;
  provider: ProviderName;
  event: string;
  /** Raw body. It tells about people: removed when nothing is left to do. */
  body?: string;
  receivedAt: Date;
  state: 'waiting' | 'done' | 'needs-attention';
  outcome?: string;
  /** Failed runs. */
  looks: number;
  /** Deleted then, because it contains personal data; providers redeliver only within a shorter time. */
  keepUntil?: Date;
}

const required = { type: String, required: true };

export const webhookSchema = new Schema<Webhook>(
  {
    _id: required,
    provider: required,
    event: required,
    body: String,
    receivedAt: { type: Date, required: true },
    state: required,
    outcome: String,
    ...jobFields,
    looks: { type: Number, required: true },
    keepUntil: Date,
  },
  { collection: 'webhooks', versionKey: false },
);
indexJobFields(webhookSchema);
webhookSchema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });
