import { Logger } from '@nestjs/common';
import amqp, {
  type Channel,
  type ChannelModel,
  type ConfirmChannel,
  type Options,
  type RecoveringChannelModel,
} from 'amqplib';

const CONNECT_LIMIT_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Thrown when a message did not get to the broker, or its confirm did not come: it may or may not be there. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed';
}

export interface Publication {
  exchange: string;
  routingKey: string;
  content: Buffer;
  /** Unique among what is being published at one moment. */
  messageId: string;
  headers: Record<string, unknown>;
}

type SetUp = (connection: ChannelModel) => Promise<void>;

/**
 * The connection of this process to RabbitMQ: it connects by itself, sets everything up, and starts anew when the
 * connection or one of its channels is lost.
 */
export class Broker {
  readonly #logger = new Logger(Broker.name);
  readonly #url: string;
  readonly #name: string;
  readonly #setUps: SetUp[] = [];
  readonly #connected: (() => void)[] = [];
  readonly #returned = new Set<string>();
  #connection: RecoveringChannelModel | undefined;
  #publisher: ConfirmChannel | undefined;
  #why: string | undefined = 'connecting';
  #closing = false;

  /** `name` is how the broker's own tools call this connection. */
  constructor(url: string, name: string) {
    const address = new URL(url);
    // A peer that vanished without a word is noticed after two of these.
    if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', '10');
    this.#url = address.href;
    this.#name = name;
  }

  /** What is missing, or `undefined` when connected and set up. */
  get why(): string | undefined {
    return this.#why;
  }

  get isConnected(): boolean {
    return this.#publisher !== undefined;
  }

  /** Runs on every new connection, in the order of the calls; only when all succeed is the broker connected. */
  onSetUp(setUp: SetUp): void {
    this.#setUps.push(setUp);
  }

  /** Called after every set-up. */
  onConnected(listener: () => void): void {
    this.#connected.push(listener);
  }

  /** Begins to connect, and answers at once. */
  async open(): Promise<void> {
    if (this.#connection || this.#closing) return;
    this.#connection = await amqp.connect(this.#url, {
      timeout: CONNECT_LIMIT_MS,
      clientProperties: { connection_name: this.#name },
      recovery: {
        initialDelay: FIRST_PAUSE_MS,
        maxDelay: LONGEST_PAUSE_MS,
        waitForConnect: false,
        setup: (connection: ChannelModel) => this.#setUp(connection),
      },
    });
    this.#connection.on('connect', () => {
      this.#logger.log('RabbitMQ is connected');
      for (const listener of this.#connected) listener();
    });
    this.#connection.on('disconnect', (error) => this.#lost('RabbitMQ is away', error));
    this.#connection.on('connect-failed', (error) => this.#lost('RabbitMQ is not there yet', error));
    this.#connection.on('blocked', (reason) => this.#logger.warn('RabbitMQ takes no events', { reason }));
    this.#connection.on('error', () => {}); // told by `disconnect` as well
  }

  async #setUp(connection: ChannelModel): Promise<void> {
    // The library listens only once this is done.
    connection.on('error', () => {});
    const publisher = await connection.createConfirmChannel();
    publisher.on('return', (message) => this.#returned.add(String(message.properties.messageId)));
    this.guard(connection, publisher);
    for (const setUp of this.#setUps) await setUp(connection);
    publisher.once('close', () => {
      if (this.#publisher === publisher) this.#publisher = undefined;
    });
    this.#publisher = publisher;
    this.#why = undefined;
  }

  /** A channel that the broker closes (a queue was deleted, an acknowledgement came twice) takes the connection along. */
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
   * Publishes a persistent message and waits for the broker's confirm. Answers whether any queue took it.
   * @throws NotConfirmed
   */
  publish({ exchange, routingKey, content, messageId, headers }: Publication): Promise<'routed' | 'unroutable'> {
    const channel = this.#publisher;
    if (!channel) return Promise.reject(new NotConfirmed(`RabbitMQ is away: ${this.#why}`));
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
          // What could not be routed is returned before it is confirmed.
          const returned = this.#returned.delete(messageId);
          if (error) reject(new NotConfirmed(error.message, { cause: error }));
          else resolve(returned ? 'unroutable' : 'routed');
        });
      } catch (error) {
        reject(new NotConfirmed((error as Error).message, { cause: error }));
      }
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#publisher = undefined;
    this.#why = 'closed';
    await this.#connection?.close();
  }
}
