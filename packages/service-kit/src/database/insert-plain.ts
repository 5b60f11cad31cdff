import type { ClientSession, Model, mongo } from 'mongoose';
import { isDuplicateKey } from './transactions.ts';

/**
 * Inserts a plain object through the driver, for frequent writes: creating a mongoose document first costs several times as
 * much. No defaults are applied, and only the compiler validates.
 *
 * @throws MongoServerError 11000 when it violates a unique index
 */
export async function insertPlain<T>(model: Model<T>, document: T, session?: ClientSession): Promise<void> {
  const collection = model.collection as unknown as mongo.Collection;
  await collection.insertOne(document as mongo.Document, { ignoreUndefined: true, ...(session && { session }) });
}

/** The same for a document that may exist already: returns false when it violates a unique index. */
export async function insertIfAbsent<T>(model: Model<T>, document: T): Promise<boolean> {
  try {
    await insertPlain(model, document);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
