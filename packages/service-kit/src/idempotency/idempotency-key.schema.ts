import { Schema } from 'mongoose';

/** What is known about one idempotency key. */
export interface IdempotencyKey {
  /** Hash of the call, the user and the key. */
  _id: string;
  bodyHash: string;
  state: 'running' | 'done';
  /** Who works on it now: changes with each takeover. */
  owner: string;
  /** The id of the work itself, the same for every takeover. */
  workId: string;
  leaseUntil: Date;
  /** The answer as it went out, in JSON. */
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

// Only tidies up; whether a key still counts is decided by `keepUntil` at every use.
idempotencyKeySchema.index({ keepUntil: 1 }, { expireAfterSeconds: 3_600 });
