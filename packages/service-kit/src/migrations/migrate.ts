import type { Logger } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../database/transactions.ts';
import {
  buildIndex,
  createCollections,
  dropIndexes,
  indexName,
  schemaDifference,
  type SchemaDifference,
} from './declared-indexes.ts';
import { assertOrdered, type Migration, MigrationInterrupted } from './migration.ts';
import { type LeaseOptions, MigrationLease } from './migration-lease.ts';
import { databaseOf, type MigrationRecord, pendingMigrations, recordsOf } from './migration-records.ts';

export interface MigrateOptions {
  /** With all models of the service registered. */
  connection: Connection;
  migrations?: readonly Migration[];
  /** Indexes that no schema declares and that stay, as `products.name_1`: built by hand, or used by another program. */
  keepIndexes?: readonly string[];
  /** Keeps all undeclared indexes: while instances of the previous version still serve. */
  keepOldIndexes?: boolean;
  log: Pick<Logger, 'log' | 'warn'>;
  lease?: LeaseOptions;
  /** Aborting it stops the run after its current batch or index. */
  signal?: AbortSignal;
}

/** What a run changed. */
export interface MigrateReport {
  collections: string[];
  built: string[];
  migrations: string[];
  dropped: string[];
}

/**
 * Brings a database to what the code declares: collections, indexes, pending migrations in order, and last the removal of
 * indexes that are no longer declared. Only one run works at a time; a later one waits and then finds nothing to do.
 *
 * @throws Error what failed; everything before it is done and recorded, and the next run continues there
 */
export async function migrate({
  connection,
  migrations = [],
  keepIndexes = [],
  keepOldIndexes = false,
  log,
  lease: leaseOptions,
  signal,
}: MigrateOptions): Promise<MigrateReport> {
  assertOrdered(migrations);
  const report: MigrateReport = { collections: [], built: [], migrations: [], dropped: [] };
  const lease = await MigrationLease.acquire(connection, log, leaseOptions, signal);
  const interrupt = () => lease.interrupt('the run was asked to stop');
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt);
  try {
    const difference = await schemaDifference(connection);
    await createCollections(connection, difference.collections);
    report.collections = difference.collections;
    const pending = await pendingMigrations(connection, migrations);
    const refused = await buildAll(difference.missing, pending.length > 0);

    for (const migration of pending) {
      await runMigration(connection, migration, lease, log);
      report.migrations.push(migration.id);
    }
    await buildAll(refused, false);

    if (!keepOldIndexes) {
      lease.assertHeld();
      const old = difference.undeclared.filter((index) => !keepIndexes.includes(indexName(index)));
      // Replacing an index of other options has dropped some already.
      const { undeclared } = old.length > 0 ? await schemaDifference(connection) : { undeclared: [] };
      const present = new Set(undeclared.map(indexName));
      const dropped = old.filter((index) => present.has(indexName(index)));
      await dropIndexes(connection, dropped);
      report.dropped = dropped.map(indexName);
    }
    return report;
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await lease.release();
  }

  /** Answers the unique indexes that the data refuses, when migrations that may repair it are pending. */
  async function buildAll(indexes: SchemaDifference['missing'], isTolerant: boolean): Promise<typeof indexes> {
    const refused: typeof indexes = [];
    for (const group of Map.groupBy(indexes, ({ collection }) => collection).values()) {
      lease.assertHeld();
      const built = await Promise.allSettled(group.map((index) => buildIndex(connection, index, log)));
      for (const [position, outcome] of built.entries()) {
        const index = group[position]!;
        if (outcome.status === 'fulfilled') report.built.push(indexName(index));
        else if (isTolerant && isDuplicateKey(outcome.reason)) refused.push(index);
        else {
          const message = `The index ${indexName(index)} could not be built: ${messageOf(outcome.reason)}`;
          throw new Error(message, { cause: outcome.reason });
        }
      }
    }
    return refused;
  }
}

async function runMigration(
  connection: Connection,
  migration: Migration,
  lease: MigrationLease,
  log: MigrateOptions['log'],
): Promise<void> {
  const { id } = migration;
  const records = recordsOf(connection);
  const { owner } = lease;
  lease.assertHeld();
  const record = await records.findOneAndUpdate(
    { _id: id },
    { $setOnInsert: { startedAt: new Date() }, $set: { owner }, $inc: { runs: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  log.log(record?.cursor === undefined ? 'migration started' : 'migration resumed', { migration: id });
  const save = async (set: { cursor: unknown } | { finishedAt: Date } | { error: string }) => {
    const update = { $set: set, ...(!('error' in set) && { $unset: { error: 1 as const } }) };
    const { matchedCount } = await records.updateOne({ _id: id, owner }, update);
    if (matchedCount === 0) throw new MigrationInterrupted('another migration run took over');
  };
  try {
    await migration.run({
      db: databaseOf(connection),
      cursor: record?.cursor,
      saveCursor: async (cursor) => {
        await save({ cursor });
        lease.assertHeld();
      },
      log,
    });
    await save({ finishedAt: new Date() });
  } catch (error) {
    // Best effort: what failed is thrown in any case.
    await save({ error: messageOf(error) }).catch(() => {});
    const stopped = error instanceof MigrationInterrupted ? 'stopped' : 'failed';
    throw new Error(`Migration ${id} ${stopped}: ${messageOf(error)}`, { cause: error });
  }
  log.log('migration finished', { migration: id });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a database lacks of what the code declares, as one line for readiness; `undefined` when it lacks nothing. */
export async function missingFrom(
  connection: Connection,
  migrations: readonly Migration[],
  service: string | undefined,
): Promise<string | undefined> {
  const [{ collections, missing }, pending] = await Promise.all([
    schemaDifference(connection),
    pendingMigrations(connection, migrations),
  ]);
  const lacks = [
    missing.length > 0 && `indexes missing: ${missing.map(indexName).join(', ')}`,
    collections.length > 0 && `collections missing: ${collections.join(', ')}`,
    pending.length > 0 && `migrations pending: ${pending.map(({ id }) => id).join(', ')}`,
  ].filter((line) => line !== false);
  return lacks.length === 0
    ? undefined
    : `${lacks.join('; ')}; run \`npm run migrate${service ? ` -- ${service}` : ''}\``;
}

export interface MigrationStatus {
  migrations: {
    id: string;
    state: 'pending' | 'started' | 'failed' | 'finished' | 'unknown to this version';
    startedAt?: Date;
    finishedAt?: Date;
    runs?: number;
    cursor?: unknown;
    error?: string;
  }[];
  missingIndexes: string[];
  /** Those that the next run drops, and those of the keep list. */
  undeclaredIndexes: string[];
}

/** What ran and what is pending; changes nothing. */
export async function migrationStatus(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<MigrationStatus> {
  const [{ missing, undeclared }, records] = await Promise.all([
    schemaDifference(connection),
    recordsOf(connection).find().sort({ _id: 1 }).toArray(),
  ]);
  const recorded = new Map(records.map((record) => [record._id, record]));
  const declared = new Set(migrations.map(({ id }) => id));
  const ids = [...new Set([...declared, ...recorded.keys()])].sort();
  return {
    migrations: ids.map((id) => {
      const { _id, owner: _owner, ...record }: Partial<MigrationRecord> = recorded.get(id) ?? {};
      const progress = record.finishedAt ? 'finished' : record.error ? 'failed' : _id ? 'started' : 'pending';
      return { id, state: declared.has(id) ? progress : 'unknown to this version', ...record };
    }),
    missingIndexes: missing.map(indexName),
    undeclaredIndexes: undeclared.map(indexName),
  };
}
