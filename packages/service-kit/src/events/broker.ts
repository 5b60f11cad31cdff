import { Logger } from '@nestjs/common';
import amqp, {
  type Channel,
  type ChannelModel,
  type ConfirmChannel,
  type Options,
  type RecoveringChannelModel,
} from 'amqplib';
import { withChannel } from './with-channel.ts';

const CONNECT_LIMIT_MS = 5_000;
const INITIAL_RECONNECT_MS = 100;
const MAX_RECONNECT_MS = 2_000;

/** A message did not reach the broker or was not confirmed: it may or may not be there. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed';
}

export interface Publication {
  exchange: string;
  routingKey: string;
  content: Buffer;
  /** Unique among the messages being published at the same time. */
  messageId: string;
  headers: Record<string, unknown>;
}

type SetUp = (connection: ChannelModel) => Promise<void>;

/** The connection of this process to RabbitMQ: connects, sets up, and reconnects when it or one of its channels is lost. */
export class Broker {
  readonly #logger = new Logger(Broker.name);
  readonly #url: string;
  readonly #name: string;
  readonly #setUps: SetUp[] = [];
  readonly #connected: (() => void)[] = [];
  readonly #returned = new Set<string>();
  #connection: RecoveringChannelModel | undefined;
  #publisher: ConfirmChannel | undefined;
  /** The one under the recovering connection. */
  #current: ChannelModel | undefined;
  #why: string | undefined = 'connecting';
  #closing = false;

  /** `name` is shown in the broker's own tools. */
  constructor(url: string, name: string) {
    const address = new URL(url);
    // A peer that vanished silently is detected after two heartbeats.
    if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', '10');
    this.#url = address.href;
    this.#name = name;
  }

  /** Why it is not available; `undefined` when connected and set up. */
  get why(): string | undefined {
    return this.#why;
  }

  get isConnected(): boolean {
    return this.#publisher !== undefined;
  }

  /** Runs on every new connection, in order of registration. The broker counts as connected when all have succeeded. */
  onSetUp(setUp: SetUp): void {
    this.#setUps.push(setUp);
  }

  /** Called after every set-up. */
  onConnected(listener: () => void): void {
    this.#connected.push(listener);
  }

  /** Starts connecting and returns at once. */
  async open(): Promise<void> {
    if (this.#connection || this.#closing) return;
    this.#connection = await amqp.connect(this.#url, {
      timeout: CONNECT_LIMIT_MS,
      clientProperties: { connection_name: this.#name },
      recovery: {
        initialDelay: INITIAL_RECONNECT_MS,
        maxDelay: MAX_RECONNECT_MS,
        waitForConnect: false,
        setup: (connection: ChannelModel) => this.#setUp(connection),
      },
    });
    this.#connection.on('connect', () => {
      this.#logger.log('RabbitMQ is connected');
      for (const listener of this.#connected) listener();
    });
    this.#connection.on('disconnect', (error) => this.#lost('RabbitMQ is disconnected', error));
    this.#connection.on('connect-failed', (error) => this.#lost('RabbitMQ is not available yet', error));
    this.#connection.on('blocked', (reason) => this.#logger.warn('RabbitMQ blocks publishing', { reason }));
    this.#connection.on('error', () => {}); // also reported by `disconnect`
  }

  async #setUp(connection: ChannelModel): Promise<void> {
    // The library adds its listeners only after the set-up.
    connection.on('error', () => {});
    const publisher = await connection.createConfirmChannel();
    publisher.on('return', (message) => this.#returned.add(String(message.properties.messageId)));
    this.guard(connection, publisher);
    for (const setUp of this.#setUps) await setUp(connection);
    publisher.once('close', () => {
      if (this.#publisher === publisher) this.#publisher = undefined;
    });
    this.#publisher = publisher;
    this.#current = connection;
    this.#why = undefined;
  }

  /** If the broker closes the channel (queue deleted, message acknowledged twice), the connection is closed and set up again. */
  guard(connection: ChannelModel, channel: Channel): void {
    channel.on('error', (error) => this.#logger.error('RabbitMQ closed a channel', error));
    channel.on('close', () => {
      if (!this.#closing) connection.close().catch(() => {}); // already closed
    });
  }

  #lost(what: string, error: Error): void {
    const why = error.message || error.name;
    this.#publisher = undefined;
    this.#returned.clear();
    if (this.#why !== why) this.#logger.warn(what, { reason: why });
    this.#why = why;
  }

  /**
   * Publishes a persistent message and waits for the broker's confirm. Returns whether it was routed to any queue.
   * @throws NotConfirmed
   */
  publish({ exchange, routingKey, content, messageId, headers }: Publication): Promise<'routed' | 'unroutable'> {
    const channel = this.#publisher;
    if (!channel) return Promise.reject(new NotConfirmed(`RabbitMQ is disconnected: ${this.#why}`));
    const options: Options.Publish = {
      persistent: true,
      mandatory: true,
      contentType: 'application/json',
      messageId,
      headers,
    };
    return new Promise((resolve, reject) => {
      try {
        channel.publish(exchange, routingKey, content, options, (error: Error | null) => {
          // An unroutable message is returned before it is confirmed.
          const returned = this.#returned.delete(messageId);
          if (error) reject(new NotConfirmed(error.message, { cause: error }));
          else resolve(returned ? 'unroutable' : 'routed');
        });
      } catch (error) {
        reject(new NotConfirmed((error as Error).message, { cause: error }));
      }
    });
  }

  /** How many messages wait in each queue. @throws when it is disconnected, or a queue does not exist */
  countWaiting(queues: readonly string[]): Promise<number[]> {
    return this.withChannel(async (channel) => {
      const counted = await Promise.all(queues.map((queue) => channel.checkQueue(queue)));
      return counted.map(({ messageCount }) => messageCount);
    });
  }

  /** @throws NotConfirmed when it is disconnected, also while the channel is used */
  async withChannel<T>(use: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
    const connection = this.#current;
    if (!this.isConnected || !connection) throw new NotConfirmed(`RabbitMQ is disconnected: ${this.#why}`);
    let stopListening = () => {};
    // What was asked of a connection that is lost may never settle.
    const lost = new Promise<never>((_, reject) => {
      const onClose = () => reject(new NotConfirmed('RabbitMQ was disconnected'));
      connection.once('close', onClose);
      stopListening = () => connection.off('close', onClose);
    });
    try {
      return await Promise.race([withChannel(connection, use), lost]);
    } finally {
      stopListening();
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#publisher = undefined;
    this.#why = 'closed';
    // The library's `close` does not settle when the connection is lost in between.
    const lost = new Promise<void>((resolve) => this.#current?.once('close', resolve));
    await Promise.race([this.#connection?.close(), lost]);
  }
}
