import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { View } from './view.schema.ts';

@Injectable()
export class ViewsRepository {
  constructor(@InjectModel('View') private readonly views: Model<View>) {}

  /** What an account sees. */
  seenBy(userId: string, list: string, session?: ClientSession): Promise<View[]> {
    return this.views
      .find({ list, $or: [{ shared: true }, { makerId: userId }] })
      .sort({ name: 1 })
      .session(session ?? null)
      .lean<View[]>();
  }

  /** `null` also for one that the account does not see. */
  oneSeenBy(userId: string, id: string, session: ClientSession): Promise<View | null> {
    return this.views
      .findOne({ _id: id, $or: [{ shared: true }, { makerId: userId }] })
      .session(session)
      .lean<View>();
  }

  countOf(userId: string, list: string, session: ClientSession): Promise<number> {
    return this.views.countDocuments({ makerId: userId, list }).session(session);
  }

  async create(view: View, session: ClientSession): Promise<View> {
    const [created] = await this.views.create([view], { session });
    return created!.toObject<View>();
  }

  async change(id: string, fields: Partial<View>, session: ClientSession): Promise<View> {
    const changed = await this.views
      .findOneAndUpdate({ _id: id }, { $set: fields }, { session, returnDocument: 'after' })
      .lean<View>();
    return changed!;
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.views.deleteOne({ _id: id }, { session });
  }

  /** At most one view of the list is the account's default. */
  async makeDefault(userId: string, list: string, id: string | null, session: ClientSession): Promise<void> {
    await this.views.updateMany({ list, defaultOf: userId }, { $pull: { defaultOf: userId } }, { session });
    if (id) await this.views.updateOne({ _id: id }, { $addToSet: { defaultOf: userId } }, { session });
  }
}
