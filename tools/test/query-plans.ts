// Explains every query that the tests of a service recorded (`TEST_QUERIES`, see service-kit's query-recorder.ts) against
// its collections filled with 10,000 rows each: a collection scan or a sort in memory is a failure, unless
// query-plan-exceptions.ts names it.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { mongo } from 'mongoose';
import type { RecordedQueries } from '@shop/test-kit';
import { BOUNDED, EXCEPTIONS } from './query-plan-exceptions.ts';

const { EJSON, ObjectId } = mongo.BSON;
type Document = mongo.Document;

const ROWS = 10_000;
const SCANS = ['COLLSCAN', 'SORT'];
/** Fields that belong to a session or to its execution, which `explain` refuses. */
const OF_EXECUTION = [
  ...[
    'lsid',
    'txnNumber',
    'startTransaction',
    'autocommit',
    'stmtId',
    'stmtIds',
    'ordered',
    'bypassDocumentValidation',
  ],
  ...['$db', '$clusterTime', '$readPreference', 'readConcern', 'writeConcern', 'maxTimeMS', 'needsMerge'],
];

/** What the tests of a project recorded in `folder`. */
export const recordedIn = (folder: string): RecordedQueries[] =>
  fs
    .readdirSync(folder)
    .map(
      (file) => EJSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'), { relaxed: false }) as RecordedQueries,
    );

/** A line per slow query, and a summary; empty when there is none. @param folder with what the tests recorded */
export async function slowQueries(folder: string): Promise<string[]> {
  const recorded = recordedIn(folder);
  if (recorded.length === 0) return [];
  const client = await mongo.MongoClient.connect(recorded[0]!.mongodbUri);
  const db = client.db(`t-plans-${crypto.randomBytes(4).toString('hex')}`);
  try {
    return await slowIn(db, recorded);
  } finally {
    await db.dropDatabase();
    await client.close();
  }
}

async function slowIn(db: mongo.Db, recorded: RecordedQueries[]): Promise<string[]> {
  const statements = recorded
    .flatMap(({ commands }) => commands.flatMap(statementsOf))
    .filter((statement) => !BOUNDED.has(collectionOf(statement)));
  const byName = new Map(statements.map((statement) => [nameOf(statement), statement]));
  for (const name of new Set(statements.map(collectionOf))) await fill(db, name, recorded);
  const slow: string[] = [];
  for (const [name, statement] of byName) {
    const stages = stagesOf(await db.command({ explain: statement, verbosity: 'queryPlanner' }));
    const bad = SCANS.filter((stage) => stages.has(stage));
    if (bad.length > 0 && !EXCEPTIONS.some(([pattern]) => pattern.test(name)))
      slow.push(`${bad.join(' and ')}: ${name}`);
  }
  if (slow.length === 0) return [];
  return [
    ...slow,
    `${slow.length} of ${byName.size} queries scan a growing collection or sort it in memory: add an index, or an exception with its reason to tools/test/query-plan-exceptions.ts.`,
  ];
}

/** The explainable commands in a recorded one: each update and each delete of a batch is one. */
export function statementsOf(command: Document): Document[] {
  const plain = Object.fromEntries(Object.entries(command).filter(([key]) => !OF_EXECUTION.includes(key)));
  // `{ aggregate: 1 }` reads no collection.
  if (typeof Object.values(plain)[0] !== 'string') return [];
  for (const list of ['updates', 'deletes']) {
    if (plain[list]) return (plain[list] as Document[]).map((statement) => ({ ...plain, [list]: [statement] }));
  }
  return [plain];
}

export const collectionOf = (command: Document): string => Object.values(command)[0] as string;

/** Collection, command, fields of its filter and sort; lists and values are left out. */
export function nameOf(command: Document): string {
  const [[kind, collection]] = Object.entries(command) as [[string, string]];
  const statement = (command['updates'] ?? command['deletes'])?.[0] as Document | undefined;
  const { filter, query, q, sort, pipeline, key } = { ...command, ...statement } as Record<
    string,
    Document | undefined
  >;
  const parts = [`${collection} ${kind} ${fieldsOf(filter ?? query ?? q ?? {})}`];
  if (key) parts.push(`of ${String(key)}`);
  if (sort && Object.keys(sort).length > 0) parts.push(`sort ${JSON.stringify(sort).replaceAll('"', '')}`);
  for (const stage of (pipeline ?? []) as Document[]) {
    const [[operator, value]] = Object.entries(stage) as [[string, Document]];
    parts.push(
      operator === '$sort'
        ? `$sort ${JSON.stringify(value).replaceAll('"', '')}`
        : `${operator} ${operator === '$match' ? fieldsOf(value) : ''}`.trim(),
    );
  }
  return parts.join(' ');
}

/** `{userId, createdAt: {$lt}}` */
function fieldsOf(filter: Document): string {
  const parts = Object.entries(filter).map(([field, value]) => {
    if (Array.isArray(value) && field.startsWith('$')) {
      const kinds = [
        ...new Set(value.filter((item) => item && typeof item === 'object').map((item) => fieldsOf(item as Document))),
      ];
      return kinds.length > 0 ? `${field}: ${kinds.join(' ')}` : field;
    }
    return isOperators(value) ? `${field}: ${fieldsOf(value)}` : field;
  });
  return `{${parts.join(', ')}}`;
}

const isOperators = (value: unknown): value is Document =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.keys(value).some((key) => key.startsWith('$'));

/** A collection with the recorded indexes and 10,000 rows made of the recorded documents. */
async function fill(db: mongo.Db, name: string, recorded: RecordedQueries[]): Promise<void> {
  const sources = recorded.flatMap(({ collections }) => (collections[name] ? [collections[name]] : []));
  const collection = db.collection<Document>(name);
  const samples = sources.flatMap((source) => source.samples);
  const rows = Array.from({ length: ROWS }, (_, index) =>
    variant(samples[index % Math.max(1, samples.length)] ?? {}, index),
  );
  await collection.insertMany(rows, { ordered: false, writeConcern: { w: 1 } });
  const indexes = new Map(sources.flatMap((source) => source.indexes).map((index) => [index.name!, index]));
  for (const { v: _, unique: __, key, ...options } of indexes.values()) {
    // Unique or not makes no difference for the plan, and the rows are copies.
    if (options.name !== '_id_')
      await collection.createIndex(key as mongo.IndexSpecification, options as mongo.CreateIndexesOptions);
  }
}

/** A copy of a document whose ids, dates and texts differ from row to row; short words (states, kinds) stay. */
function variant(sample: Document, index: number): Document {
  const spread = (value: unknown): unknown => {
    if (value instanceof Date) return new Date(value.getTime() + index * 1_000);
    if (value instanceof ObjectId) return new ObjectId();
    if (typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)) return new ObjectId().toHexString();
    if (typeof value === 'string' && /\d/.test(value)) return `${value}-${index}`;
    return value;
  };
  const entries = Object.entries(sample).map(([key, value]) => [key, spread(value)]);
  const { _id, ...rest } = Object.fromEntries(entries) as Document;
  return { ...rest, _id: typeof _id === 'string' ? `${_id}-${index}` : new ObjectId() };
}

/** Names of all stages of the winning plans in an answer of `explain`. */
function stagesOf(explained: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(explained)) for (const part of explained) stagesOf(part, found);
  else if (explained !== null && typeof explained === 'object') {
    for (const [key, value] of Object.entries(explained)) {
      // `command` is what was asked.
      if (key === 'rejectedPlans' || key === 'command') continue;
      if (key === 'stage' && typeof value === 'string') found.add(value);
      // An aggregation sorts in a stage of its own where the plan could not.
      if (key === '$sort') found.add('SORT');
      stagesOf(value, found);
    }
  }
  return found;
}
