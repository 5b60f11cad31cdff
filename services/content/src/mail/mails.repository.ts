import crypto from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertUnlessThere } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { MailRow } from './mail.schema.ts';

/** A mail that this process may send until the lease is over. */
export type ClaimedMail = MailRow & { claim: string };

@Injectable()
export class MailsRepository {
  constructor(@InjectModel('Mail') private readonly mails: Model<MailRow>) {}

  /** Answers false when it is there already. */
  insert(mail: MailRow): Promise<boolean> {
    return insertUnlessThere(this.mails, mail);
  }

  byId(id: string, session: ClientSession): Promise<MailRow | null> {
    return this.mails.findById(id).session(session).lean<MailRow>();
  }

  /** Takes the mail that is due for the longest, also one whose sender died. */
  claim(now: Date, leaseUntil: Date): Promise<ClaimedMail | null> {
    return this.mails
      .findOneAndUpdate(
        { dueAt: { $lte: now } },
        { $set: { dueAt: leaseUntil, claim: crypto.randomUUID() } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      .lean<ClaimedMail>();
  }

  /**
   * Nothing changes when the lease was over and somebody else took it. No disk is waited for (`w: 1`): a note that gets lost is
   * one more way for a mail to go out twice, which cannot be ruled out anyway.
   */
  async settle({ _id, claim }: ClaimedMail, changes: Partial<MailRow>, ...gone: (keyof MailRow)[]): Promise<void> {
    const unset = Object.fromEntries(['claim', ...gone].map((field) => [field, 1]));
    await this.mails.updateOne({ _id, claim }, { $set: changes, $unset: unset }, { writeConcern: { w: 1 } });
  }

  async hasNewer({ topic, version }: MailRow): Promise<boolean> {
    return (await this.mails.exists({ topic, version: { $gt: version } })) !== null;
  }

  async isOrder(orderId: string): Promise<boolean> {
    return (await this.mails.exists({ orderId, kind: 'order-created' })) !== null;
  }

  /** Those that waited for the recipient are due. */
  async release(userId: string, now: Date, session?: ClientSession): Promise<void> {
    await this.mails.updateMany(
      { userId, state: 'queued', waitsForRecipient: true },
      { $set: { dueAt: now }, $unset: { waitsForRecipient: 1 } },
      session ? { session } : {},
    );
  }

  async forgetTexts(userId: string, problem: string, session: ClientSession): Promise<void> {
    await this.mails.updateMany(
      { userId, state: 'queued' },
      { $set: { state: 'dead', problem }, $unset: { dueAt: 1, claim: 1, waitsForRecipient: 1 } },
      { session },
    );
    await this.mails.updateMany({ userId }, { $unset: { data: 1 } }, { session });
  }

  async page(
    state: MailRow['state'],
    { page, limit }: { page: number; limit: number },
  ): Promise<{ mails: MailRow[]; totalCount: number }> {
    const [mails, totalCount] = await Promise.all([
      this.mails
        .find({ state })
        .sort({ occurredAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<MailRow[]>(),
      this.mails.countDocuments({ state }),
    ]);
    return { mails, totalCount };
  }

  async requeue(id: string, now: Date, session: ClientSession): Promise<MailRow> {
    const mail = await this.mails
      .findByIdAndUpdate(
        id,
        { $set: { state: 'queued', queuedAt: now, dueAt: now } },
        { session, returnDocument: 'after' },
      )
      .lean<MailRow>();
    return mail!;
  }
}
