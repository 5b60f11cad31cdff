import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { cartOrder } from '@shop/contracts';
import { isDuplicateKey, JobSource, RESCHEDULED } from '@shop/service-kit';
import type { ClientSession, Model, QueryFilter } from 'mongoose';
import type { Alert, AlertEnd, AlertRecipient, AlertRound, Consent } from './alert.schema.ts';
import { newSecret, recipientIdOf, type Who, whoOf } from './recipient.rules.ts';

type Kind = cartOrder.AlertKind;
/** Neither ended nor never agreed to. */
const LIVE: Alert['state'][] = ['unconfirmed', 'waiting', 'queued'];
const KEPT_CONSENTS = 20;
/** The current consent, in updates of many alerts. */
const CURRENT = { arrayFilters: [{ 'current.endedAt': { $exists: false } }] };

export const roundId = (kind: Kind, productId: string): string => `${kind}.${productId}`;

@Injectable()
export class AlertsRepository {
  readonly recipientJobs: JobSource<AlertRecipient>;
  readonly roundJobs: JobSource<AlertRound>;

  constructor(
    @InjectModel('Alert') private readonly alerts: Model<Alert>,
    @InjectModel('AlertRecipient') private readonly recipients: Model<AlertRecipient>,
    @InjectModel('AlertRound') private readonly rounds: Model<AlertRound>,
  ) {
    this.recipientJobs = new JobSource(recipients);
    this.roundJobs = new JobSource(rounds);
  }

  recipient(id: string): Promise<AlertRecipient | null> {
    return this.recipients.findById(id).lean<AlertRecipient>();
  }

  /** Makes the recipient unless there is one. */
  async recipientOf(who: Who): Promise<AlertRecipient> {
    const _id = recipientIdOf(who);
    const known = await this.recipient(_id);
    if (known) return known;
    try {
      await this.recipients.updateOne(
        { _id },
        { $setOnInsert: { ...whoOf(who), secret: newSecret() } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    return (await this.recipient(_id))!;
  }

  /** Counts a mail that asks to confirm. False once there were `limit` of them since `since`. */
  async countAsking(id: string, limit: number, { now, since }: { now: Date; since: Date }): Promise<boolean> {
    await this.recipients.updateOne(
      { _id: id, $or: [{ askedSince: { $exists: false } }, { askedSince: { $lt: since } }] },
      { $set: { asked: 0, askedSince: now } },
    );
    const { modifiedCount } = await this.recipients.updateOne(
      { _id: id, asked: { $lt: limit } },
      { $inc: { asked: 1 } },
    );
    return modifiedCount > 0;
  }

  /** Live ones, the newest first. */
  async of(recipientId: string): Promise<Alert[]> {
    const live = await this.alerts.find({ recipientId, state: { $in: LIVE } }).lean<Alert[]>();
    return live.toSorted((a, b) => b.since.getTime() - a.since.getTime());
  }

  /** Ended ones too: the record of all agreements. */
  allOf(recipientId: string): Promise<Alert[]> {
    return this.alerts.find({ recipientId }).lean<Alert[]>();
  }

  queuedOf(recipientId: string): Promise<Alert[]> {
    return this.alerts.find({ recipientId, state: 'queued' }).lean<Alert[]>();
  }

  count(recipientId: string): Promise<number> {
    return this.alerts.countDocuments({ recipientId, state: { $in: LIVE } });
  }

  /** Begins an agreement. False, and nothing changes, while there is one. */
  async begin(
    alert: Pick<Alert, 'recipientId' | 'productId' | 'kind' | 'state' | 'since' | 'referencePaise'>,
    consent: Consent,
  ): Promise<boolean> {
    const { recipientId, ...facts } = alert;
    const { productId, kind } = facts;
    try {
      const { upsertedCount, modifiedCount } = await this.alerts.updateOne(
        { _id: `${recipientId}.${kind}.${productId}`, recipientId, state: { $nin: LIVE } },
        { $set: facts, $push: { consents: { $each: [consent], $slice: -KEPT_CONSENTS } } },
        { upsert: true },
      );
      return upsertedCount + modifiedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async confirm(recipientId: string, now: Date): Promise<void> {
    await this.alerts.updateMany(
      { recipientId, state: 'unconfirmed' },
      { $set: { state: 'waiting', 'consents.$[current].confirmedAt': now } },
      CURRENT,
    );
  }

  /** Ends agreements of a recipient: all of them, or those with these fields. */
  async end(
    recipientId: string,
    which: QueryFilter<Pick<Alert, '_id' | 'productId' | 'kind'>>,
    { by, at }: { by: AlertEnd; at: Date },
    session?: ClientSession,
  ): Promise<void> {
    await this.alerts.updateMany(
      { ...which, recipientId, state: { $in: LIVE } },
      { $set: { state: 'ended', 'consents.$[current].endedAt': at, 'consents.$[current].endedBy': by } },
      { ...CURRENT, ...(session && { session }) },
    );
  }

  /** Those who wait for the piece, the oldest first; of a price only those who agreed at a higher one. */
  waiting(kind: Kind, productId: string, abovePaise: number | undefined, limit: number): Promise<Alert[]> {
    return this.alerts
      .find({
        productId,
        kind,
        state: 'waiting',
        ...(abovePaise !== undefined && { referencePaise: { $gt: abovePaise } }),
      })
      .sort({ since: 1 })
      .limit(limit)
      .lean<Alert[]>();
  }

  /** Puts alerts into the next mail of their recipients. */
  async queue(
    alerts: readonly Alert[],
    next: { soonestAt: Date; pauseMs: number },
    session: ClientSession,
  ): Promise<void> {
    await this.alerts.updateMany(
      {
        _id: { $in: alerts.map(({ _id }) => _id) },
        recipientId: { $in: alerts.map((alert) => alert.recipientId) },
        state: 'waiting',
      },
      { $set: { state: 'queued' } },
      { session },
    );
    // A day after the last mail; earlier where a mail is due already.
    const dueAt = { $min: ['$dueAt', { $max: [next.soonestAt, { $add: ['$mailedAt', next.pauseMs] }] }] };
    await this.recipients.updateMany(
      { _id: { $in: alerts.map((alert) => alert.recipientId) } },
      [{ $set: { dueAt } }, { $unset: Object.keys(RESCHEDULED) }],
      { session, updatePipeline: true },
    );
  }

  /** After a mail was written: what was in it, and what was not. */
  async settle(
    recipientId: string,
    {
      sent,
      waiting,
      bought,
      at,
    }: { sent: { alert: Alert; pricePaise: number }[]; waiting: Alert[]; bought: Alert[]; at: Date },
    session: ClientSession,
  ): Promise<void> {
    const idsOf = (alerts: Alert[]) => alerts.map(({ _id }) => _id);
    const once = sent.flatMap(({ alert }) => (alert.kind === 'back-in-stock' ? [alert] : []));
    await this.end(recipientId, { _id: { $in: idsOf(once) } }, { by: 'sent', at }, session);
    await this.end(recipientId, { _id: { $in: idsOf(bought) } }, { by: 'bought', at }, session);
    const again = { recipientId, state: 'queued' as const };
    await this.alerts.updateMany({ ...again, _id: { $in: idsOf(waiting) } }, { state: 'waiting' }, { session });
    for (const { alert, pricePaise } of sent) {
      if (alert.kind !== 'price-drop') continue;
      await this.alerts.updateOne(
        { ...again, _id: alert._id },
        { state: 'waiting', referencePaise: pricePaise },
        { session },
      );
    }
    if (sent.length > 0) await this.recipients.updateOne({ _id: recipientId }, { mailedAt: at }, { session });
  }

  /** A round, at once: also after one that runs, which may not see what happened. One that waits is brought forward only if `isUrgent`. */
  async schedule(kind: Kind, productId: string, now: Date, isUrgent: boolean): Promise<void> {
    const _id = roundId(kind, productId);
    try {
      await this.rounds.updateOne(
        { _id, ...(!isUrgent && { $or: [{ dueAt: { $exists: false } }, { claim: { $exists: true } }] }) },
        { $set: { dueAt: now }, $unset: RESCHEDULED },
        { upsert: true },
      );
    } catch (error) {
      // It is scheduled.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async remove(who: Who, session: ClientSession): Promise<void> {
    const _id = recipientIdOf(who);
    await this.alerts.deleteMany({ recipientId: _id }, { session });
    await this.recipients.deleteOne({ _id }, { session });
  }

  /** Removes a batch of what no one confirmed or what ended long ago, and addresses that are left without any. Returns its size. */
  async removeOld(state: 'unconfirmed' | 'ended', before: Date, limit: number): Promise<number> {
    const old = await this.alerts
      .find({ state, since: { $lt: before } })
      .limit(limit)
      .lean<Alert[]>();
    const recipientIds = [...new Set(old.map(({ recipientId }) => recipientId))];
    await this.alerts.deleteMany({
      _id: { $in: old.map(({ _id }) => _id) },
      recipientId: { $in: recipientIds },
      state,
    });
    const left = new Set(await this.alerts.distinct('recipientId', { recipientId: { $in: recipientIds } }));
    await this.recipients.deleteMany({
      _id: { $in: recipientIds.filter((id) => !left.has(id)) },
      email: { $exists: true },
    });
    return old.length;
  }
}
