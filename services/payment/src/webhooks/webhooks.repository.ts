import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKey } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Webhook } from './webhook.schema.ts';

@Injectable()
export class WebhooksRepository {
  constructor(@InjectModel('Webhook') private readonly webhooks: Model<Webhook>) {}

  /** Keeps it, unless it has come before. */
  async keep({ _id, ...webhook }: Webhook): Promise<void> {
    try {
      await this.webhooks.updateOne({ _id }, { $setOnInsert: webhook }, { upsert: true });
    } catch (error) {
      // Sent twice at once.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Takes one that is due; nobody else does before `leaseUntil`. */
  takeDue(now: Date, leaseUntil: Date): Promise<Webhook | null> {
    return this.webhooks
      .findOneAndUpdate({ dueAt: { $lte: now } }, { dueAt: leaseUntil }, { sort: { dueAt: 1 } })
      .lean<Webhook>();
  }

  async finish(id: string, result: Pick<Webhook, 'state' | 'outcome' | 'keepUntil'>): Promise<void> {
    await this.webhooks.updateOne({ _id: id }, { $set: result, $unset: { dueAt: 1 } });
  }

  async tryAgain(id: string, dueAt: Date): Promise<void> {
    await this.webhooks.updateOne({ _id: id }, { $set: { dueAt }, $inc: { looks: 1 } });
  }
}
