import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import type { Schema } from 'mongoose';
import { type User, userSchema } from './user.schema.ts';

/**
 * Who buys by a code to an e-mail address that has an account: with an id, addresses and a session of its own, apart from the accounts, of which an
 * e-mail address has one.
 */
export interface Guest extends User, JobFields {
  /** 24 hexadecimal digits. */
  _id: string;
  joins: string;
}

export const guestSchema = userSchema.clone() as unknown as Schema<Guest>;
guestSchema.clearIndexes();
guestSchema.remove(['username', 'passwordHash', 'sizes']);
guestSchema.add({
  _id: { type: String, required: true },
  email: { type: String, required: true },
  joins: { type: String, required: true },
  ...jobFields,
});
guestSchema.set('collection', 'guests');
guestSchema.index({ joins: 1 });
indexJobFields(guestSchema);
