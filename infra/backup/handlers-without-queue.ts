import { setTimeout as wait } from 'node:timers/promises';
import type { ChannelModel, Replies } from 'amqplib';
import type { MongoClient } from 'mongodb';

const POLL_MS = 500;
const WITHIN_MS = 60_000;
/** Of AMQP. */
const NOT_FOUND = 404;

/**
 * A queue as RabbitMQ has it; undefined if it does not exist.
 * @throws what else it answers, and when the connection is lost
 */
export async function checkQueue(rabbitmq: ChannelModel, queue: string): Promise<Replies.AssertQueue | undefined> {
  const channel = await rabbitmq.createChannel();
  // That it is missing closes the channel, which is an answer and no error.
  channel.on('error', () => {});
  try {
    const counted = await channel.checkQueue(queue);
    // Not awaited: amqplib never settles it when the connection is lost in between.
    channel.close().catch(() => {});
    return counted;
  } catch (error) {
    if ((error as { code?: number }).code === NOT_FOUND) return undefined;
    throw error;
  }
}

/**
 * Waits until every handler consumes a queue. A new broker drops events whose queues are not there yet, and a service is ready before
 * it has reached the broker.
 *
 * @returns the handlers that still do not, as `<database>.<handler>`, such as those of a version that runs no more
 */
export async function untilConsumed(
  client: MongoClient,
  rabbitmq: ChannelModel,
  databases: readonly string[],
  withinMs = WITHIN_MS,
): Promise<string[]> {
  for (const end = Date.now() + withinMs; ; await wait(POLL_MS)) {
    const missing = await withoutConsumer(client, rabbitmq, databases);
    if (missing.length === 0 || Date.now() >= end) return missing;
  }
}

async function withoutConsumer(
  client: MongoClient,
  rabbitmq: ChannelModel,
  databases: readonly string[],
): Promise<string[]> {
  /** Whether one of its queues, of which a change of their arguments leaves several, has a consumer. */
  const consumed = new Map<string, boolean>();
  for (const database of databases) {
    const rows = await client
      .db(database)
      .collection<{ _id: string; handler: string }>('event_queues')
      .find()
      .toArray();
    for (const { _id: queue, handler } of rows) {
      const name = `${database}.${handler}`;
      const isConsumed = ((await checkQueue(rabbitmq, queue))?.consumerCount ?? 0) > 0;
      consumed.set(name, consumed.get(name) || isConsumed);
    }
  }
  return [...consumed].flatMap(([name, isConsumed]) => (isConsumed ? [] : [name]));
}
