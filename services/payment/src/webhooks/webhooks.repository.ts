import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertIfAbsent, JobSource, RESCHEDULED } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Webhook } from './webhook.schema.ts';

export type FinishedWebhook = Pick<Webhook, '_id' | 'state' | 'outcome' | 'keepUntil'>;

@Injectable()
export class WebhooksRepository {
  readonly jobSource: JobSource<Webhook>;

  constructor(@InjectModel('Webhook') private readonly webhooks: Model<Webhook>) {
    this.jobSource = new JobSource(webhooks, { counter: 'looks' });
  }

  /** Returns false if it was stored before. */
  insert(webhook: Webhook): Promise<boolean> {
    return insertIfAbsent(this.webhooks, webhook);
  }

  /** With `w: 1`: a webhook whose mark is lost is processed again, which is idempotent. */
  async finish(finished: FinishedWebhook[]): Promise<void> {
    await this.webhooks.collection.bulkWrite(
      finished.map(({ _id, ...result }) => ({
        updateOne: {
          filter: { _id: _id as never },
          update: {
            $set: result,
            $unset: { ...RESCHEDULED, dueAt: 1, ...(result.state === 'done' && { body: 1 }) },
          },
        },
      })),
      { ordered: false, writeConcern: { w: 1 } },
    );
  }
}
