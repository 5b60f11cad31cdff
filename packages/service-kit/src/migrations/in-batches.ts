import type { mongo } from 'mongoose';
import type { MigrationContext } from './migration.ts';

/** Works on all documents of a collection in the order of their ids, from the cursor on, and saves it after each batch. */
export async function inBatches<T extends { _id: unknown }>(
  { cursor, saveCursor }: Pick<MigrationContext<T['_id']>, 'cursor' | 'saveCursor'>,
  collection: mongo.Collection<T>,
  { size, fields }: { size: number; fields?: readonly (keyof T & string)[] },
  work: (batch: T[]) => Promise<void>,
): Promise<void> {
  const documents = collection as unknown as mongo.Collection;
  const projection = fields && Object.fromEntries(fields.map((field) => [field, 1]));
  for (let after = cursor; ;) {
    const batch = await documents
      .find(after === undefined ? {} : { _id: { $gt: after as never } }, { ...(projection && { projection }) })
      .sort({ _id: 1 })
      .limit(size)
      .toArray();
    if (batch.length === 0) return;
    await work(batch as unknown as T[]);
    after = batch.at(-1)!._id as T['_id'];
    await saveCursor(after);
  }
}
