import type { MongoClient } from 'mongodb';

/** Payments of a large shop are not all asked about at once: providers limit calls, and new payments are checked by the same job. */
const EACH_MS = 200;

/**
 * Has payment ask the providers soon about every payment that it follows, not only when its turn comes, which is after up to seven days: money
 * may have moved after the backup.
 *
 * @returns how many, and within which time
 */
export async function checkPaymentsSoon(
  client: MongoClient,
  databases: readonly string[],
  now: Date,
): Promise<{ payments: number; spreadMs: number }> {
  let payments = 0;
  for (const name of databases) {
    const attempts = client.db(name).collection('attempts');
    const later = { dueAt: { $gt: now } };
    const count = await attempts.countDocuments(later);
    const soon = { $add: [now, { $toInt: { $multiply: [{ $rand: {} }, count * EACH_MS] } }] };
    await attempts.updateMany(later, [{ $set: { dueAt: { $min: ['$dueAt', soon] } } }]);
    payments += count;
  }
  return { payments, spreadMs: payments * EACH_MS };
}
