import { Logger } from '@nestjs/common';
import type { AnyEvent, Envelope } from '@shop/contracts';
import type { ChannelModel, ConsumeMessage } from 'amqplib';
import type { Broker } from './broker.ts';
import { eventIn } from './delivery.ts';
import { consumed } from './metrics.ts';
import type { Names } from './names.ts';

const PREFETCH = 100;

export interface BroadcastQueueOptions {
  handler: string;
  specs: ReadonlyMap<string, AnyEvent>;
  run(event: Envelope, headers: object): Promise<void>;
  broker: Broker;
  names: Names;
  /** Resolves when nothing older than the next event is being fetched anew. */
  ready(): Promise<void>;
  /** An event could not be handled: what hangs on it must be fetched anew. */
  onFailed(): void;
}

/** This instance's own queue of a broadcast handler; it lives as long as the connection. */
export class BroadcastQueue {
  readonly #options: BroadcastQueueOptions;
  readonly #logger = new Logger(BroadcastQueue.name);

  constructor(options: BroadcastQueueOptions) {
    this.#options = options;
  }

  /** Declares, binds and begins to listen, on a new connection. */
  async consume(connection: ChannelModel): Promise<void> {
    const { broker, names, specs } = this.#options;
    const channel = await connection.createChannel();
    broker.guard(connection, channel);
    await channel.prefetch(PREFETCH);
    // The broker names it: the queue of a lost connection may still be there for a moment.
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
          // the channel is gone, and the queue with it
        }
      });
    });
  }

  async #handle(message: ConsumeMessage): Promise<void> {
    const { handler, specs, run, ready, onFailed } = this.#options;
    await ready();
    try {
      await run(eventIn(message, specs), message.properties.headers ?? {});
      consumed.inc({ handler, outcome: 'done' });
    } catch (error) {
      this.#logger.error(`${handler} failed: everything is fetched anew`, error, {
        eventId: message.properties.messageId,
      });
      consumed.inc({ handler, outcome: 'failed' });
      onFailed();
    }
  }
}
