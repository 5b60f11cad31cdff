import type { ClientSession, Model, mongo, Types } from 'mongoose';

/** Rows that are removed at once: well below the time that a command may take. */
const REMOVED_AT_ONCE = 1_000;
const SMALLEST_BATCH = 5;

/** A row of a document that a job works off in batches. */
export interface BatchedRow {
  _id: Types.ObjectId;
  /** 1, 2, 3 … */
  number: number;
  /** Of its state, in the order in which rows are listed. */
  rank: number;
}

/** Which document's rows, and perhaps the rank of their state. */
type Where = mongo.Document;

/** Such rows in MongoDB, by the driver: for thousands of them mongoose takes most of the time. */
export class BatchedRows<Row extends BatchedRow> {
  readonly #rows: mongo.Collection<BatchedRow>;

  constructor(rows: Model<Row>) {
    this.#rows = rows.collection as unknown as mongo.Collection<BatchedRow>;
  }

  /** A page of them, by state and number, without the fields of `projection`. */
  async page(
    where: Where,
    { page, limit }: { page: number; limit: number },
    projection: Record<string, 0> = {},
  ): Promise<{ rows: Row[]; totalCount: number }> {
    const [rows, totalCount] = await Promise.all([
      this.#rows
        .find(where, { projection })
        .sort({ rank: 1, number: 1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .toArray(),
      this.#rows.countDocuments(where),
    ]);
    return { rows: rows as unknown as Row[], totalCount };
  }

  /** The first ones in a state, without the fields of `projection`. */
  async next(
    where: Where & { rank: number },
    limit: number,
    session: ClientSession,
    projection: Record<string, 0> = {},
  ): Promise<Row[]> {
    const found = await this.#rows.find(where, { session, projection }).sort({ number: 1 }).limit(limit).toArray();
    return found as unknown as Row[];
  }

  async add(rows: readonly Row[], session: ClientSession): Promise<void> {
    if (rows.length > 0) await this.#rows.insertMany([...rows], { session, ignoreUndefined: true });
  }

  async change(changes: readonly { _id: Types.ObjectId; set: Partial<Row> }[], session: ClientSession): Promise<void> {
    if (changes.length === 0) return;
    await this.#rows.bulkWrite(
      changes.map(({ _id, set }) => ({ updateOne: { filter: { _id }, update: { $set: set as object } } })),
      { session },
    );
  }

  async remove(where: Where): Promise<void> {
    for (;;) {
      const found = await this.#rows
        .find(where, { projection: { _id: 1 } })
        .limit(REMOVED_AT_ONCE)
        .toArray();
      if (found.length === 0) return;
      await this.#rows.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    }
  }
}

/** How many of `size` rows go into a batch: after failed runs fewer, because on a slow machine the transaction may have taken too long. */
export const batchAfter = (size: number, failures = 0): number =>
  Math.max(SMALLEST_BATCH, Math.floor(size / 2 ** failures));

/** What these rows add to the counts of their document, for `$inc`; they leave the state that they had `before`. */
export function countedIn(
  rows: readonly { state: string }[],
  before: readonly { state: string }[] = [],
): Record<`counts.${string}`, number> {
  const counts: Record<`counts.${string}`, number> = {};
  for (const { state } of rows) counts[`counts.${state}`] = (counts[`counts.${state}`] ?? 0) + 1;
  for (const { state } of before) counts[`counts.${state}`] = (counts[`counts.${state}`] ?? 0) - 1;
  return counts;
}
