import { Schema } from 'mongoose';

/** What a service knows of an account, told by identity's events: the name that it shows. */
export interface Person {
  _id: string;
  /** Not there once the account is deleted. */
  name?: string;
  /** Of the last event that was taken in. */
  version: number;
}

export const personSchema = new Schema<Person>(
  { _id: { type: String, required: true }, name: String, version: { type: Number, required: true } },
  { collection: 'people', versionKey: false },
);
