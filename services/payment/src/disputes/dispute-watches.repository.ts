import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKey, JobSource } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { DisputeWatch } from './dispute-watch.schema.ts';

@Injectable()
export class DisputeWatchesRepository {
  readonly jobSource: JobSource<DisputeWatch>;

  constructor(@InjectModel('DisputeWatch') private readonly watches: Model<DisputeWatch>) {
    this.jobSource = new JobSource(watches);
  }

  /** Changes nothing if it exists. */
  async create({ _id, ...watch }: DisputeWatch): Promise<void> {
    try {
      await this.watches.updateOne({ _id }, { $setOnInsert: watch }, { upsert: true });
    } catch (error) {
      // Created concurrently by another instance.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
