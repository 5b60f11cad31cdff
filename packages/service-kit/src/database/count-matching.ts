import type { Model, mongo, QueryFilter } from 'mongoose';

/**
 * The number of documents for a page of a list. Without conditions from the collection's metadata, because counting would
 * scan all of it; that number may be off for a moment after a crash of the server.
 */
export function countMatching<T>(model: Model<T>, filter: QueryFilter<T>): Promise<number> {
  const collection = model.collection as unknown as mongo.Collection;
  return Object.keys(filter).length === 0 ? collection.estimatedDocumentCount() : model.countDocuments(filter).exec();
}
