import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKey } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { DisputeWatch } from './dispute-watch.schema.ts';

@Injectable()
export class DisputeWatchesRepository {
  constructor(@InjectModel('DisputeWatch') private readonly watches: Model<DisputeWatch>) {}

  /** Begins to look, unless it has been begun. */
  async begin({ _id, ...watch }: DisputeWatch): Promise<void> {
    try {
      await this.watches.updateOne({ _id }, { $setOnInsert: watch }, { upsert: true });
    } catch (error) {
      // By two instances at once.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Takes one that is due; nobody else does before `leaseUntil`. */
  takeDue(now: Date, leaseUntil: Date): Promise<DisputeWatch | null> {
    return this.watches
      .findOneAndUpdate({ dueAt: { $lte: now } }, { dueAt: leaseUntil }, { sort: { dueAt: 1 } })
      .lean<DisputeWatch>();
  }

  async lookAgain({ _id, ...change }: Partial<DisputeWatch>): Promise<void> {
    await this.watches.updateOne({ _id }, { $set: change });
  }
}
