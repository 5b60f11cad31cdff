import crypto from 'node:crypto';
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import type { Connection, mongo } from 'mongoose';
import { isDuplicateKey } from '../database/transactions.ts';
import { MigrationInterrupted } from './migration.ts';
import { databaseOf } from './migration-records.ts';

interface LeaseRow {
  _id: 'migrate';
  owner: string;
  leaseUntil: Date;
}

export interface LeaseOptions {
  /** A run that was killed blocks the next one this long. */
  leaseMs?: number;
  /** How long to wait for another run. */
  waitMs?: number;
  pollMs?: number;
}

/** The lock of a database's migrations: expires by the server's clock unless it is renewed. */
export class MigrationLease {
  readonly owner: string;
  readonly #rows: mongo.Collection<LeaseRow>;
  readonly #leaseMs: number;
  #interrupted: string | undefined;
  #renewal: NodeJS.Timeout | undefined;

  private constructor(rows: mongo.Collection<LeaseRow>, leaseMs: number) {
    this.owner = `${os.hostname()}:${process.pid}:${crypto.randomUUID()}`;
    this.#rows = rows;
    this.#leaseMs = leaseMs;
  }

  /** Waits while another run holds the lease. @throws Error when that takes longer than `waitMs` or `signal` aborts */
  static async acquire(
    connection: Connection,
    log: Pick<Logger, 'log' | 'warn'>,
    { leaseMs = 15_000, waitMs = 10 * 60_000, pollMs = 100 }: LeaseOptions = {},
    signal?: AbortSignal,
  ): Promise<MigrationLease> {
    const lease = new MigrationLease(databaseOf(connection).collection<LeaseRow>('migration_locks'), leaseMs);
    const end = Date.now() + waitMs;
    let reported = false;
    while (!(await lease.#take())) {
      const holder = await lease.#rows.findOne();
      if (Date.now() > end) {
        throw new Error(
          `Another migration run holds the lock: ${holder?.owner} until ${holder?.leaseUntil.toISOString()}`,
        );
      }
      if (!reported && holder) log.log('waiting for another migration run', { holder: holder.owner });
      reported ||= holder !== null;
      await wait(pollMs, undefined, { ...(signal && { signal }) });
    }
    lease.#renewal = setInterval(() => void lease.#renew(), leaseMs / 3).unref();
    return lease;
  }

  /** @throws MigrationInterrupted when the lease is lost or `interrupt` was called */
  assertHeld(): void {
    if (this.#interrupted !== undefined) throw new MigrationInterrupted(this.#interrupted);
  }

  /** Stops the run at its next batch. */
  interrupt(reason: string): void {
    this.#interrupted ??= reason;
  }

  /** Best effort: a lease that cannot be released expires. */
  async release(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#rows.deleteOne({ _id: 'migrate', owner: this.owner }).catch(() => {});
  }

  /** Takes the lease, or renews it; false when another run holds it. */
  async #take(): Promise<boolean> {
    // A field that is missing compares as less than any date: a new row is free.
    const isFree = { $or: [{ $eq: ['$owner', { $literal: this.owner }] }, { $lte: ['$leaseUntil', '$$NOW'] }] };
    const leaseUntil = { $add: ['$$NOW', this.#leaseMs] };
    try {
      const row = await this.#rows.findOneAndUpdate(
        { _id: 'migrate' },
        [
          {
            $set: {
              owner: { $cond: [isFree, { $literal: this.owner }, '$owner'] },
              leaseUntil: { $cond: [isFree, leaseUntil, '$leaseUntil'] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      return row?.owner === this.owner;
    } catch (error) {
      // Two first runs inserted the row at once.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async #renew(): Promise<void> {
    try {
      if (!(await this.#take())) this.interrupt('another migration run took over the expired lock');
    } catch {
      // Retried in a third of the lease; too late means that the next one finds another owner.
    }
  }
}
