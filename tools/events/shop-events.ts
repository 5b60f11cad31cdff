import { channelsOf, deadLettersOf } from '@shop/service-kit/dead-letters';
import amqp, { type ChannelModel } from 'amqplib';
import { type Db, MongoClient } from 'mongodb';
import { checkQueue, untilConsumed } from '../../infra/backup/handlers-without-queue.ts';
import { republishUnhandled } from '../../infra/backup/unhandled-events.ts';
import { type DeadLetterDetails, type QueueOf, readDead, replay } from './dead-letters.ts';

/** A handler's queue, as registered by its service at startup. */
export interface HandlerQueue {
  service: string;
  /** E.g. `create-order-when-payment-captured`. */
  handler: string;
  /** Its name in RabbitMQ. */
  queue: string;
  events: string[];
  /** Since when there is this handler of these events; unknown of old ones. */
  since?: Date | undefined;
  seenAt: Date;
}

export interface QueueLag {
  queue: string;
  /** Ready messages, without unacknowledged ones; undefined if RabbitMQ does not know the queue. */
  waiting: number | undefined;
  consumers: number;
  dead: number;
}

export interface OutboxLag {
  service: string;
  /** Not yet confirmed by the broker. */
  waiting: number;
  /** Age of the oldest waiting event, ms. */
  oldestMs: number;
  /** Published and retained for a refeed. */
  retained: number;
}

interface QueueRow {
  _id: string;
  handler: string;
  events: string[];
  since?: Date;
  seenAt: Date;
}

interface OutboxRow {
  event: { name: string; occurredAt: string };
  waiting?: true;
  publishedAt?: Date;
}

/** The event bus of a shop, seen from outside: its broker and the databases of its services. */
export class ShopEvents {
  readonly #mongodb: MongoClient;
  readonly #rabbitmq: ChannelModel;
  readonly #databases: RegExp;

  /** @param databases matches the services' databases and captures the service's name */
  static async connect(mongodbUri: string, rabbitmqUrl: string, databases = /^shop-(.+)$/): Promise<ShopEvents> {
    const [mongodb, rabbitmq] = await Promise.all([
      MongoClient.connect(mongodbUri, { serverSelectionTimeoutMS: 5_000 }),
      amqp.connect(rabbitmqUrl, { timeout: 5_000 }),
    ]);
    return new ShopEvents(mongodb, rabbitmq, databases);
  }

  private constructor(mongodb: MongoClient, rabbitmq: ChannelModel, databases: RegExp) {
    this.#mongodb = mongodb;
    this.#rabbitmq = rabbitmq;
    this.#databases = databases;
    // Checking a queue that does not exist closes the channel; that is a valid answer, not an error.
    rabbitmq.on('error', () => {});
  }

  async close(): Promise<void> {
    await Promise.all([this.#mongodb.close(), this.#rabbitmq.close()]);
  }

  async queues(): Promise<HandlerQueue[]> {
    const found: HandlerQueue[] = [];
    for (const [service, db] of await this.#services()) {
      const rows = await db.collection<QueueRow>('event_queues').find().sort({ _id: 1 }).toArray();
      found.push(
        ...rows.map(({ _id, handler, events, since, seenAt }) => ({
          service,
          handler,
          queue: _id,
          events,
          since,
          seenAt,
        })),
      );
    }
    return found;
  }

  /** Finds a queue by handler, `service.handler` or full name. @throws an Error that lists the candidates */
  async queue(name: string): Promise<HandlerQueue> {
    const queues = await this.queues();
    const found = queues.filter((each) => [each.handler, `${each.service}.${each.handler}`, each.queue].includes(name));
    if (found.length === 1) return found[0]!;
    const names = (found.length > 0 ? found : queues).map((each) => `  ${each.service}.${each.handler}`);
    throw new Error(
      [`${found.length > 0 ? 'Several handlers are' : 'No handler is'} called "${name}". There are:`, ...names].join(
        '\n',
      ),
    );
  }

  async deadLetters(of?: QueueOf): Promise<DeadLetterDetails[]> {
    const letters: DeadLetterDetails[] = [];
    for (const each of of ? [of] : await this.queues()) {
      if ((await this.#dead(each)) !== undefined) letters.push(...(await readDead(channelsOf(this.#rabbitmq), each)));
    }
    return letters;
  }

  /** @see replay in dead-letters.ts */
  replay(of: QueueOf, which: 'all' | (string & {})): Promise<number> {
    return replay(channelsOf(this.#rabbitmq), of, which);
  }

  async lag(): Promise<{ queues: QueueLag[]; outboxes: OutboxLag[] }> {
    const queues: QueueLag[] = [];
    for (const { queue, handler } of await this.queues()) {
      const counted = await checkQueue(this.#rabbitmq, queue);
      const dead = (await this.#dead({ queue, handler })) ?? 0;
      queues.push({ queue, waiting: counted?.messageCount, consumers: counted?.consumerCount ?? 0, dead });
    }
    const outboxes: OutboxLag[] = [];
    for (const [service, db] of await this.#services()) {
      const outbox = db.collection<OutboxRow>('outbox');
      // As the relay asks: the bound makes the partial index usable.
      const unpublished = { waiting: true as const, leaseUntil: { $gte: new Date(0) } };
      const oldest = await outbox.findOne(unpublished, { sort: { leaseUntil: 1 } });
      outboxes.push({
        service,
        waiting: await outbox.countDocuments(unpublished),
        oldestMs: oldest ? Math.max(0, Date.now() - Date.parse(oldest.event.occurredAt)) : 0,
        retained: await outbox.countDocuments({ publishedAt: { $exists: true } }),
      });
    }
    return { queues, outboxes };
  }

  /**
   * Has the services republish what some handler has no record of, once every handler consumes a queue.
   * @returns how many events, and the handlers that do not consume one after `withinMs` ms
   */
  async refeedUnhandled(withinMs?: number): Promise<{ republished: number; absent: string[] }> {
    const databases = (await this.#services()).map(([, db]) => db.databaseName);
    const absent = await untilConsumed(this.#mongodb, this.#rabbitmq, databases, withinMs);
    return { republished: await republishUnhandled(this.#mongodb, databases), absent };
  }

  /**
   * Has the services republish what they published since `since`, for a broker that lost its disk. Handlers are
   * idempotent and skip known events.
   * @returns how many events.
   */
  async refeed({
    since,
    service,
    event,
  }: {
    since: Date;
    service?: string | undefined;
    event?: string | undefined;
  }): Promise<number> {
    let republished = 0;
    for (const [name, db] of await this.#services()) {
      if (service !== undefined && service !== name) continue;
      const { modifiedCount } = await db.collection<OutboxRow>('outbox').updateMany(
        { publishedAt: { $gte: since }, ...(event !== undefined && { 'event.name': event }) },
        // As if the relay's instance had crashed: the next sweep of any instance claims them.
        { $set: { waiting: true, relay: 'refeed', leaseUntil: new Date(0) }, $unset: { publishedAt: 1 } },
      );
      republished += modifiedCount;
    }
    return republished;
  }

  async #services(): Promise<[service: string, db: Db][]> {
    const { databases } = await this.#mongodb.db('admin').admin().listDatabases({ nameOnly: true });
    return databases.flatMap(({ name }) => {
      const service = this.#databases.exec(name)?.[1];
      return service ? [[service, this.#mongodb.db(name)] as [string, Db]] : [];
    });
  }

  /** How many dead letters wait; undefined if RabbitMQ does not know their queue. */
  async #dead({ queue, handler }: QueueOf): Promise<number | undefined> {
    return (await checkQueue(this.#rabbitmq, deadLettersOf(queue, handler).dead))?.messageCount;
  }
}
