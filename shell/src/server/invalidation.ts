import { calls, catalog, events, wirePath } from '@shop/contracts';
import { connect, type ChannelModel } from 'amqplib';
import type { Logger } from 'pino';

const CONNECT_TIMEOUT_MS = 5_000;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2_000;
/** Events with the shell among their consumers. */
const EVENTS = events.filter(({ consumers }) => consumers.shell).map(({ name }) => name);

export interface Invalidation {
  /** Sources (paths of the gateway with their query) for which `isAffected` returns true are stale. */
  onChange(isAffected: (source: string) => boolean, event: string): void;
  /** Events may have been missed: everything is stale. */
  onGap(): void;
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
  { onChange, onGap }: Invalidation,
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

  async function setup(connection: ChannelModel): Promise<void> {
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
    onGap();
    log.info('following events');
  }

  function handle(content: Buffer): void {
    try {
      const event = JSON.parse(content.toString()) as ReceivedEvent;
      const changed = new Set(tagsOf(event));
      onChange((source) => tagsOfSource(source).some((tag) => changed.has(tag)), event.name);
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'could not parse an event: all cached pages are dropped');
      onGap();
    }
  }

  return async () => {
    await (await connecting).close();
  };
}

/** The cache tags that an event makes stale: the one it names, or those of its product. */
function tagsOf({ name, data }: ReceivedEvent): string[] {
  if (typeof data['tag'] === 'string') return [data['tag']];
  const ids = [data['productGroup'], data['productId']].filter((id) => typeof id === 'string');
  const own = ids.map((id) => `product:${id}`);
  // Listings only show whether a product is in stock.
  if (name === catalog.stockChanged.name && data['availabilityChanged'] === false) return own;
  if (name === catalog.reviewPosted.name) own.push(...ids.map((id) => `rating:${id}`));
  return ['products', ...own];
}

const cached = calls
  .filter((call) => call.method === 'GET' && call.cache)
  .map((call) => ({
    pattern: new URLPattern({ pathname: wirePath(call) }),
    tags: call.cache!.tags,
  }));

/** The cache tags of an answer, by the contract of its call; none for calls without a cache policy. */
export function tagsOfSource(source: string): string[] {
  const url = new URL(source, 'http://gateway');
  for (const { pattern, tags } of cached) {
    const match = pattern.exec({ pathname: url.pathname });
    if (!match) continue;
    const value = (name: string) => decodeURIComponent(match.pathname.groups[name] ?? url.searchParams.get(name) ?? '');
    return tags.map((tag) => tag.replaceAll(/\{(\w+)\}/g, (_, name: string) => value(name)));
  }
  return [];
}
