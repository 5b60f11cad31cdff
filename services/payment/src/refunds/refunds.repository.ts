import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { JobSource, RESCHEDULED } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';
import type { UndecidedRefunds } from './refund-metrics.ts';
import type { Refund } from './refund.schema.ts';

const UNDECIDED: UndecidedRefunds['state'][] = ['requested', 'pending'];

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

  ofPayments(paymentIds: readonly string[]): Promise<Refund[]> {
    return this.refunds.find({ paymentId: { $in: [...paymentIds] } }).lean<Refund[]>();
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

  /** Those that are not decided. They all have a next check, by whose index they are found; few decided ones have. */
  async undecided(now: Date): Promise<UndecidedRefunds[]> {
    const found = await this.refunds.aggregate<{ _id: UndecidedRefunds['state']; count: number; oldest: Date }>([
      { $match: { dueAt: { $gt: new Date(0) }, state: { $in: UNDECIDED } } },
      { $group: { _id: '$state', count: { $sum: 1 }, oldest: { $min: '$requestedAt' } } },
    ]);
    return UNDECIDED.map((state) => {
      const { count = 0, oldest = now } = found.find(({ _id }) => _id === state) ?? {};
      return { state, count, oldestSeconds: (now.getTime() - oldest.getTime()) / 1_000 };
    });
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
