import { Schema } from 'mongoose';

/** Name and e-mail address of an account, from identity's events. */
export interface Recipient {
  _id: string;
  /** Both are removed with the account. */
  name?: string;
  email?: string;
  /** Of the last event applied. */
  version: number;
}

export const recipientSchema = new Schema<Recipient>(
  { _id: { type: String, required: true }, name: String, email: String, version: { type: Number, required: true } },
  { collection: 'recipients', versionKey: false },
);
