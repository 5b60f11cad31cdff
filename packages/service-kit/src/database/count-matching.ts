import type { IndexDefinition, Model, mongo, QueryFilter } from 'mongoose';

/**
 * The number of documents for a page of a list. Without conditions from the collection's metadata, because counting would
 * scan all of it; that number may be off for a moment after a crash of the server.
 *
 * @param hint the index to count by
 */
export function countMatching<T>(model: Model<T>, filter: QueryFilter<T>, hint?: IndexDefinition): Promise<number> {
  const collection = model.collection as unknown as mongo.Collection;
  if (Object.keys(filter).length === 0) return collection.estimatedDocumentCount();
  return model.countDocuments(filter, { ...(hint && { hint }) }).exec();
}
