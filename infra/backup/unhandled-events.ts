import type { MongoClient } from 'mongodb';

interface OutboxRow {
  event: { id: string; name: string; occurredAt: string };
  publishedAt?: Date;
}

interface Handler {
  /** Database with its inbox. */
  database: string;
  name: string;
  events: string[];
  since: Date | undefined;
}

const AT_ONCE = 1_000;

/**
 * Has events published again that some handler has no record of: they were in the broker's queues, among them dead letters,
 * which a backup of the databases does not hold. Handlers that have had them recognise them. Events that wait in an outbox are among
 * them: they may have been published already, to a broker without the handler's queue, and are marked as published later.
 *
 * @returns how many
 */
export async function republishUnhandled(client: MongoClient, databases: readonly string[]): Promise<number> {
  const handlers: Handler[] = [];
  for (const database of databases) {
    const rows = client
      .db(database)
      .collection<{ _id: string; handler: string; events: string[]; since?: Date }>('event_queues')
      .find();
    for await (const { handler: name, events, since } of rows) handlers.push({ database, name, events, since });
  }
  let republished = 0;
  for (const database of databases) {
    const outbox = client.db(database).collection<OutboxRow>('outbox');
    const events = outbox.find(
      { 'event.id': { $exists: true } },
      { projection: { 'event.id': 1, 'event.name': 1, 'event.occurredAt': 1 }, batchSize: AT_ONCE },
    );
    for await (const rows of inBatches(events)) {
      const unhandled = await unhandledOf(client, handlers, rows);
      const { modifiedCount } = await outbox.updateMany(
        { _id: { $in: rows.filter(({ event }) => unhandled.has(event.id)).map(({ _id }) => _id) } },
        // As if the relay's instance had crashed: the next sweep of any instance claims them.
        { $set: { waiting: true, relay: 'restore', leaseUntil: new Date(0) }, $unset: { publishedAt: 1 } },
      );
      republished += modifiedCount;
    }
  }
  return republished;
}

/** @returns ids of events that a handler consumes and has no record of */
async function unhandledOf(
  client: MongoClient,
  handlers: readonly Handler[],
  rows: readonly OutboxRow[],
): Promise<Set<string>> {
  const unhandled = new Set<string>();
  for (const { database, name, events, since } of handlers) {
    const ids = rows.flatMap(({ event }) =>
      // A handler is not given what happened before it was there.
      events.includes(event.name) && !(since && new Date(event.occurredAt) < since) ? [event.id] : [],
    );
    if (ids.length === 0) continue;
    const handled = await client
      .db(database)
      .collection<{ _id: string }>('inbox')
      .find({ _id: { $in: ids.map((id) => `${name}/${id}`) } }, { projection: { _id: 1 } })
      .toArray();
    const known = new Set(handled.map(({ _id }) => _id.slice(name.length + 1)));
    for (const id of ids) if (!known.has(id)) unhandled.add(id);
  }
  return unhandled;
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
