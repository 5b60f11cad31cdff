import { calls, catalog, events, wirePath } from '@shop/contracts';
import { connect, type ChannelModel } from 'amqplib';
import type { Logger } from 'pino';

const CONNECT_LIMIT_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** What the contracts say the shell hears. */
const EVENTS = events.filter(({ consumers }) => consumers.shell).map(({ name }) => name);

export interface Invalidation {
  /** Sources (paths of the gateway with their query) for which `isMeant` says yes are out of date. */
  onChange(isMeant: (source: string) => boolean, event: string): void;
  /** Events may have been missed: everything is out of date. */
  onGap(): void;
}

/** Of an event, what is read here. */
interface Told {
  name: string;
  data: Record<string, unknown>;
}

/**
 * Hears the events after which cached pages are wrong, on a queue of its own that ends with the connection. After every
 * reconnect everything is dropped, because nobody kept what came meanwhile.
 */
export function followEvents(
  { url, exchange }: { url: string; exchange: string },
  log: Logger,
  { onChange, onGap }: Invalidation,
): () => Promise<void> {
  const address = new URL(url);
  // A peer that vanished without a word is noticed after two of these.
  address.searchParams.set('heartbeat', '10');
  const connecting = connect(address.href, {
    timeout: CONNECT_LIMIT_MS,
    clientProperties: { connection_name: 'shell' },
    recovery: { initialDelay: FIRST_PAUSE_MS, maxDelay: LONGEST_PAUSE_MS, waitForConnect: false, setup },
  }).then((connection) => {
    let isTold = false;
    const away = ({ message }: Error): void => {
      if (!isTold) log.warn({ reason: message }, 'RabbitMQ is away: cached pages live by their time only');
      isTold = true;
    };
    connection.on('connect', () => {
      isTold = false;
    });
    connection.on('disconnect', away);
    connection.on('connect-failed', away);
    connection.on('error', () => {}); // told by `disconnect` as well
    return connection;
  });

  async function setup(connection: ChannelModel): Promise<void> {
    // The library listens only once this is done.
    connection.on('error', () => {});
    const channel = await connection.createChannel();
    const startAnew = () => void connection.close().catch(() => {}); // already closed
    channel.on('error', (error: Error) => log.error({ reason: error.message }, 'RabbitMQ closed the channel'));
    channel.on('close', startAnew);
    await channel.assertExchange(exchange, 'topic', { durable: true });
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
    for (const name of EVENTS) await channel.bindQueue(queue, exchange, name);
    await channel.consume(queue, (message) => (message ? hear(message.content) : startAnew()), { noAck: true });
    onGap();
    log.info('following events');
  }

  function hear(content: Buffer): void {
    try {
      const event = JSON.parse(content.toString()) as Told;
      const changed = new Set(tagsOf(event));
      onChange((source) => tagsOfSource(source).some((tag) => changed.has(tag)), event.name);
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'an event could not be read: all cached pages are dropped');
      onGap();
    }
  }

  return async () => {
    await (await connecting).close();
  };
}

/** The cache tags that an event makes wrong: it names one itself, or the product that it is about. */
function tagsOf({ name, data }: Told): string[] {
  if (typeof data['tag'] === 'string') return [data['tag']];
  const ids = [data['productGroup'], data['productId']].filter((id) => typeof id === 'string');
  const own = ids.map((id) => `product:${id}`);
  // Listings tell only whether there is any.
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

/** What an answer is made of, by the contract of its call; an answer that nobody may keep is made of nothing. */
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
