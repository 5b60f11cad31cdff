import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { OWNER, type Sizes } from '@shop/contracts';
import type { HydratedDocument, Types } from 'mongoose';
import type { Sealed } from '../auth/sealed-secrets.ts';
import type { StoredChoices } from '../notices/notice-choices.rules.ts';

@Schema({ _id: true })
export class SavedAddress {
  declare _id: Types.ObjectId;
  @Prop({ required: true }) name!: string;
  @Prop({ required: true }) phone!: string;
  @Prop({ required: true }) street!: string;
  @Prop({ required: true }) city!: string;
  @Prop({ required: true }) state!: string;
  @Prop({ required: true }) pincode!: string;
  /** English name; an address from before countries were chosen may name none, and then has no code. */
  @Prop({ required: true }) country!: string;
  @Prop({ type: String }) countryCode?: string;
  @Prop({ required: true }) isDefault!: boolean;
}
const savedAddressSchema = SchemaFactory.createForClass(SavedAddress);

export interface Authenticator {
  /** Its secret, sealed with `AUTHENTICATOR_KEY`. */
  sealed: Sealed;
  /** The step of the newest code that was used: older ones are worth nothing. */
  lastStep: number;
  since: Date;
  /** Keyed hashes of recovery codes that were not used. */
  recovery: string[];
}

@Schema({ collection: 'users', timestamps: true, optimisticConcurrency: true })
export class User {
  @Prop({ required: true }) name!: string;
  /** Lower case. */
  @Prop({ required: true, unique: true }) email!: string;
  /** Lower case; accepted for sign-in in place of the e-mail address. */
  @Prop({ type: String }) username?: string;
  /** An account that was made by a mailed code alone has none until its owner sets one. */
  @Prop({ type: String }) passwordHash?: string;
  /** `admin` is the owner, and everything to a version from before there were roles; to that, people of other roles are shoppers (`staffRoleOf`). */
  @Prop({ required: true, enum: ['user', 'admin'] }) role!: 'user' | 'admin';
  /** Of staff who are not owners: a built-in role's name, or the id of one of the shop's own. */
  @Prop({ type: String }) staffRole?: string;
  /** Of staff who sign in with an authenticator app in place of mailed codes. */
  @Prop({ type: Object }) authenticator?: Authenticator;
  /** Of staff: what they switched of the notices. */
  @Prop({ type: Object }) noticeChoices?: StoredChoices;
  /** Of staff: when notices were last mailed to them. */
  @Prop({ type: Date }) noticesMailedAt?: Date;
  @Prop({ type: [savedAddressSchema], default: [] }) addresses!: SavedAddress[];
  /** What the account is remembered to wear. */
  @Prop({ type: Object }) sizes?: Sizes;
  /** Of a guest (`guest.schema.ts`): the account beside which it buys. */
  joins?: string;
  createdAt!: Date;
  updatedAt!: Date;
}

/** Of an account that was made by a mailed code, until its first address names somebody. */
export const NO_NAME = 'Customer';

export type UserDocument = HydratedDocument<User>;

/** Gives an account a role of the staff, or none. Its sessions have to be ended then. */
export function putRole(user: Pick<User, 'role' | 'staffRole'>, role: string | undefined): void {
  user.role = role === OWNER ? 'admin' : 'user';
  user.staffRole = role === OWNER ? undefined : role;
}

export const userSchema = SchemaFactory.createForClass(User);
userSchema.index({ username: 1 }, { unique: true, partialFilterExpression: { username: { $gt: '' } } });
userSchema.index({ createdAt: -1, _id: -1 });
// The list of staff by name; by e-mail address the unique index does it.
userSchema.index({ name: 1, _id: 1 });
userSchema.index({ role: 1 }, { partialFilterExpression: { role: 'admin' } });
userSchema.index({ staffRole: 1 }, { partialFilterExpression: { staffRole: { $gt: '' } } });
