import type { MigrationContext } from '@shop/service-kit';
import { type CaptureRecord, CAPTURES } from '../money/capture-record.schema.ts';

/** A record that exists is newer: the running service wrote it. */
export async function addMissingRecords(
  db: MigrationContext<string>['db'],
  records: readonly CaptureRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await db.collection<CaptureRecord>(CAPTURES).bulkWrite(
    records.map(({ _id, ...record }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: record }, upsert: true },
    })),
    { ordered: false },
  );
}
