import { Logger } from '@nestjs/common';
import type { AnyEvent, Envelope } from '@shop/contracts';
import type { ChannelModel, ConsumeMessage } from 'amqplib';
import type { Broker } from './broker.ts';
import { parseEvent } from './delivery.ts';
import { consumed } from './metrics.ts';
import type { Names } from './names.ts';

const PREFETCH = 100;

export interface BroadcastQueueOptions {
  handler: string;
  specs: ReadonlyMap<string, AnyEvent>;
  run(event: Envelope, headers: object): Promise<void>;
  broker: Broker;
  names: Names;
  /** Resolves when no refresh that is older than the next event is under way. */
  ready(): Promise<void>;
  /** An event could not be handled: caches that depend on it have to be refreshed. */
  onFailed(): void;
}

/** This instance's queue of a broadcast handler; it exists as long as the connection. */
export class BroadcastQueue {
  readonly #options: BroadcastQueueOptions;
  readonly #logger = new Logger(BroadcastQueue.name);

  constructor(options: BroadcastQueueOptions) {
    this.#options = options;
  }

  /** Declares, binds and consumes the queue, on a new connection. */
  async consume(connection: ChannelModel): Promise<void> {
    const { broker, names, specs } = this.#options;
    const channel = await connection.createChannel();
    broker.guard(connection, channel);
    await channel.prefetch(PREFETCH);
    // Named by the broker: the queue of a lost connection may still exist.
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
    for (const name of specs.keys()) await channel.bindQueue(queue, names.exchange, name);
    let last = Promise.resolve();
    await channel.consume(queue, (message) => {
      if (!message) {
        connection.close().catch(() => {});
        return;
      }
      last = last.then(async () => {
        await this.#handle(message);
        try {
          channel.ack(message);
        } catch {
          // The channel is closed, and the queue with it.
        }
      });
    });
  }

  async #handle(message: ConsumeMessage): Promise<void> {
    const { handler, specs, run, ready, onFailed } = this.#options;
    await ready();
    try {
      await run(parseEvent(message, specs), message.properties.headers ?? {});
      consumed.inc({ handler, outcome: 'done' });
    } catch (error) {
      this.#logger.error(`${handler} failed: everything is refreshed`, error, {
        eventId: message.properties.messageId,
      });
      consumed.inc({ handler, outcome: 'failed' });
      onFailed();
    }
  }
}
