import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { CONFIG } from '../config/tokens.ts';
import {
  asTransientConflict,
  TRANSACTION_OPTIONS,
  transactionCommitted,
  transactionStarted,
} from '../database/transactions.ts';
import type { EventsConfig } from './event-variables.ts';
import {
  INBOX,
  type InboxRow,
  type OutboxRow,
  OUTBOX,
  QUEUES,
  type QueueRow,
  VERSIONS,
  type VersionRow,
} from './records.ts';

const MAX_BACK_OFF_MS = 250;
const AVAILABILITY_POLL_MS = 250;

/** An event that was handled before. */
export class AlreadyDone extends Error {
  override readonly name = 'AlreadyDone';
}

const { MongoNetworkError, MongoServerSelectionError } = mongoose.mongo;

/** Whether an error only means that the database is unreachable. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  isLabelled(error, 'RetryableWriteError');

interface Labelled extends Error {
  code?: unknown;
  hasErrorLabel?(label: string): boolean;
}

/** The bus's collections in the service's database. Through the driver: under load mongoose takes twice the CPU. */
@Injectable()
export class OutboxInboxStore {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(CONFIG) private readonly config: EventsConfig,
  ) {}

  get outbox() {
    return this.#db.collection<OutboxRow>(OUTBOX);
  }

  get versions() {
    return this.#db.collection<VersionRow>(VERSIONS);
  }

  get inbox() {
    return this.#db.collection<InboxRow>(INBOX);
  }

  get queues() {
    return this.#db.collection<QueueRow>(QUEUES);
  }

  get #db() {
    if (!this.connection.db) throw new Error('MongoDB is not connected');
    return this.connection.db;
  }

  /** Whether transactions can run now. */
  async isAvailable(): Promise<boolean> {
    if (this.connection.readyState !== 1) return false;
    try {
      return (await this.#db.command({ hello: 1 })).isWritablePrimary === true;
    } catch {
      return false;
    }
  }

  /** Waits until transactions can run, or `stopped`. Returns whether it had to wait. */
  async waitUntilAvailable(stopped: () => boolean): Promise<boolean> {
    let waited = false;
    while (!stopped() && !(await this.isAvailable())) {
      waited = true;
      await wait(AVAILABILITY_POLL_MS);
    }
    return waited;
  }

  /**
   * Runs `work` in a transaction and commits it; after a conflict again, until `limitMs` have passed (0: once). The driver's
   * `withTransaction` would retry for two minutes. The default exceeds the 5 s after which MongoDB aborts the transaction of a
   * killed process, which holds its documents until then.
   */
  async transaction<T>(
    work: (session: ClientSession) => Promise<T>,
    limitMs = this.config.EVENTS_CONFLICT_LIMIT,
  ): Promise<T> {
    const session = await this.connection.startSession();
    const end = Date.now() + limitMs;
    try {
      for (let attempt = 1; ; attempt++) {
        session.startTransaction(TRANSACTION_OPTIONS);
        try {
          transactionStarted(session);
          const answer = await work(session);
          await commit(session);
          transactionCommitted(session);
          return answer;
        } catch (error) {
          if (session.inTransaction()) await session.abortTransaction();
          if (Date.now() >= end || !isLabelled(error, 'TransientTransactionError')) throw error;
          await wait(Math.random() * Math.min(MAX_BACK_OFF_MS, 5 * 2 ** attempt));
        }
      }
    } finally {
      await session.endSession();
    }
  }

  /** Adds inbox entries in the transaction. @throws AlreadyDone if `handler` has handled one before */
  async recordHandled(handler: string, eventIds: string[], session: ClientSession): Promise<void> {
    const at = new Date();
    try {
      await this.inbox.insertMany(
        eventIds.map((id) => ({ _id: `${handler}/${id}`, at })),
        { session },
      );
    } catch (error) {
      if ((error as Labelled).code === 11_000)
        throw new AlreadyDone(`${handler} has handled it before`, { cause: error });
      throw error;
    }
  }

  /** Adds inbox entries of idempotent effects: only for inspection, hence `w: 1`. */
  async recordIdempotent(handler: string, eventIds: string[]): Promise<void> {
    const at = new Date();
    await this.inbox.bulkWrite(
      eventIds.map((id) => ({
        updateOne: { filter: { _id: `${handler}/${id}` }, update: { $setOnInsert: { at } }, upsert: true },
      })),
      { ordered: false, writeConcern: { w: 1 } },
    );
  }

  /**
   * Increments the versions of keys in the transaction, and returns them in order. The first one is the time in milliseconds: a key whose row was
   * removed after its time begins above all that it had, as it had less than one event per millisecond.
   */
  async nextVersions(keys: readonly string[], session: ClientSession): Promise<number[]> {
    if (new Set(keys).size < keys.length) throw new Error('Two events of one key are published one after the other');
    const next = [{ $set: { version: { $add: [{ $ifNull: ['$version', Date.now()] }, 1] }, at: new Date() } }];
    try {
      if (keys.length === 1) {
        const options = { upsert: true, returnDocument: 'after', session } as const;
        return [(await this.versions.findOneAndUpdate({ _id: keys[0]! }, next, options))!.version];
      }
      await this.versions.bulkWrite(
        keys.map((_id) => ({ updateOne: { filter: { _id }, update: next, upsert: true } })),
        { session },
      );
      const rows = await this.versions.find({ _id: { $in: [...keys] } }, { session }).toArray();
      const byKey = new Map(rows.map(({ _id, version }) => [_id, version]));
      return keys.map((key) => byKey.get(key)!);
    } catch (error) {
      throw asTransientConflict(error);
    }
  }

  /** Records the queues of this service for `npm run events`, once the database is available. */
  async recordQueues(
    queues: { queue: string; handler: string; events: string[]; former: string[] }[],
    stopped: () => boolean,
  ): Promise<void> {
    await this.waitUntilAvailable(stopped);
    for (const { queue, handler, events, former } of queues) {
      if (stopped()) return;
      const seenAt = new Date();
      // Its queue may have had another name.
      const earlier = await this.queues.findOne({ handler });
      const since = earlier ? earlier.since : seenAt;
      await this.queues.updateOne(
        { _id: queue },
        { $set: { handler, events, seenAt }, ...(since && { $setOnInsert: { since } }) },
        { upsert: true },
      );
      await this.queues.deleteMany({ _id: { $in: former } });
    }
  }

  /** As `Outbox.forget`. By the time of writing, which the id begins with: a scan of some days, once per deleted account. */
  async forget(keys: readonly string[]): Promise<boolean> {
    const oldest = Math.floor((Date.now() - this.config.EVENTS_OUTBOX_KEEP) / 1_000);
    const matching = {
      _id: { $gte: mongoose.Types.ObjectId.createFromTime(oldest) },
      $or: [{ 'event.key': { $in: [...keys] } }, { 'event.data.subjectId': { $in: [...keys] } }],
    };
    await this.outbox.deleteMany({ ...matching, publishedAt: { $gt: new Date(0) } });
    return (await this.outbox.findOne(matching, { projection: { _id: 1 } })) === null;
  }

  /** Deletes what is past its retention. */
  async tidy(now: number): Promise<void> {
    await this.outbox.deleteMany({ publishedAt: { $lt: new Date(now - this.config.EVENTS_OUTBOX_KEEP) } });
    await this.inbox.deleteMany({ at: { $lt: new Date(now - this.config.EVENTS_INBOX_KEEP) } });
    // Rows from before they had a time.
    await this.versions.updateMany({ at: null as never }, { $set: { at: new Date(now) } });
    await this.versions.deleteMany({
      at: { $lt: new Date(now - this.config.EVENTS_VERSIONS_KEEP) },
      version: { $lt: now },
    });
  }
}

async function commit(session: ClientSession): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      // Whether it was committed is unknown; committing again is safe and tells.
      if (!isLabelled(error, 'UnknownTransactionCommitResult') || Date.now() > end) throw error;
    }
  }
}

function isLabelled(error: unknown, label: string): boolean {
  return (error as Labelled).hasErrorLabel?.(label) === true;
}
