import { Schema } from 'mongoose';

/** Where mails to an account go, told by identity's events. */
export interface Recipient {
  _id: string;
  /** Neither is there once the account is deleted. */
  name?: string;
  email?: string;
  /** Of the last event that was taken in. */
  version: number;
}

export const recipientSchema = new Schema<Recipient>(
  { _id: { type: String, required: true }, name: String, email: String, version: { type: Number, required: true } },
  { collection: 'recipients', versionKey: false },
);
