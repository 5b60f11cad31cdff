import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { Invitation } from './invitation.schema.ts';

const MOST = 500;

@Injectable()
export class InvitationsRepository {
  constructor(@InjectModel('Invitation') private readonly invitations: Model<Invitation>) {}

  newest(): Promise<Invitation[]> {
    return this.invitations.find().sort({ createdAt: -1 }).limit(MOST).lean<Invitation[]>();
  }

  byId(id: string, session: ClientSession): Promise<Invitation | null> {
    return this.invitations.findById(id).session(session).lean<Invitation>();
  }

  byToken(tokenHash: string, session?: ClientSession): Promise<Invitation | null> {
    return this.invitations
      .findOne({ tokenHash })
      .session(session ?? null)
      .lean<Invitation>();
  }

  /** In place of an earlier one to the address. */
  async replace(invitation: Invitation, session: ClientSession): Promise<void> {
    await this.invitations.deleteOne({ email: invitation.email }, { session });
    await this.invitations.create([invitation], { session });
  }

  /** Whether it was there still. */
  async remove(id: string, session: ClientSession): Promise<boolean> {
    return (await this.invitations.deleteOne({ _id: id }, { session })).deletedCount === 1;
  }

  async removeTo(email: string, session: ClientSession): Promise<void> {
    await this.invitations.deleteOne({ email }, { session });
  }

  async isForRole(role: string, session: ClientSession): Promise<boolean> {
    return (await this.invitations.exists({ role }).session(session)) !== null;
  }
}
