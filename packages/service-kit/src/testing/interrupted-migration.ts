import assert from 'node:assert/strict';
import type { mongo } from 'mongoose';
import type { Migration } from '../migrations/migration.ts';

/**
 * Runs a migration as deployments do: interrupted after its first batch, continued at the saved cursor, and run again from the start.
 * @param between what the running service does in the meantime
 * @throws AssertionError when all fits into one batch without a cursor
 */
export async function runInterrupted(
  db: mongo.Db | undefined,
  migration: Migration,
  between: () => Promise<unknown> = async () => {},
): Promise<void> {
  let saved: unknown;
  const run = (cursor: unknown, isInterrupted: boolean) =>
    migration.run({
      db: db!,
      cursor,
      saveCursor: async (next) => {
        saved = next;
        if (isInterrupted) throw new Error('interrupted');
      },
      log: { log: () => {}, warn: () => {} },
    });
  await assert.rejects(run(undefined, true), { message: 'interrupted' });
  await between();
  await run(saved, false);
  await run(undefined, false);
}
