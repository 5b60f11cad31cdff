import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { CONFIG } from '../config/tokens.ts';
import { asConflict, tryBegins, tryCommitted } from '../database/transactions.ts';
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

const LONGEST_BACK_OFF_MS = 250;
const PAUSE_MS = 250;

/** An event that was done before. */
export class AlreadyDone extends Error {
  override readonly name = 'AlreadyDone';
}

const { MongoNetworkError, MongoServerSelectionError } = mongoose.mongo;

/** Whether an error only says that the database could not be reached. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  isLabelled(error, 'RetryableWriteError');

interface Labelled extends Error {
  code?: unknown;
  hasErrorLabel?(label: string): boolean;
}

/** The bus's collections in the service's database. Through the driver: under load mongoose would cost twice the CPU. */
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

  /** Whether transactions can be run now. */
  async answers(): Promise<boolean> {
    if (this.connection.readyState !== 1) return false;
    try {
      return (await this.#db.command({ hello: 1 })).isWritablePrimary === true;
    } catch {
      return false;
    }
  }

  /** Waits until transactions can be run. Answers whether it had to wait; `stopped` ends the waiting. */
  async untilItAnswers(stopped: () => boolean): Promise<boolean> {
    let waited = false;
    while (!stopped() && !(await this.answers())) {
      waited = true;
      await wait(PAUSE_MS);
    }
    return waited;
  }

  /**
   * Runs `work` in a transaction and commits it. Conflicts with other transactions run it again until `limitMs` are over;
   * with 0 it is run once. (The driver's `withTransaction` would go on for two minutes.) A process that was killed in a
   * transaction holds its documents until MongoDB gives that one up, 5 s as we run it: the limit is beyond that.
   */
  async transaction<T>(
    work: (session: ClientSession) => Promise<T>,
    limitMs = this.config.EVENTS_CONFLICT_LIMIT,
  ): Promise<T> {
    const session = await this.connection.startSession();
    const end = Date.now() + limitMs;
    try {
      for (let attempt = 1; ; attempt++) {
        session.startTransaction({
          readConcern: { level: 'snapshot' },
          writeConcern: { w: 'majority' },
          readPreference: 'primary',
        });
        try {
          tryBegins(session);
          const answer = await work(session);
          await commit(session);
          tryCommitted(session);
          return answer;
        } catch (error) {
          if (session.inTransaction()) await session.abortTransaction();
          if (Date.now() >= end || !isLabelled(error, 'TransientTransactionError')) throw error;
          await wait(Math.random() * Math.min(LONGEST_BACK_OFF_MS, 5 * 2 ** attempt));
        }
      }
    } finally {
      await session.endSession();
    }
  }

  /** Remembers in the transaction that `handler` did these events. @throws AlreadyDone when it did one before */
  async remember(handler: string, eventIds: string[], session: ClientSession): Promise<void> {
    const at = new Date();
    try {
      await this.inbox.insertMany(
        eventIds.map((id) => ({ _id: `${handler}/${id}`, at })),
        { session },
      );
    } catch (error) {
      if ((error as Labelled).code === 11_000) throw new AlreadyDone(`${handler} did it before`, { cause: error });
      throw error;
    }
  }

  /**
   * Remembers that `handler` did events whose effect may be done again: for those who look after events, so no disk is waited
   * for (`w: 1`).
   */
  async noteDone(handler: string, eventIds: string[]): Promise<void> {
    const at = new Date();
    await this.inbox.bulkWrite(
      eventIds.map((id) => ({
        updateOne: { filter: { _id: `${handler}/${id}` }, update: { $setOnInsert: { at } }, upsert: true },
      })),
      { ordered: false, writeConcern: { w: 1 } },
    );
  }

  /** The next version of a key, counted in the transaction. */
  async nextVersion(key: string, session: ClientSession): Promise<number> {
    try {
      const row = await this.versions.findOneAndUpdate(
        { _id: key },
        { $inc: { version: 1 } },
        { upsert: true, returnDocument: 'after', session },
      );
      return row!.version;
    } catch (error) {
      throw asConflict(error);
    }
  }

  /** Writes down which queues this service has, once the database is there. */
  async note(queues: { queue: string; handler: string; events: string[] }[], stopped: () => boolean): Promise<void> {
    await this.untilItAnswers(stopped);
    for (const { queue, handler, events } of queues) {
      if (stopped()) return;
      await this.queues.updateOne({ _id: queue }, { $set: { handler, events, seenAt: new Date() } }, { upsert: true });
    }
  }

  /** Forgets what the configuration does not ask to keep. */
  async tidy(now: number): Promise<void> {
    await this.outbox.deleteMany({ publishedAt: { $lt: new Date(now - this.config.EVENTS_OUTBOX_KEEP) } });
    await this.inbox.deleteMany({ at: { $lt: new Date(now - this.config.EVENTS_INBOX_KEEP) } });
  }
}

async function commit(session: ClientSession): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      // Whether it was committed is not known: asking again is safe and tells.
      if (!isLabelled(error, 'UnknownTransactionCommitResult') || Date.now() > end) throw error;
    }
  }
}

function isLabelled(error: unknown, label: string): boolean {
  return (error as Labelled).hasErrorLabel?.(label) === true;
}
