import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';
import type { Refund } from './refund.schema.ts';

@Injectable()
export class RefundsRepository {
  constructor(@InjectModel('Refund') private readonly refunds: Model<Refund>) {}

  byId(id: string, session?: ClientSession): Promise<Refund | null> {
    return this.refunds
      .findById(id)
      .session(session ?? null)
      .lean<Refund>();
  }

  byProviderId(provider: ProviderName, providerRefundId: string, session: ClientSession): Promise<Refund | null> {
    return this.refunds.findOne({ provider, providerRefundId }).session(session).lean<Refund>();
  }

  /** Payments beside a payment that go back, or went. */
  extraPaymentsOf(paymentId: string): Promise<string[]> {
    return this.refunds.distinct('extraPaymentId', { paymentId, extraPaymentId: { $exists: true } });
  }

  /** Stores it; answers false when it is there already. */
  async add({ _id, ...refund }: Refund, session: ClientSession): Promise<boolean> {
    const { upsertedCount } = await this.refunds.updateOne(
      { _id },
      { $setOnInsert: refund },
      { upsert: true, session },
    );
    return upsertedCount > 0;
  }

  async change(
    id: string,
    { set, unset = [] }: { set: Partial<Refund>; unset?: (keyof Refund)[] },
    session: ClientSession,
  ): Promise<void> {
    await this.refunds.updateOne(
      { _id: id },
      { $set: set, $unset: Object.fromEntries(unset.map((field) => [field, 1])) },
      { session },
    );
  }

  /** Takes one that is due; nobody else does before `leaseUntil`. */
  takeDue(now: Date, leaseUntil: Date): Promise<Refund | null> {
    return this.refunds
      .findOneAndUpdate({ dueAt: { $lte: now } }, { dueAt: leaseUntil }, { sort: { dueAt: 1 } })
      .lean<Refund>();
  }

  /** It was looked at, and did not move. */
  async lookAgain({ _id, state }: Refund, dueAt: Date): Promise<void> {
    await this.refunds.updateOne({ _id, state, dueAt: { $exists: true } }, { $set: { dueAt }, $inc: { looks: 1 } });
  }
}
