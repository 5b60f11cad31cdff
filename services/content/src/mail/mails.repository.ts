import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertIfAbsent, JobSource, RESCHEDULED } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { UNLISTED } from './kinds/index.ts';
import type { MailRow } from './mail.schema.ts';

@Injectable()
export class MailsRepository {
  /** Settled with `w: 1`: a mail whose mark is lost is sent twice, which cannot be ruled out anyway. */
  readonly jobSource: JobSource<MailRow>;
  /** Mails that were sent, whose content is kept for a while. */
  readonly keptSource: JobSource<MailRow>;

  constructor(@InjectModel('Mail') private readonly mails: Model<MailRow>) {
    this.jobSource = new JobSource(mails, { writeConcern: { w: 1 } });
    this.keptSource = new JobSource(mails, { under: 'kept' });
  }

  /** Returns false if it exists already. */
  insert(mail: MailRow): Promise<boolean> {
    return insertIfAbsent(this.mails, mail);
  }

  ofUser(userId: string): Promise<MailRow[]> {
    return this.mails.find({ userId }).lean<MailRow[]>();
  }

  /** For the transaction of its event. */
  async add(mail: MailRow, session: ClientSession): Promise<void> {
    await this.mails.create([mail], { session });
  }

  byId(id: string, session: ClientSession): Promise<MailRow | null> {
    return this.mails.findById(id).session(session).lean<MailRow>();
  }

  /** Changes nothing if the claim was lost. */
  async markWaiting({ _id, claim }: MailRow, problem: string): Promise<void> {
    await this.mails.updateOne({ _id, claim }, { $set: { waitsForRecipient: true, problem } });
  }

  /** Takes the mark back; false if the account's event did, or the claim was lost. */
  async unmarkWaiting({ _id, claim }: MailRow): Promise<boolean> {
    const { modifiedCount } = await this.mails.updateOne(
      { _id, claim, waitsForRecipient: true },
      { $unset: { waitsForRecipient: 1, problem: 1 } },
    );
    return modifiedCount > 0;
  }

  /** The newest later mail of its topic. */
  newerOf({ topic, version }: MailRow): Promise<Pick<MailRow, 'state' | 'heldUntil'> | null> {
    return this.mails
      .findOne({ topic, version: { $gt: version }, isWithdrawn: { $ne: true } }, { state: 1, heldUntil: 1 })
      .sort({ version: -1 })
      .lean<MailRow>();
  }

  /** Takes a mail that was not sent away from the job; where there is none yet, it is kept that there will be none. */
  async withdraw({ _id, ...row }: Omit<MailRow, 'state' | 'dueAt'>): Promise<void> {
    await insertIfAbsent(this.mails, { _id, ...row, state: 'superseded', isWithdrawn: true } as MailRow);
    await this.mails.updateOne(
      { _id, state: 'queued' },
      { $set: { state: 'superseded', isWithdrawn: true }, $unset: { ...RESCHEDULED, dueAt: 1, data: 1 } },
    );
  }

  async isOrder(orderId: string): Promise<boolean> {
    return this.hasAny(orderId, ['order-created']);
  }

  /** Whether there is a mail of one of these kinds about an order. */
  async hasAny(orderId: string, kinds: readonly MailRow['kind'][]): Promise<boolean> {
    return (await this.mails.exists({ orderId, kind: { $in: kinds } })) !== null;
  }

  async setCopied(id: string, copiedAt: readonly Date[], session: ClientSession): Promise<void> {
    await this.mails.updateOne({ _id: id }, { $set: { copiedAt } }, { session });
  }

  /** Makes mails due that waited for their recipient. */
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
      { $set: { state: 'dead', problem }, $unset: { ...RESCHEDULED, dueAt: 1, waitsForRecipient: 1 } },
      { session },
    );
    // The mail server's answers may name the address.
    await this.mails.updateMany({ userId }, { $unset: { data: 1, recipient: 1, kept: 1 } }, { session });
    await this.mails.updateMany({ userId, state: 'dead' }, { $set: { problem } }, { session });
  }

  /** Newest first. */
  async ofOrder(
    orderId: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ mails: MailRow[]; totalCount: number }> {
    // A handful.
    const mails = await this.mails
      .find({ orderId, kind: { $nin: UNLISTED } })
      .sort({ occurredAt: -1, _id: -1 })
      .lean<MailRow[]>();
    return { mails: mails.slice((page - 1) * limit, page * limit), totalCount: mails.length };
  }

  /** Of orders. */
  async page(
    state: MailRow['state'],
    { page, limit }: { page: number; limit: number },
  ): Promise<{ mails: MailRow[]; totalCount: number }> {
    const listed = { state, kind: { $nin: UNLISTED } };
    const [mails, totalCount] = await Promise.all([
      this.mails
        .find(listed)
        .sort({ occurredAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<MailRow[]>(),
      this.mails.countDocuments(listed),
    ]);
    return { mails, totalCount };
  }

  async setTaker(id: string, taker: MailRow['taker'], session: ClientSession): Promise<void> {
    await this.mails.updateOne({ _id: id }, taker ? { $set: { taker } } : { $unset: { taker: 1 } }, { session });
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
