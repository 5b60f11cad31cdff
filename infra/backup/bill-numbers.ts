import { financialYearOf } from '@shop/contracts';
import type { MongoClient } from 'mongodb';

const SERIES = 'invoice-series';
const KINDS = ['invoice', 'credit-note'];

/**
 * Leaves a gap in the numbers of bills: those of orders that a backup does not know may be in the hands of buyers, and the law
 * allows a number once. Years without a bill in the backup have their gap too, if today is one of them.
 *
 * @returns the last number of each series that is not given again, by its name: `invoice 26-27`
 */
export async function skipBillNumbers(
  client: MongoClient,
  databases: readonly string[],
  { skip, now }: { skip: number; now: Date },
): Promise<Record<string, number>> {
  const last: Record<string, number> = {};
  for (const name of databases) {
    const db = client.db(name);
    if (!(await db.listCollections({ name: SERIES }).hasNext())) continue;
    const series = db.collection<{ _id: string; last: number }>(SERIES);
    const thisYear = KINDS.map((kind) => `${kind} ${financialYearOf(now)}`);
    const known = await series.distinct('_id');
    for (const _id of new Set([...known, ...thisYear])) {
      const counted = await series.findOneAndUpdate(
        { _id },
        { $inc: { last: skip } },
        { upsert: true, returnDocument: 'after' },
      );
      last[_id] = counted!.last;
    }
  }
  return last;
}
