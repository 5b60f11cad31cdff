import type { GetMessage } from 'amqplib';
import type { Broker } from './broker.ts';
import { HEADERS } from './delivery.ts';

/** Where a handler's events and dead letters are in RabbitMQ. */
export interface DeadLettersOf {
  handler: string;
  queue: string;
  dead: string;
  /** The service's exchange, which leads to `queue`. */
  returns: string;
}

/** An event that its handler has given up on. */
export interface DeadLetter {
  handler: string;
  eventId: string;
  name: string;
  key: string;
  reason: string;
  failures: number;
  occurredAt: string | null;
  failedAt: string | null;
}

/** Up to `limit` dead letters of a handler, which stay. */
export const lookAt = (broker: Broker, of: DeadLettersOf, limit: number): Promise<DeadLetter[]> =>
  broker.withChannel(async (channel) => {
    const letters: DeadLetter[] = [];
    while (letters.length < limit) {
      const message = await channel.get(of.dead);
      if (!message) break;
      letters.push(letterOf(of.handler, message));
    }
    return letters;
  });

/**
 * Moves one dead letter, or up to `limit`, back to its handler's queue, where it begins with its first try. Each is removed only after
 * the broker has confirmed that it is in the queue: if the process dies in between it is handled twice, with one effect.
 */
export const replayDead = (
  broker: Broker,
  { handler, queue, dead, returns }: DeadLettersOf,
  { eventId, limit }: { eventId?: string | undefined; limit: number },
  allow: (count: number) => Promise<void>,
): Promise<number> =>
  broker.withChannel(async (channel) => {
    const found: GetMessage[] = [];
    for (let looked = 0; looked < limit; looked++) {
      const message = await channel.get(dead);
      if (!message) break;
      if (eventId === undefined || letterOf(handler, message).eventId === eventId) found.push(message);
      if (found.length > 0 && eventId !== undefined) break;
    }
    if (found.length > 0) await allow(found.length);
    for (const message of found) {
      const headers = Object.entries(message.properties.headers ?? {}).filter(([name]) => !name.startsWith('x-'));
      const outcome = await broker.publish({
        exchange: returns,
        routingKey: queue,
        content: message.content,
        messageId: String(message.properties.messageId ?? ''),
        headers: { ...Object.fromEntries(headers), [HEADERS.replayed]: new Date().toISOString() },
      });
      if (outcome === 'unroutable') throw new Error(`There is no queue ${queue}`);
      channel.ack(message);
    }
    return found.length;
  });

function letterOf(handler: string, { content, properties }: GetMessage): DeadLetter {
  const headers: Record<string, unknown> = properties.headers ?? {};
  const { id, name, key, occurredAt } = envelopeIn(content);
  // Of one that the broker itself gave up on, because its consumer died with it again and again.
  const byBroker = (headers['x-death'] as { reason?: string }[] | undefined)?.[0]?.reason;
  return {
    handler,
    eventId: String(id ?? properties.messageId ?? ''),
    name: String(name ?? ''),
    key: String(key ?? ''),
    reason: String(headers[HEADERS.reason] ?? byBroker ?? ''),
    failures: Number(headers[HEADERS.failures] ?? 0),
    occurredAt: momentOf(occurredAt),
    failedAt: momentOf(headers[HEADERS.failedAt]),
  };
}

/** A message that is no event has none of it. */
function envelopeIn(content: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(content.toString('utf8'))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const momentOf = (value: unknown): string | null => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};
