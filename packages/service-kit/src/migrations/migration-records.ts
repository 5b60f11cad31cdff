import type { Connection, mongo } from 'mongoose';
import type { Migration } from './migration.ts';

/** One migration in the database's collection `migrations`. */
export interface MigrationRecord {
  /** The migration's id. */
  _id: string;
  startedAt: Date;
  /** Absent until it has completed. */
  finishedAt?: Date;
  /** How far it is: what its next run continues from. */
  cursor?: unknown;
  /** Why the last run failed. */
  error?: string;
  /** The run that works on it: only that one may save a cursor. */
  owner: string;
  /** Number of runs, 1 unless it was interrupted or failed. */
  runs: number;
}

export function databaseOf({ db }: Connection): mongo.Db {
  if (!db) throw new Error('MongoDB is not connected');
  return db;
}

export const recordsOf = (connection: Connection): mongo.Collection<MigrationRecord> =>
  databaseOf(connection).collection<MigrationRecord>('migrations');

/** The migrations that have not completed yet, in order. */
export async function pendingMigrations(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  if (migrations.length === 0) return [];
  const finished = await recordsOf(connection)
    .find({ _id: { $in: migrations.map(({ id }) => id) }, finishedAt: { $exists: true } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const done = new Set(finished.map(({ _id }) => _id));
  return migrations.filter(({ id }) => !done.has(id));
}
