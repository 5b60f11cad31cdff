import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertUnlessThere } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Webhook } from './webhook.schema.ts';

export type FinishedWebhook = Pick<Webhook, '_id' | 'state' | 'outcome' | 'keepUntil'>;

@Injectable()
export class WebhooksRepository {
  constructor(@InjectModel('Webhook') private readonly webhooks: Model<Webhook>) {}

  /** Keeps it; answers false when it has come before. */
  keep(webhook: Webhook): Promise<boolean> {
    return insertUnlessThere(this.webhooks, webhook);
  }

  /** Takes one that is due; nobody else does before `leaseUntil`. */
  takeDue(now: Date, leaseUntil: Date): Promise<Webhook | null> {
    return this.webhooks
      .findOneAndUpdate({ dueAt: { $lte: now } }, { dueAt: leaseUntil }, { sort: { dueAt: 1 } })
      .lean<Webhook>();
  }

  /** No disk is waited for (`w: 1`): without its mark a webhook is worked off again. */
  async finish(finished: FinishedWebhook[]): Promise<void> {
    await this.webhooks.collection.bulkWrite(
      finished.map(({ _id, ...result }) => ({
        updateOne: { filter: { _id: _id as never }, update: { $set: result, $unset: { dueAt: 1 } } },
      })),
      { ordered: false, writeConcern: { w: 1 } },
    );
  }

  async tryAgain(id: string, dueAt: Date): Promise<void> {
    await this.webhooks.updateOne({ _id: id }, { $set: { dueAt }, $inc: { looks: 1 } });
  }
}
