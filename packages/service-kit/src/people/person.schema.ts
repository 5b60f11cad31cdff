import { Schema } from 'mongoose';

/** An account's name, projected from identity's events. */
export interface Person {
  _id: string;
  /** Removed when the account is deleted. */
  name?: string;
  /** Of the last event applied. */
  version: number;
}

export const personSchema = new Schema<Person>(
  { _id: { type: String, required: true }, name: String, version: { type: Number, required: true } },
  { collection: 'people', versionKey: false },
);
