import { Schema } from 'mongoose';

/** A role that the shop made for its staff, beside the built-in ones of the contracts. */
export interface Role {
  _id: string;
  name: string;
  /** The name in lower case: no two roles have one name. */
  nameKey: string;
  permissions: string[];
  /** Counts its changes, so that Redis is never given an older one. */
  version: number;
}

export const roleSchema = new Schema<Role>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    nameKey: { type: String, required: true, unique: true },
    permissions: { type: [String], required: true },
    version: { type: Number, required: true },
  },
  { collection: 'roles', timestamps: true },
);
