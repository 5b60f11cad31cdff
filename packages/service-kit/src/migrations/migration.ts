import type { Logger } from '@nestjs/common';
import type { mongo } from 'mongoose';

/** What a migration works with. */
export interface MigrationContext<Cursor = unknown> {
  db: mongo.Db;
  /** What the last `saveCursor` of this migration stored; `undefined` on its first run. */
  cursor: Cursor | undefined;
  /**
   * Records how far the migration is; the next run continues there. Call it after each batch.
   *
   * @throws MigrationInterrupted when the run is being stopped or has lost its lease
   */
  saveCursor(cursor: Cursor): Promise<void>;
  log: Pick<Logger, 'log' | 'warn'>;
}

/**
 * A change of stored data, run once per database by `npm run migrate` and recorded in the collection `migrations`.
 *
 * It runs while the previous version of the service is serving, so it only expands: it adds fields and collections that the
 * previous version ignores. What removes or renames (contract) belongs into a later release, when no instance reads the old
 * shape any more. Work in batches, call `saveCursor` after each, and make a batch idempotent: after a crash the batch behind
 * the last cursor runs again. Unique indexes are built before migrations where the data allows it, and after them otherwise.
 */
export interface Migration {
  /** `0001-what-it-does`, also its file name; it never changes once released. */
  id: string;
  run(context: MigrationContext): Promise<void>;
}

/** `Cursor` is what the migration passes to `saveCursor`: anything that BSON stores. */
export const defineMigration = <Cursor = unknown>(migration: {
  id: string;
  run(context: MigrationContext<Cursor>): Promise<void>;
}): Migration => migration as Migration;

/** @throws Error when an id is malformed, or the list is not in ascending order */
export function assertOrdered(migrations: readonly Migration[]): void {
  for (const [index, { id }] of migrations.entries()) {
    if (!/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
      throw new Error(`Migration "${id}" is not named like 0001-add-slug`);
    const previous = migrations[index - 1]?.id;
    // The number decides: two migrations of one number have no order.
    if (previous !== undefined && id.slice(0, 4) <= previous.slice(0, 4)) {
      throw new Error(`Migration "${id}" must have a higher number than "${previous}" before it`);
    }
  }
}

/** A run stopped before its end; the next one continues at the last cursor. */
export class MigrationInterrupted extends Error {
  override readonly name = 'MigrationInterrupted';
}
