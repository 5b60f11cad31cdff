import fs from 'node:fs';
import path from 'node:path';
import { type ClientSession, type Db, type Document, MongoClient, MongoServerError, type Timestamp } from 'mongodb';
import { RESTORING } from '../provision/users.ts';
import { DocumentCounter, exactDocument, readDocuments, writeDocuments } from './documents.ts';
import type { CollectionRecord, Manifest } from './manifest.ts';

const READ_AT_ONCE = 1_000;
const INSERTED_AT_ONCE = { documents: 1_000, bytes: 8 * 1024 * 1024 };
/** Of MongoDB: the history that a read of the past needs is gone, or was never there. */
const TOO_OLD = new Set([239, 246]);

export type DatabaseRecords = Pick<Manifest, 'takenAt' | 'clusterTime' | 'databases'>;

/**
 * Writes the databases as they all were at one moment, the one of the first read, while others go on writing. MongoDB keeps
 * the past for `minSnapshotHistoryWindowInSeconds`.
 */
export async function dumpDatabases(
  client: MongoClient,
  { names, folder }: { names: readonly string[]; folder: string },
): Promise<DatabaseRecords> {
  const session = client.startSession({ snapshot: true });
  const began = Date.now();
  try {
    const { clusterTime, takenAt } = await fixMoment(client.db(names[0]), session);
    const databases = [];
    for (const name of names) {
      fs.mkdirSync(path.join(folder, name), { mode: 0o700 });
      const collections: CollectionRecord[] = [];
      for (const { name: collection, options } of await collectionsOf(client.db(name))) {
        const file = `${name}/${collection}.bson.gz`;
        const documents = client
          .db(name)
          .collection(collection)
          .find({}, { session, raw: true, batchSize: READ_AT_ONCE }) as unknown as AsyncIterable<Uint8Array>;
        const written = await writeDocuments(path.join(folder, file), documents);
        collections.push({ name: collection, options, ...written, file });
      }
      databases.push({ name, collections });
    }
    return { takenAt, clusterTime, databases };
  } catch (error) {
    throw error instanceof MongoServerError && TOO_OLD.has(Number(error.code)) ? pastIsGone(error, began) : error;
  } finally {
    await session.endSession();
  }
}

/** The first read of a session decides which moment all others see. */
async function fixMoment(db: Db, session: ClientSession): Promise<{ clusterTime: string; takenAt: string }> {
  const read = { find: 'outbox', projection: { _id: 1 }, limit: 1, singleBatch: true };
  const time = (await db.command(read, { session })).cursor?.atClusterTime as Timestamp | undefined;
  if (!time) throw new Error('This MongoDB cannot read the past: it is no replica set of version 5 or later');
  return { clusterTime: time.toString(), takenAt: new Date(time.t * 1000).toISOString() };
}

const pastIsGone = (error: MongoServerError, began: number): Error =>
  new Error(
    `MongoDB does not keep the moment of this backup any more, after ${Math.round((Date.now() - began) / 1000)} s (${error.codeName}). ` +
      'Indexes were built in the meantime: take it again. Or it takes longer than MongoDB remembers: raise its parameter minSnapshotHistoryWindowInSeconds (300).',
    { cause: error },
  );

/** Without those of MongoDB itself, by name. */
async function collectionsOf(db: Db): Promise<{ name: string; options: Document }[]> {
  const all = await db.listCollections({ type: 'collection' }, { nameOnly: false }).toArray();
  return all
    .filter(({ name }) => !name.startsWith('system.'))
    .map(({ name, options = {} }) => ({ name, options }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Databases with documents. */
export async function filledDatabases(client: MongoClient, names: readonly string[]): Promise<string[]> {
  const filled = [];
  for (const name of names) {
    const db = client.db(name);
    for (const collection of await collectionsOf(db)) {
      if ((await db.collection(collection.name).findOne({}, { projection: { _id: 1 } })) === null) continue;
      filled.push(name);
      break;
    }
  }
  return filled;
}

const mark = (client: MongoClient) => client.db(RESTORING).collection<{ _id: string; startedAt: Date }>('restore');
const MARK_ID = 'databases';

/** Whether a restore was begun that has not come to its end. */
export const isRestoring = async (client: MongoClient): Promise<boolean> =>
  (await mark(client).findOne({ _id: MARK_ID })) !== null;

/** @throws Error if the databases at `uri` are half restored */
export async function refuseHalfRestored(uri: string): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    if (await isRestoring(client)) throw new Error('A restore was interrupted: run the same restore again.');
  } finally {
    await client.close();
  }
}

/** Marks the shop as half restored. What an interrupted restore has left is removed. */
export async function beginRestore(client: MongoClient, names: readonly string[]): Promise<void> {
  await mark(client).updateOne(
    { _id: MARK_ID },
    { $set: { startedAt: new Date() } },
    { upsert: true, writeConcern: { w: 'majority' } },
  );
  for (const name of names) await client.db(name).dropDatabase();
}

/** With a majority, which everything before it has then reached too. */
export async function endRestore(client: MongoClient): Promise<void> {
  await client.db(RESTORING).dropDatabase({ writeConcern: { w: 'majority' } });
}

/** Fills the empty databases, and compares what is in them then with what was backed up. Indexes are left to the migrations. */
export async function loadDatabases(
  client: MongoClient,
  { databases, folder }: { databases: DatabaseRecords['databases']; folder: string },
): Promise<void> {
  const load = async ({ name, collections }: (typeof databases)[number]) => {
    const db = client.db(name);
    for (const record of collections) {
      await db.createCollection(record.name, record.options);
      await readDocuments(path.join(folder, record.file), (documents) => insertAll(db, record.name, documents));
      const { documents, digest } = await countStored(db, record.name);
      if (documents !== record.documents || digest !== record.digest) {
        throw new Error(
          `${name}.${record.name} is not what was backed up: it has ${documents} documents instead of ${record.documents}, or others. Another program may have written to it.`,
        );
      }
    }
  };
  await Promise.all(databases.map(load));
}

async function insertAll(db: Db, collection: string, documents: AsyncIterable<Buffer>): Promise<void> {
  let batch: Document[] = [];
  let bytes = 0;
  const insert = async () => {
    if (batch.length > 0) await db.collection(collection).insertMany(batch, { writeConcern: { w: 1 } });
    [batch, bytes] = [[], 0];
  };
  for await (const document of documents) {
    batch.push(exactDocument(document));
    bytes += document.length;
    if (batch.length >= INSERTED_AT_ONCE.documents || bytes >= INSERTED_AT_ONCE.bytes) await insert();
  }
  await insert();
}

async function countStored(db: Db, collection: string) {
  const counter = new DocumentCounter();
  const stored = db.collection(collection).find({}, { raw: true, batchSize: READ_AT_ONCE });
  for await (const document of stored as unknown as AsyncIterable<Uint8Array>) counter.add(document);
  return counter.counted;
}
