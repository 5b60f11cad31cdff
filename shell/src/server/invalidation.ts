import { calls, catalog, events, wirePath } from '@shop/contracts';
import { connect, type ChannelModel } from 'amqplib';
import type { Logger } from 'pino';

const RETRY_MS = 2000;
/** What the contracts say the shell hears. */
const EVENTS = events.filter(({ consumers }) => consumers.shell).map(({ name }) => name);

export interface Invalidation {
  /** Sources (paths of the gateway with their query) for which `isMeant` says yes are out of date. */
  onChange(isMeant: (source: string) => boolean, event: string): void;
  /** Events may have been missed: everything is out of date. */
  onGap(): void;
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
  let connection: ChannelModel | undefined;
  let isClosed = false;

  async function follow(): Promise<void> {
    try {
      const address = new URL(url);
      address.searchParams.set('heartbeat', '10');
      connection = await connect(address.href);
      connection.on('error', (error: Error) => log.warn({ reason: error.message }, 'the connection to RabbitMQ broke'));
      connection.on('close', again);
      const channel = await connection.createChannel();
      await channel.assertExchange(exchange, 'topic', { durable: true });
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
      for (const name of EVENTS) await channel.bindQueue(queue, exchange, name);
      await channel.consume(
        queue,
        (message) => {
          if (!message) return;
          try {
            hear(
              JSON.parse(message.content.toString()) as { name: string; key: string; data: Record<string, unknown> },
            );
          } catch (error) {
            log.error({ reason: (error as Error).message }, 'an event could not be read: all cached pages are dropped');
            onGap();
          }
        },
        { noAck: true },
      );
      onGap();
      log.info('following events');
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'RabbitMQ is not there: cached pages live by their time only');
      again();
    }
  }

  function again(): void {
    if (isClosed) return;
    setTimeout(() => !isClosed && void follow(), RETRY_MS).unref();
  }

  function hear(event: { name: string; key: string; data: Record<string, unknown> }): void {
    const changed = new Set(tagsOf(event));
    onChange((source) => tagsOfSource(source).some((tag) => changed.has(tag)), event.name);
  }

  void follow();
  return async () => {
    isClosed = true;
    await connection?.close().catch(() => {});
  };
}

/** The cache tags that an event makes wrong: it names one itself, or the product that it is about. */
function tagsOf({ name, data }: { name: string; data: Record<string, unknown> }): string[] {
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
