import { Schema } from 'mongoose';

/** The stored state of one idempotency key. */
export interface IdempotencyKey {
  /** Hash of the call, the user and the key. */
  _id: string;
  bodyHash: string;
  state: 'running' | 'done';
  /** The current attempt; a new one with each takeover. */
  owner: string;
  /** The same for every attempt. */
  workId: string;
  leaseUntil: Date;
  /** The answer as sent, in JSON. */
  answer?: string;
  keepUntil: Date;
}

export const idempotencyKeySchema = new Schema<IdempotencyKey>(
  {
    _id: { type: String, required: true },
    bodyHash: { type: String, required: true },
    state: { type: String, enum: ['running', 'done'], required: true },
    owner: { type: String, required: true },
    workId: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    answer: String,
    keepUntil: { type: Date, required: true },
  },
  { collection: 'idempotency-keys', versionKey: false },
);

// Clean-up only: expiry is checked against `keepUntil` at every use.
idempotencyKeySchema.index({ keepUntil: 1 }, { expireAfterSeconds: 3_600 });
