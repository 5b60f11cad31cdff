import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { identity } from '@shop/contracts';
import { JobSource } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { Notice } from './notice.schema.ts';

/** Which notices of a person count: these kinds, not older than this. */
export interface Shown {
  userId: string;
  kinds: readonly identity.NoticeKind[];
  since: Date;
}

@Injectable()
export class NoticesRepository {
  readonly mailSource: JobSource<Notice>;

  constructor(@InjectModel('Notice') private readonly notices: Model<Notice>) {
    this.mailSource = new JobSource(notices, { under: 'mail' });
  }

  newest(shown: Shown, limit: number): Promise<Notice[]> {
    return this.notices.find(filterOf(shown)).sort({ at: -1, _id: -1 }).limit(limit).lean<Notice[]>();
  }

  /** At most `limit`. */
  countUnread(shown: Shown, limit: number): Promise<number> {
    return this.notices.countDocuments({ ...filterOf(shown), isRead: false }).limit(limit);
  }

  /** Versions of the notices that are there, by id. */
  async versionsOf(notices: readonly Notice[], session: ClientSession): Promise<Map<string, number>> {
    const found = await this.notices
      .find(
        { _id: { $in: notices.map(({ _id }) => _id) }, userId: { $in: notices.map(({ userId }) => userId) } },
        { version: 1 },
      )
      .session(session)
      .lean();
    return new Map(found.map(({ _id, version }) => [_id, version]));
  }

  /** Each takes the place of the one with its id. */
  async put(notices: readonly Notice[], session: ClientSession): Promise<void> {
    await this.notices.bulkWrite(
      notices.map((notice) => ({
        replaceOne: { filter: { _id: notice._id, userId: notice.userId }, replacement: notice, upsert: true },
      })),
      { session },
    );
  }

  /** Of these kinds, what waits to be mailed to somebody and was not read; the newest first. */
  toMail(userId: string, kinds: readonly identity.NoticeKind[], session: ClientSession): Promise<Notice[]> {
    return this.notices
      .find({ ...waitingFor(userId), kind: { $in: [...kinds] }, isRead: false })
      .sort({ at: -1 })
      .session(session)
      .lean<Notice[]>();
  }

  /** Nothing waits to be mailed to somebody any more. */
  async mailed(userId: string, session: ClientSession): Promise<void> {
    await this.notices.updateMany(waitingFor(userId), { $unset: { mail: 1 } }, { session });
  }

  /** How many were unread. All up to `until`, unless ids are given. */
  async markRead(
    userId: string,
    { ids, until }: { ids: readonly string[] | undefined; until: Date },
    session: ClientSession,
  ): Promise<number> {
    const filter = { userId, isRead: false, at: { $lte: until }, ...(ids && { _id: { $in: ids } }) };
    return (await this.notices.updateMany(filter as object, { $set: { isRead: true } }, { session })).modifiedCount;
  }
}

const filterOf = ({ userId, kinds, since }: Shown) => ({ userId, at: { $gt: since }, kind: { $in: [...kinds] } });

const waitingFor = (userId: string) => ({ userId, 'mail.dueAt': { $exists: true } });
