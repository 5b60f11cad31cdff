import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertPlain, JobSource, literals, RESCHEDULED } from '@shop/service-kit';
import type { ClientSession, Model, mongo } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';
import type { Attempt } from './attempt.schema.ts';
import type { BookedCaptures } from './books-metrics.ts';
import type { PaymentState } from './payment.machine.ts';

@Injectable()
export class AttemptsRepository {
  readonly jobSource: JobSource<Attempt>;

  constructor(@InjectModel('Attempt') private readonly attempts: Model<Attempt>) {
    this.jobSource = new JobSource(attempts, { counter: 'looks' });
  }

  /** @throws MongoServerError 11000 when the checkout has a current attempt with this provider */
  async create(attempt: Attempt): Promise<void> {
    await insertPlain(this.attempts, attempt);
  }

  byId(id: string, session?: ClientSession): Promise<Attempt | null> {
    return this.#collection.findOne({ _id: id }, { ...(session && { session }) });
  }

  byOrder(provider: ProviderName, providerOrderId: string): Promise<Attempt | null> {
    return this.#collection.findOne({ provider, providerOrderId });
  }

  byPayment(provider: ProviderName, providerPaymentId: string): Promise<Attempt | null> {
    return this.attempts.findOne({ provider, providerPaymentId }).lean<Attempt>();
  }

  currentOf(provider: ProviderName, checkoutId: string): Promise<Attempt | null> {
    return this.attempts.findOne({ checkoutId, provider, current: checkoutId }).lean<Attempt>();
  }

  /** Newest first. */
  ofCheckout(userId: string, checkoutId: string): Promise<Attempt[]> {
    return this.attempts.find({ checkoutId, userId }).sort({ createdAt: -1 }).lean<Attempt[]>();
  }

  ofCheckouts(checkoutIds: readonly string[]): Promise<Attempt[]> {
    return this.attempts.find({ checkoutId: { $in: [...checkoutIds] } }).lean<Attempt[]>();
  }

  /**
   * Returns the updated attempt; `null` if its state or captures were changed concurrently. `asOf`: its `dueAt` when the provider
   * was asked. Where another write has set one since, there is news that the move does not know, and the earlier of both stays.
   */
  move(
    { _id, checkoutId, state, captures }: Pick<Attempt, '_id' | 'checkoutId' | 'state' | 'captures'>,
    to: PaymentState,
    { set, unset }: { set: Partial<Attempt>; unset: (keyof Attempt)[] },
    { asOf, session }: { asOf?: Date | null; session?: ClientSession },
  ): Promise<Attempt | null> {
    const { dueAt, ...known } = { ...set, state: to, looks: 0 };
    const next = dueAt ?? (unset.includes('dueAt') ? '$$REMOVE' : '$dueAt');
    const isUnchanged = { $eq: [{ $ifNull: ['$dueAt', null] }, asOf ?? null] };
    // `$min` leaves out what is missing, and is null without any.
    const earlier = { $ifNull: [{ $min: [dueAt ?? null, '$dueAt'] }, '$$REMOVE'] };
    const withNews = { $cond: [isUnchanged, next, earlier] };
    return this.#collection.findOneAndUpdate(
      { _id, checkoutId, state, captures },
      [
        { $set: { ...literals(known), dueAt: asOf === undefined ? next : withNews } },
        { $unset: [...Object.keys(RESCHEDULED), ...unset.filter((field) => field !== 'dueAt')] },
      ],
      { ...(session && { session }), returnDocument: 'after' },
    );
  }

  /** Makes it due for the reconciler soon. */
  async checkSoon(id: string, dueAt: Date): Promise<void> {
    await this.attempts.updateOne({ _id: id, state: { $ne: 'captured' } }, { $set: { dueAt }, $unset: RESCHEDULED });
  }

  /** In any state. */
  async makeDue(id: string, dueAt: Date, session?: ClientSession): Promise<void> {
    await this.attempts.updateOne(
      { _id: id },
      { $set: { dueAt }, $unset: RESCHEDULED },
      { ...(session && { session }) },
    );
  }

  /** The buyer approved: the same, and the reconciler may capture. Ignored if a capture was declined after `at`. */
  async approved(id: string, at: Date, dueAt: Date): Promise<void> {
    const isFresh = { $or: [{ declinedAt: { $exists: false } }, { declinedAt: { $lt: at } }] };
    await this.attempts.updateOne(
      { _id: id, state: { $ne: 'captured' }, ...isFresh },
      { $set: { dueAt }, $unset: { ...RESCHEDULED, declinedAt: 1 } },
    );
  }

  /** Cart-order reported the end of a checkout: attempts that are not being captured become due. */
  async checkoutEnded(checkoutId: string, at: Date, session: ClientSession): Promise<void> {
    await this.attempts.updateMany(
      { checkoutId, state: { $in: ['creating', 'open'] } },
      { $set: { checkoutEndedAt: at, dueAt: at }, $unset: RESCHEDULED },
      { session },
    );
  }

  /** Counts a refund, in the transaction that read the attempt; a negative amount releases one that failed. */
  async countRefund(id: string, amount: number, session: ClientSession): Promise<void> {
    await this.attempts.updateOne({ _id: id }, { $inc: { refunded: amount } }, { session });
  }

  /** For the transaction that read the attempt. */
  async setDisputes(id: string, disputes: Attempt['disputes'], session: ClientSession): Promise<void> {
    await this.attempts.updateOne({ _id: id }, { $set: { disputes } }, { session });
  }

  /** Captures of a period, by currency. */
  booked({ from, until }: { from: Date; until: Date }): Promise<BookedCaptures[]> {
    return this.#collection
      .aggregate<BookedCaptures>([
        { $match: { capturedAt: { $gte: from, $lt: until } } },
        { $group: { _id: '$currency', captures: { $sum: 1 }, amount: { $sum: '$amount' } } },
        { $project: { _id: 0, currency: '$_id', captures: 1, amount: 1 } },
      ])
      .toArray();
  }

  /** By the driver: every payment reads and moves its attempt several times. */
  get #collection() {
    return this.attempts.collection as unknown as mongo.Collection<Attempt>;
  }
}
