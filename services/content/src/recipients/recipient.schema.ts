import { Schema } from 'mongoose';

/** Name and e-mail address of an account, from identity's events. */
export interface Recipient {
  _id: string;
  /** Both are removed with the account. */
  name?: string;
  email?: string;
  /** Of the last event applied. */
  version: number;
  /** When that event happened, if the account was not of the staff then. */
  notStaffAt?: Date;
}

export const recipientSchema = new Schema<Recipient>(
  {
    _id: { type: String, required: true },
    name: String,
    email: String,
    version: { type: Number, required: true },
    notStaffAt: Date,
  },
  { collection: 'recipients', versionKey: false },
);
