import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { JobSource, RESCHEDULED } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';
import type { Refund } from './refund.schema.ts';

@Injectable()
export class RefundsRepository {
  readonly jobSource: JobSource<Refund>;

  constructor(@InjectModel('Refund') private readonly refunds: Model<Refund>) {
    this.jobSource = new JobSource(refunds, { counter: 'looks' });
  }

  byId(id: string, session?: ClientSession): Promise<Refund | null> {
    return this.refunds
      .findById(id)
      .session(session ?? null)
      .lean<Refund>();
  }

  byProviderId(provider: ProviderName, providerRefundId: string, session: ClientSession): Promise<Refund | null> {
    return this.refunds.findOne({ provider, providerRefundId }).session(session).lean<Refund>();
  }

  /** Ids of extra payments that are refunded beside `paymentId`. */
  extraPaymentsOf(paymentId: string): Promise<string[]> {
    return this.refunds.distinct('extraPaymentId', { paymentId, extraPaymentId: { $exists: true } });
  }

  /** Returns false if it exists already. */
  async add({ _id, ...refund }: Refund, session: ClientSession): Promise<boolean> {
    const { upsertedCount } = await this.refunds.updateOne(
      { _id },
      { $setOnInsert: refund },
      { upsert: true, session },
    );
    return upsertedCount > 0;
  }

  /** A dispute of the payment changed: refunds that wait for it become due. */
  async checkSoon(paymentId: string, dueAt: Date, session: ClientSession): Promise<void> {
    await this.refunds.updateMany(
      { paymentId, state: 'requested' },
      { $set: { dueAt }, $unset: RESCHEDULED },
      { session },
    );
  }

  async change(
    id: string,
    { set, unset = [] }: { set: Partial<Refund>; unset?: (keyof Refund)[] },
    session: ClientSession,
  ): Promise<void> {
    const isRescheduled = 'dueAt' in set || unset.includes('dueAt');
    await this.refunds.updateOne(
      { _id: id },
      {
        $set: set,
        $unset: { ...(isRescheduled && RESCHEDULED), ...Object.fromEntries(unset.map((field) => [field, 1])) },
      },
      { session },
    );
  }
}
