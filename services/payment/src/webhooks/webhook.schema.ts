import { Schema } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';

/** An event that a provider sent: every genuine one is kept, once. */
export interface Webhook {
  /** Provider and the provider's id of the event. */
  _id: string;
  provider: ProviderName;
  event: string;
  /** As it came, byte for byte. */
  body: string;
  receivedAt: Date;
  state: 'waiting' | 'done' | 'needs-attention';
  /** What was made of it. */
  outcome?: string;
  /** When it is worked off, or tried again. */
  dueAt?: Date;
  looks: number;
  /** Then it may go: no provider sends it again after so long, and it names the buyer. */
  keepUntil?: Date;
}

const required = { type: String, required: true };

export const webhookSchema = new Schema<Webhook>(
  {
    _id: required,
    provider: required,
    event: required,
    body: required,
    receivedAt: { type: Date, required: true },
    state: required,
    outcome: String,
    dueAt: Date,
    looks: { type: Number, required: true },
    keepUntil: Date,
  },
  { collection: 'webhooks', versionKey: false },
);
webhookSchema.index({ dueAt: 1 }, { sparse: true });
webhookSchema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });
