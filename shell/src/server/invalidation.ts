import { catalog, events } from '@shop/contracts';
import { connect, type ChannelModel } from 'amqplib';
import type { Logger } from 'pino';
import type { Change } from './page-cache.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2_000;
/** Events with the shell among their consumers. */
const EVENTS = events.filter(({ consumers }) => consumers.shell).map(({ name }) => name);

export interface Invalidation {
  drop(change: Change, why: string): void;
  /** `drop` is called a second time after it. */
  againAfterMs: number;
}

/** The fields of an event that are read here. */
interface ReceivedEvent {
  name: string;
  data: Record<string, unknown>;
}

/**
 * Consumes the events that make cached pages stale, from an exclusive queue. The queue ends with the connection, so every reconnect
 * is a gap.
 */
export function followEvents(
  { url, exchange }: { url: string; exchange: string },
  log: Logger,
  { drop, againAfterMs }: Invalidation,
): () => Promise<void> {
  const address = new URL(url);
  // Seconds; a dead peer is detected after two missed heartbeats.
  address.searchParams.set('heartbeat', '10');
  const connecting = connect(address.href, {
    timeout: CONNECT_TIMEOUT_MS,
    clientProperties: { connection_name: 'shell' },
    recovery: { initialDelay: MIN_BACKOFF_MS, maxDelay: MAX_BACKOFF_MS, waitForConnect: false, setup },
  }).then((connection) => {
    let isLogged = false;
    const onDisconnect = ({ message }: Error): void => {
      if (!isLogged) log.warn({ reason: message }, 'RabbitMQ is unavailable: cached pages expire by time only');
      isLogged = true;
    };
    connection.on('connect', () => {
      isLogged = false;
    });
    connection.on('disconnect', onDisconnect);
    connection.on('connect-failed', onDisconnect);
    connection.on('error', () => {}); // also reported by `disconnect`
    return connection;
  });

  const again = new Set<NodeJS.Timeout>();
  function change(changed: Change, why: string): void {
    drop(changed, why);
    const timer = setTimeout(() => {
      again.delete(timer);
      drop(changed, `${why}, again`);
    }, againAfterMs);
    again.add(timer);
  }

  /** The one under the recovering connection. */
  let current: ChannelModel | undefined;
  async function setup(connection: ChannelModel): Promise<void> {
    current = connection;
    // The library adds its own listener only after `setup`.
    connection.on('error', () => {});
    const channel = await connection.createChannel();
    const reconnect = () => void connection.close().catch(() => {}); // already closed
    channel.on('error', (error: Error) => log.error({ reason: error.message }, 'RabbitMQ closed the channel'));
    channel.on('close', reconnect);
    await channel.assertExchange(exchange, 'topic', { durable: true });
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
    for (const name of EVENTS) await channel.bindQueue(queue, exchange, name);
    await channel.consume(queue, (message) => (message ? handle(message.content) : reconnect()), { noAck: true });
    // Events may have been missed.
    change('all', 'a gap');
    log.info('following events');
  }

  function handle(content: Buffer): void {
    try {
      const event = JSON.parse(content.toString()) as ReceivedEvent;
      change(changeOf(event), event.name);
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'could not parse an event: all cached pages are dropped');
      change('all', 'an unreadable event');
    }
  }

  return async () => {
    for (const timer of again) clearTimeout(timer);
    const connection = await connecting;
    // The library's `close` does not settle when the connection is lost in between.
    const lost = new Promise<void>((resolve) => current?.once('close', resolve));
    await Promise.race([connection.close(), lost]);
  };
}

/** What an event makes stale: the tag that it names, or those of its product; everything where it names neither. */
export function changeOf({ name, data }: ReceivedEvent): Change {
  if (typeof data['tag'] === 'string') return [data['tag']];
  const ids = [data['productGroup'], data['productId']].filter((id) => typeof id === 'string');
  if (ids.length === 0) return 'all';
  const own = ids.map((id) => `product:${id}`);
  // Listings only show whether a product is in stock.
  if (name === catalog.stockChanged.name && data['availabilityChanged'] === false) return own;
  if (name === catalog.reviewPosted.name) own.push(...ids.map((id) => `rating:${id}`));
  return ['products', ...own];
}
