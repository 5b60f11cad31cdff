import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertPlain } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';
import type { Attempt } from './attempt.schema.ts';
import type { PaymentState } from './payment.machine.ts';

@Injectable()
export class AttemptsRepository {
  constructor(@InjectModel('Attempt') private readonly attempts: Model<Attempt>) {}

  /** @throws MongoServerError 11000 when the checkout has a current attempt with this provider */
  async create(attempt: Attempt): Promise<void> {
    await insertPlain(this.attempts, attempt);
  }

  byId(id: string, session?: ClientSession): Promise<Attempt | null> {
    return this.attempts
      .findById(id)
      .session(session ?? null)
      .lean<Attempt>();
  }

  byOrder(provider: ProviderName, providerOrderId: string): Promise<Attempt | null> {
    return this.attempts.findOne({ provider, providerOrderId }).lean<Attempt>();
  }

  byPayment(provider: ProviderName, providerPaymentId: string): Promise<Attempt | null> {
    return this.attempts.findOne({ provider, providerPaymentId }).lean<Attempt>();
  }

  currentOf(provider: ProviderName, checkoutId: string): Promise<Attempt | null> {
    return this.attempts.findOne({ provider, current: checkoutId }).lean<Attempt>();
  }

  /** All of a checkout, newest first. */
  ofCheckout(userId: string, checkoutId: string): Promise<Attempt[]> {
    return this.attempts.find({ checkoutId, userId }).sort({ createdAt: -1 }).lean<Attempt[]>();
  }

  /** Answers it as it is afterwards; `null` when it has left its state meanwhile. */
  move(
    { _id, state, captures }: Pick<Attempt, '_id' | 'state' | 'captures'>,
    to: PaymentState,
    { set, unset }: { set: Partial<Attempt>; unset: (keyof Attempt)[] },
    session?: ClientSession,
  ): Promise<Attempt | null> {
    return this.attempts
      .findOneAndUpdate(
        { _id, state, captures },
        { $set: { ...set, state: to, looks: 0 }, $unset: Object.fromEntries(unset.map((field) => [field, 1])) },
        { ...(session && { session }), returnDocument: 'after' },
      )
      .lean<Attempt>();
  }

  /** Takes one that is due; nobody else does before `leaseUntil`. */
  takeDue(now: Date, leaseUntil: Date): Promise<Attempt | null> {
    return this.attempts
      .findOneAndUpdate({ dueAt: { $lte: now } }, { dueAt: leaseUntil }, { sort: { dueAt: 1 } })
      .lean<Attempt>();
  }

  /** It was looked at, and did not move. Without a date nobody looks any more. */
  async lookAgain({ _id, state, captures }: Attempt, dueAt: Date | undefined): Promise<void> {
    const when = dueAt ? { $set: { dueAt } } : { $unset: { dueAt: 1 } };
    await this.attempts.updateOne({ _id, state, captures }, { ...when, $inc: { looks: 1 } });
  }

  /** The reconciler is to look at it soon. */
  async lookSoon(id: string, dueAt: Date): Promise<void> {
    await this.attempts.updateOne({ _id: id, state: { $ne: 'captured' } }, { $set: { dueAt } });
  }

  /** The same, and it may take the money, since the buyer agreed; not where what was agreed to `at` then was declined since. */
  async approved(id: string, at: Date, dueAt: Date): Promise<void> {
    const anew = { $or: [{ declinedAt: { $exists: false } }, { declinedAt: { $lt: at } }] };
    await this.attempts.updateOne(
      { _id: id, state: { $ne: 'captured' }, ...anew },
      { $set: { dueAt }, $unset: { declinedAt: 1 } },
    );
  }

  /** Cart-order says that a checkout is over: those that nobody pays at this moment are looked at. */
  async checkoutEnded(checkoutId: string, at: Date, session: ClientSession): Promise<void> {
    await this.attempts.updateMany(
      { checkoutId, state: { $in: ['creating', 'open'] } },
      { checkoutEndedAt: at, dueAt: at },
      { session },
    );
  }

  /** Sets aside what is about to be paid back; answers false when there is not so much left. */
  async reserveRefund(id: string, amount: number, session: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.attempts.updateOne(
      { _id: id, state: 'captured', $expr: { $lte: [{ $add: ['$refunded', amount] }, '$amount'] } },
      { $inc: { refunded: amount } },
      { session },
    );
    return modifiedCount === 1;
  }

  /** A refund that the provider made by itself, or (negative) one that came to nothing. */
  async countRefund(id: string, amount: number, session: ClientSession): Promise<void> {
    await this.attempts.updateOne({ _id: id }, { $inc: { refunded: amount } }, { session });
  }
}
