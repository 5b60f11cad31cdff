import { Logger } from '@nestjs/common';
import type { AnyEvent, Envelope } from '@shop/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { ClientSession } from 'mongoose';
import { BatchWriter } from '../database/batch-writer.ts';
import type { Broker } from './broker.ts';
import { parseEvent, failuresOf, redeliveriesOf, Undeliverable } from './delivery.ts';
import { HEADERS } from './headers.ts';
import type { Effect, Effects } from './effects.ts';
import type { EventsConfig } from './event-variables.ts';
import { endFormerQueues, moveFormerDeadLetters } from './former-queues.ts';
import { consumed, lag } from './metrics.ts';
import { type Names, namesFor } from './names.ts';
import { type OutboxInboxStore, isUnreachable } from './outbox-inbox-store.ts';
import { deadLetterArguments, handlerArguments } from './queue-arguments.ts';

const MAX_REASON_LENGTH = 2_000;
/** Idempotent effects are recorded in batches, and acknowledged after that. */
const RECORD_WITHIN_MS = 100;

/** Runs a handler for an event, in the transaction of `session` if there is one. */
export type RunHandler = (
  event: Envelope,
  headers: object,
  attempt: number,
  session: ClientSession | undefined,
) => Promise<void>;

export interface WorkQueueOptions {
  service: string;
  /** Name in the inbox, and after the service's in RabbitMQ. */
  handler: string;
  /** Effects run without a transaction, concurrently. */
  idempotent: boolean;
  specs: ReadonlyMap<string, AnyEvent>;
  run: RunHandler;
  broker: Broker;
  effects: Effects;
  store: OutboxInboxStore;
  config: EventsConfig;
}

interface Received {
  message: ConsumeMessage;
  channel: Channel;
}

interface Checked extends Received {
  event: Envelope;
  effect: Effect;
}

/** One handler's durable queue: handles events in batches, each with one effect. */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #names: Names;
  readonly #dead: string;
  readonly queue: string;
  readonly #logger = new Logger(WorkQueue.name);
  /** Handled without a transaction, not acknowledged yet. */
  readonly #done: BatchWriter<Checked>;
  #channel: Channel | undefined;
  #consumers: string[] = [];
  /** Of the generation before. */
  #former: string[] = [];
  #received: Received[] = [];
  #working: Promise<void> | undefined;
  #stopping = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
    const { service, handler } = options;
    this.#names = namesFor(options.config.EVENTS_PREFIX);
    this.queue = this.#names.queue(service, handler);
    this.#dead = this.#names.dead(service, handler);
    this.#done = new BatchWriter((done) => this.#record(done), RECORD_WITHIN_MS, options.config.EVENTS_BATCH);
  }

  /** For `npm run events`. */
  describe(): { queue: string; handler: string; events: string[]; former: string[] } {
    const { service, handler, specs } = this.#options;
    return {
      queue: this.queue,
      handler,
      events: [...specs.keys()],
      former: this.#names.formerQueues(service, handler),
    };
  }

  /** Declares and binds the queue, on a new connection, and then ends those that it replaced. */
  async declare(connection: ChannelModel, channel: Channel): Promise<void> {
    const { service, handler, specs, config } = this.#options;
    const returns = this.#names.returns(service);
    await channel.assertQueue(this.#dead, { durable: true, arguments: deadLetterArguments(config) });
    await channel.bindQueue(this.#dead, returns, this.#dead);
    await channel.assertQueue(this.queue, {
      durable: true,
      arguments: handlerArguments(returns, this.#dead, config),
    });
    await channel.bindQueue(this.queue, returns, this.queue);
    const events = [...specs.keys()];
    for (const name of events) await channel.bindQueue(this.queue, this.#names.exchange, name);
    this.#former = await endFormerQueues(connection, { service, handler, events, config });
    await moveFormerDeadLetters(connection, { service, handler, config });
  }

  /** Consumes the queue, on a new connection. Unacknowledged events of the previous one are redelivered. */
  async consume(connection: ChannelModel): Promise<void> {
    const { broker, config } = this.#options;
    const channel = await connection.createChannel();
    broker.guard(connection, channel);
    await channel.prefetch(config.EVENTS_PREFETCH);
    this.#channel = channel;
    this.#received = [];
    this.#consumers = [];
    for (const queue of [this.queue, ...this.#former]) {
      const consumer = await channel.consume(queue, (message) => {
        if (message) this.#receive({ message, channel });
        // The queue was deleted: reconnect and declare it again.
        else connection.close().catch(() => {});
      });
      this.#consumers.push(consumer.consumerTag);
    }
  }

  /** Stops consuming and finishes the batch under way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const consumer of this.#consumers) await this.#channel?.cancel(consumer).catch(() => {});
    this.#received = [];
    await this.#working;
    await this.#done.flush().catch((error: unknown) => this.#logger.debug('Events were not acknowledged', error));
  }

  #receive(received: Received): void {
    if (this.#stopping) return;
    this.#received.push(received);
    if (!this.#working) this.#work();
  }

  #work(): void {
    this.#working = this.#drain().finally(() => {
      this.#working = undefined;
      if (this.#received.length > 0 && !this.#stopping) this.#work();
    });
  }

  async #drain(): Promise<void> {
    while (this.#received.length > 0 && !this.#stopping) {
      const batch = this.#received.splice(0, this.#options.config.EVENTS_BATCH);
      const checked: Checked[] = [];
      for (const received of batch) {
        try {
          checked.push(this.#check(received));
        } catch (error) {
          await this.#setAside(received, error);
        }
      }
      await this.#settle(checked);
    }
  }

  #check(received: Received): Checked {
    const { config, run, specs } = this.#options;
    const { message } = received;
    const event = parseEvent(message, specs);
    const headers = message.properties.headers ?? {};
    const age = Date.now() - Date.parse(event.occurredAt);
    if (age > config.EVENTS_INBOX_KEEP && !headers[HEADERS.replayed]) {
      throw new Undeliverable('It is older than the inbox remembers: its effect may exist already');
    }
    const attempt = failuresOf(message) + 1;
    return {
      ...received,
      event,
      effect: { eventId: event.id, run: (session) => this.#limited(run(event, headers, attempt, session)) },
    };
  }

  async #limited(work: Promise<void>): Promise<void> {
    const limit = this.#options.config.EVENTS_HANDLER_LIMIT;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`The handler took longer than ${limit} ms`)), limit);
    });
    try {
      await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** In one transaction if that succeeds, else one by one, so that a bad event does not block the others. */
  async #settle(batch: Checked[]): Promise<void> {
    const { effects, handler, idempotent } = this.#options;
    if (idempotent) {
      await Promise.all(batch.map((each) => this.#alone(each)));
      return;
    }
    if (batch.length > 1 && batch.every(({ message }) => redeliveriesOf(message) < 3)) {
      try {
        const done = await effects.together(
          handler,
          batch.map(({ effect }) => effect),
        );
        for (const each of batch.slice(0, done)) this.#finish(each, 'done');
        this.#received.unshift(...batch.slice(done));
        return;
      } catch (error) {
        this.#logger.debug(`${handler}: a batch is handled one by one`, error);
      }
    }
    for (const each of batch) await this.#alone(each);
  }

  async #alone(checked: Checked): Promise<void> {
    const { effects, handler, idempotent, store } = this.#options;
    for (;;) {
      try {
        if (idempotent) {
          await checked.effect.run(undefined);
          this.#done.add(checked);
        } else {
          this.#finish(checked, await effects.alone(handler, checked.effect));
        }
        return;
      } catch (error) {
        // A database outage is not a failure of the event.
        const waited = await store.waitUntilAvailable(() => this.#stopping);
        if (this.#stopping) return;
        if (waited || isUnreachable(error)) {
          this.#logger.warn(`${handler} waited for MongoDB`, error);
          continue;
        }
        await this.#retryLater(checked, error);
        return;
      }
    }
  }

  async #record(done: Checked[]): Promise<void> {
    const { handler, store } = this.#options;
    await store.recordIdempotent(
      handler,
      done.map(({ event }) => event.id),
    );
    for (const each of done) this.#finish(each, 'done');
  }

  #finish({ channel, message, event }: Checked, outcome: 'done' | 'duplicate'): void {
    const { handler } = this.#options;
    acknowledge(channel, message);
    consumed.inc({ handler, outcome });
    if (outcome === 'done') lag.observe({ handler }, Math.max(0, Date.now() - Date.parse(event.occurredAt)) / 1000);
  }

  async #retryLater(checked: Checked, error: unknown): Promise<void> {
    const { config, handler, service } = this.#options;
    const { event, message } = checked;
    const failures = failuresOf(message) + 1;
    const delay = config.EVENTS_RETRY_DELAYS[failures - 1];
    if (delay === undefined) {
      await this.#setAside(checked, error);
      return;
    }
    this.#logger.warn(`${handler} failed and is retried`, error, {
      event: event.name,
      eventId: event.id,
      failures,
      delay,
    });
    const moved = await this.#move(checked, this.#names.retry(service, delay), this.queue, failures, error);
    if (moved) consumed.inc({ handler, outcome: 'retried' });
  }

  async #setAside(received: Received, error: unknown): Promise<void> {
    const { handler, service } = this.#options;
    const failures = failuresOf(received.message) + 1;
    this.#logger.error(`${handler} gives up on an event`, error, {
      eventId: received.message.properties.messageId,
      failures,
    });
    const moved = await this.#move(received, this.#names.returns(service), this.#dead, failures, error);
    if (moved) consumed.inc({ handler, outcome: 'dead' });
  }

  /** Publishes an event elsewhere and acknowledges it here once that is confirmed. */
  async #move({ channel, message }: Received, exchange: string, routingKey: string, failures: number, error: unknown) {
    const { ['x-delivery-count']: _deliveries, ...headers } = message.properties.headers ?? {};
    try {
      const outcome = await this.#options.broker.publish({
        exchange,
        routingKey,
        content: message.content,
        messageId: String(message.properties.messageId ?? ''),
        headers: {
          ...headers,
          [HEADERS.failures]: failures,
          [HEADERS.reason]: reasonOf(error),
          [HEADERS.failedAt]: new Date().toISOString(),
        },
      });
      if (outcome === 'unroutable') throw new Error(`There is no queue ${routingKey}`);
      acknowledge(channel, message);
      return true;
    } catch (failure) {
      this.#logger.warn(`${this.queue}: an event could not be moved and is redelivered`, failure as Error);
      // After a delay; if the connection is lost, it is redelivered anyway.
      setTimeout(() => {
        try {
          channel.nack(message, false, true);
        } catch {
          // The channel is closed.
        }
      }, 1_000).unref();
      return false;
    }
  }
}

/** If its channel is closed, the message is redelivered and is a duplicate. */
function acknowledge(channel: Channel, message: ConsumeMessage): void {
  try {
    channel.ack(message);
  } catch {
    // See above.
  }
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, MAX_REASON_LENGTH);
}
