import type { ClientSession, Model, mongo } from 'mongoose';
import { isDuplicateKey } from './transactions.ts';

/**
 * Inserts a plain document by the driver, for what is written often: mongoose would make a document of its own of it first, at
 * several times the cost. Nothing is filled in or checked but by the compiler.
 *
 * @throws MongoServerError 11000 when a unique index refuses it
 */
export async function insertPlain<T>(model: Model<T>, document: T, session?: ClientSession): Promise<void> {
  const collection = model.collection as unknown as mongo.Collection;
  await collection.insertOne(document as mongo.Document, { ignoreUndefined: true, ...(session && { session }) });
}

/** The same for what may have come before: answers false, and changes nothing, when a unique index has it already. */
export async function insertUnlessThere<T>(model: Model<T>, document: T): Promise<boolean> {
  try {
    await insertPlain(model, document);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
