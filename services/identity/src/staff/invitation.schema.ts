import { Schema } from 'mongoose';

/** An address that was invited to the staff. */
export interface Invitation {
  _id: string;
  /** Lower case. */
  email: string;
  /** Id of a role. */
  role: string;
  /** Keyed, of the secret in the mailed link. */
  tokenHash: string;
  inviterId: string;
  inviterName: string;
  createdAt: Date;
  expiresAt: Date;
}

export const invitationSchema = new Schema<Invitation>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true, unique: true },
    role: { type: String, required: true },
    tokenHash: { type: String, required: true, unique: true },
    inviterId: { type: String, required: true },
    inviterName: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'invitations', versionKey: false },
);
invitationSchema.index({ role: 1 });
invitationSchema.index({ createdAt: -1 });
