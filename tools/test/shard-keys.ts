// Derives from the queries that the tests recorded whether MongoDB could divide each collection by its shard key (docs/scale.md,
// shard-key-choices.ts): a query without the key is asked of every shard, an index that is unique holds on one shard only, and a
// document without the key has no place.
import { mongo } from 'mongoose';
import type { RecordedQueries } from '@shop/test-kit';
import { collectionOf, nameOf, recordedIn, statementsOf } from './query-plans.ts';
import { type Choices, SHARD_KEYS } from './shard-key-choices.ts';

type Document = mongo.Document;

/** A line per query, index and document that the shard keys do not fit, and a summary; empty when there is none. */
export const brokenShardKeys = (folder: string): string[] => brokenIn(recordedIn(folder));

export function brokenIn(recorded: RecordedQueries[], choices: Choices = SHARD_KEYS): string[] {
  const { divided, whole, broadcast, lostUniqueness } = choices;
  const keyOf = (service: string, collection: string): string | undefined =>
    divided.get(`${service}.${collection}`) ?? divided.get(`*.${collection}`);
  const broken = new Set<string>();
  for (const { service, collections, commands } of recorded) {
    for (const [name, { indexes, samples }] of Object.entries(collections)) {
      // MongoDB's own.
      if (name.startsWith('system.')) continue;
      const key = keyOf(service, name);
      if (key === undefined) {
        if (!whole.has(`${service}.${name}`) && !whole.has(`*.${name}`))
          broken.add(`${service}.${name}: has no shard key and no reason to be whole`);
        continue;
      }
      for (const index of indexes) {
        const label = `${service}.${name} unique {${Object.keys(index['key'] as Document).join(', ')}}`;
        if (isLost(index, key) && !matches(lostUniqueness, label)) broken.add(`not unique over all shards: ${label}`);
      }
      if (samples.some((sample) => valueAt(sample, key) === undefined)) {
        broken.add(`${service}.${name}: a document has no ${key}, its shard key`);
      }
    }
    for (const statement of commands.flatMap(statementsOf)) {
      const collection = collectionOf(statement);
      const key = keyOf(service, collection);
      if (key === undefined) continue;
      const label = `${service}.${nameOf(statement)}`;
      if (changes(statement, key)) broken.add(`moves a document to another shard: ${label}`);
      if (!holds(filterOf(statement), key) && !matches(broadcast, label)) broken.add(`asks every shard: ${label}`);
    }
  }
  if (broken.size === 0) return [];
  return [
    ...[...broken].toSorted(),
    `${broken.size} do not fit the shard keys: let the query hold the key, or add it with its reason to tools/test/shard-key-choices.ts.`,
  ];
}

const matches = (reasons: readonly (readonly [RegExp, string])[], label: string): boolean =>
  reasons.some(([pattern]) => pattern.test(label));

/** Whether an index is unique and does not begin with the shard key. Ids are made unique by who makes them. */
const isLost = ({ unique, key }: Document, shardKey: string): boolean =>
  unique === true && Object.keys(key as Document)[0] !== shardKey;

function filterOf(statement: Document): Document {
  const { filter, query, q, pipeline } = {
    ...statement,
    ...(statement['updates'] ?? statement['deletes'])?.[0],
  } as Record<string, Document | undefined>;
  const [first] = (pipeline ?? []) as Document[];
  return filter ?? query ?? q ?? (first?.['$match'] as Document | undefined) ?? {};
}

/** Whether a filter names the shard key by one value or a list, so that the router knows the shards. */
export function holds(filter: Document, key: string): boolean {
  return Object.entries(filter).some(([field, value]) => {
    if (field === key) return isEqual(value);
    if (field === '$and') return (value as Document[]).some((each) => holds(each, key));
    // Of alternatives each has to.
    return field === '$or' && (value as Document[]).every((each) => holds(each, key));
  });
}

function isEqual(value: unknown): boolean {
  if (value === undefined || value === null || value instanceof RegExp || value instanceof mongo.BSON.BSONRegExp)
    return false;
  const operators = typeof value === 'object' ? Object.keys(value).filter((name) => name.startsWith('$')) : [];
  return operators.length === 0 || operators.includes('$eq') || operators.includes('$in');
}

/** Whether an update sets the shard key of a document that exists. */
function changes(statement: Document, key: string): boolean {
  const { u = statement['update'] } = (statement['updates']?.[0] ?? {}) as Document;
  const stages = (Array.isArray(u) ? u : [u]) as (Document | undefined)[];
  return stages.some((stage) => Object.hasOwn((stage?.['$set'] as Document | undefined) ?? {}, key));
}

const valueAt = (document: Document, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Document | undefined)?.[name], document);
