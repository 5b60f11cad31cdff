import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { RecordedQueries } from '@shop/test-kit';
import { mongo, type Connection } from 'mongoose';

const { deserialize, EJSON, serialize } = mongo.BSON;

/** Commands that MongoDB plans, and the field with their filters. */
const PLANNED = ['find', 'aggregate', 'count', 'distinct', 'update', 'delete', 'findAndModify'];
/** Enough for documents of every kind; the checker multiplies them. */
const SAMPLES = 20;

/** Adds the driver's command monitoring to a connection string. */
export function monitored(uri: string): string {
  const url = new URL(uri);
  url.searchParams.set('monitorCommands', 'true');
  return url.href;
}

/**
 * Records every planned command of a `monitored` connection. `save` writes them, one per shape, with the indexes and some
 * documents of the collections, to `folder`; call it before the database is dropped. Without a folder it does nothing.
 */
export function recordQueries(
  connection: Connection,
  { service, mongodbUri }: Pick<RecordedQueries, 'service' | 'mongodbUri'>,
  folder: string | undefined,
): { save(): Promise<void> } {
  if (!folder) return { save: async () => {} };
  const commands = new Map<string, mongo.Document>();
  const listen = () =>
    connection.getClient().on('commandStarted', ({ commandName, command }) => {
      if (!PLANNED.includes(commandName) || isOfTest()) return;
      const shape = shapeOf(command);
      // Through BSON, because mongoose's arrays refer to their document.
      if (!commands.has(shape)) commands.set(shape, deserialize(serialize(command, { ignoreUndefined: true })));
    });
  if (connection.readyState === 1) listen();
  else connection.once('connected', listen);
  return {
    save: async () => {
      const db = connection.db!;
      const recorded: RecordedQueries = { service, mongodbUri, collections: {}, commands: [...commands.values()] };
      for (const { name } of await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()) {
        const collection = db.collection(name);
        recorded.collections[name] = {
          indexes: await collection.indexes(),
          samples: await collection.find().limit(SAMPLES).toArray(),
        };
      }
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path.join(folder, `${crypto.randomUUID()}.json`), EJSON.stringify(recorded, { relaxed: false }));
    },
  };
}

const UNPLANNED = new Set(['lsid', 'txnNumber', 'documents', '$db', '$clusterTime', '$readPreference']);

/** The command without its values, so that equal queries are kept once. Directions of sorts are kept. */
const shapeOf = (command: mongo.Document): string =>
  JSON.stringify(command, (key, value: unknown) => {
    if (UNPLANNED.has(key)) return undefined;
    if (value instanceof Map) return Object.fromEntries(value);
    if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')) return 'list';
    if (value === null || typeof value === 'object' || Math.abs(Number(value)) <= 1) return value;
    return typeof value;
  });

/** Whether the command of the current call stack was sent by a test itself, through the connection of its service. */
function isOfTest(): boolean {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  const frames = new Error('for its stack').stack!.split('\n').slice(1);
  Error.stackTraceLimit = limit;
  const caller = frames.find((frame) => frame.includes('.ts:') && !/\/node_modules\/|query-recorder/.test(frame));
  return caller !== undefined && /\.spec\.ts|\/test\/|\/testing\/|test-kit/.test(caller);
}
