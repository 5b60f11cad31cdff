import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type Connection, mongo } from 'mongoose';
import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';

const RETRY_MS = 20;

/**
 * For tests, whose databases start empty: migrates as soon as the connection is up, again after a connection failure, until
 * `signal` aborts.
 *
 * @throws Error what failed while MongoDB was reachable
 */
export async function migrateWhenConnected(
  connection: Connection,
  signal: AbortSignal,
  migrations: readonly Migration[] = [],
): Promise<void> {
  const log = new Logger('Migrations');
  // A process that a test kills must not block the next one for long.
  const lease = { leaseMs: 1_000, pollMs: RETRY_MS };
  while (!signal.aborted) {
    if (connection.readyState === 1) {
      try {
        await migrate({ connection, migrations, log, lease, signal });
        return;
      } catch (error) {
        if (!signal.aborted && !isConnectionFailure(error)) throw error;
      }
    }
    await wait(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

/** Whether the driver, not the server, reports the error, or the server asks for a retry. */
function isConnectionFailure(error: unknown): boolean {
  const reason = error instanceof mongo.MongoError ? error : (error as Error).cause;
  return (
    reason instanceof mongo.MongoError &&
    (!(reason instanceof mongo.MongoServerError) || reason.hasErrorLabel('RetryableWriteError'))
  );
}
