import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '@nestjs/common';
import { type Connection, type IndexDefinition, type IndexOptions, mongo } from 'mongoose';
import { databaseOf } from './migration-records.ts';

/** An index that a schema declares and the database lacks. */
interface MissingIndex {
  collection: string;
  name: string;
  keys: IndexDefinition;
  options: IndexOptions;
}

/** An index that the database has and no schema declares. */
interface UndeclaredIndex {
  collection: string;
  name: string;
}

export interface SchemaDifference {
  collections: string[];
  missing: MissingIndex[];
  undeclared: UndeclaredIndex[];
}

const OPTIONS_CONFLICT = 85;
const KEY_SPECS_CONFLICT = 86;

export const indexName = ({ collection, name }: UndeclaredIndex): string => `${collection}.${name}`;

/** Compares the schemas of all models of a connection with its database; collections without a model are not considered. */
export async function schemaDifference(connection: Connection): Promise<SchemaDifference> {
  const models = Object.values(connection.models);
  const existing = new Set((await connection.listCollections()).map(({ name }) => name));
  const perModel = await Promise.all(
    models.map(async (model) => {
      const collection = model.collection.collectionName;
      const { toCreate, toDrop } = await model.diffIndexes({ indexOptionsToCreate: true });
      return { collection, missing: toCreate as [IndexDefinition, IndexOptions][], extra: toDrop };
    }),
  );
  const missing = perModel.flatMap(({ collection, missing: indexes }) =>
    indexes.map(([keys, options]) => ({ collection, name: options.name ?? generatedName(keys), keys, options })),
  );
  const undeclared = perModel.flatMap(({ collection, extra }) =>
    extra
      // Models may share a collection: an index is undeclared when none of them declares it.
      .filter((name) => perModel.every((other) => other.collection !== collection || other.extra.includes(name)))
      .map((name) => ({ collection, name })),
  );
  return {
    collections: [...new Set(perModel.map(({ collection }) => collection))].filter((name) => !existing.has(name)),
    missing,
    undeclared: [...new Map(undeclared.map((index) => [indexName(index), index])).values()],
  };
}

/** As MongoDB names an index that is given no name. */
const generatedName = (keys: IndexDefinition): string =>
  Object.entries(keys)
    .map(([field, direction]) => `${field}_${String(direction)}`)
    .join('_');

/** Creates collections with the options of their schemas. */
export async function createCollections(connection: Connection, names: string[]): Promise<void> {
  const models = new Map(Object.values(connection.models).map((model) => [model.collection.collectionName, model]));
  await Promise.all(names.map((name) => models.get(name)?.createCollection()));
}

/**
 * Builds an index and waits for it. An index of that name or with these keys but other options is replaced: changed in place
 * where only its expiry differs, else dropped first, since MongoDB refuses both at once.
 *
 * @throws MongoServerError 11000 when a unique index does not fit the data
 */
export async function buildIndex(
  connection: Connection,
  { collection: name, name: index, keys, options }: MissingIndex,
  log: Pick<Logger, 'log' | 'warn'>,
): Promise<void> {
  const db = databaseOf(connection);
  const collection = db.collection(name);
  const create = () => collection.createIndex(keys as mongo.IndexSpecification, options as mongo.CreateIndexesOptions);
  try {
    await create();
  } catch (error) {
    const code = error instanceof mongo.MongoServerError ? error.code : undefined;
    if (code !== OPTIONS_CONFLICT && code !== KEY_SPECS_CONFLICT) throw error;
    const conflicting = (await collection.indexes()).find(
      (existing) => existing.name === index || isDeepStrictEqual(existing.key, keys),
    );
    if (!conflicting?.name) throw error;
    log.warn('replacing an index of other options', { index: `${name}.${conflicting.name}` });
    if (differsInExpiryOnly(conflicting, keys, options)) {
      await db.command({
        collMod: name,
        index: { name: conflicting.name, expireAfterSeconds: options.expireAfterSeconds },
      });
      return;
    }
    await collection.dropIndex(conflicting.name);
    await create();
  }
}

function differsInExpiryOnly(
  existing: mongo.IndexDescriptionInfo,
  keys: IndexDefinition,
  options: IndexOptions,
): boolean {
  return (
    typeof existing.expireAfterSeconds === 'number' &&
    typeof options.expireAfterSeconds === 'number' &&
    isDeepStrictEqual(existing.key, keys) &&
    (['unique', 'sparse', 'partialFilterExpression', 'collation'] as const).every((option) =>
      isDeepStrictEqual(existing[option], options[option]),
    )
  );
}

export async function dropIndexes(connection: Connection, indexes: UndeclaredIndex[]): Promise<void> {
  const db = databaseOf(connection);
  for (const { collection, name } of indexes) await db.collection(collection).dropIndex(name);
}
