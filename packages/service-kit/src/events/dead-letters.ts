import type { ChannelModel, ConfirmChannel, GetMessage } from 'amqplib';
import { HEADERS } from './headers.ts';
import { withChannel } from './with-channel.ts';

const LOOK_AGAIN_MS = 50;
/** Less than a caller of the service waits. */
const LOOK_WITHIN_MS = 10_000;

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

/** A connection to RabbitMQ, of a service or of a tool. */
export interface Channels {
  /** Opens a channel for `use` and closes it afterwards. */
  withChannel<T>(use: (channel: ConfirmChannel) => Promise<T>): Promise<T>;
}

/** Of a connection that nothing restores: a tool's. */
export const channelsOf = (connection: ChannelModel): Channels => ({
  withChannel: (use) => withChannel(connection, use),
});

/** Others looked at a service's dead letters all the time. */
export class OthersLook extends Error {
  override readonly name = 'OthersLook';
}

/** Those of a handler, by the name of its queue: `catalog.weigh-stone.v3`. */
export function deadLettersOf(queue: string, handler: string): DeadLettersOf {
  const service = queue.slice(0, queue.lastIndexOf(`.${handler}`));
  return { handler, queue, dead: `${queue}.dead`, returns: `${service}.returns` };
}

/**
 * One look at a service's dead letters after another, of all its instances and of tools: what one look has taken, others neither find nor
 * count. A look has a queue of which the broker allows one, and deletes it when the process of the look dies. Looks of one connection have to
 * come one after another. What was taken and not acknowledged goes back.
 * @throws OthersLook after `withinMs` ms
 */
export async function alone<T>(
  channels: Channels,
  returns: string,
  look: (channel: ConfirmChannel) => Promise<T>,
  withinMs = LOOK_WITHIN_MS,
): Promise<T> {
  const lock = `${returns}.look`;
  for (const until = Date.now() + withinMs; ;) {
    const done = await channels.withChannel(async (channel) => {
      if (!(await isAlone(channel, lock))) return undefined;
      try {
        return { result: await look(channel) };
      } finally {
        await leave(channel, lock);
      }
    });
    if (done) return done.result;
    if (Date.now() >= until) throw new OthersLook(`Others look at the dead letters all the time (${lock})`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function isAlone(channel: ConfirmChannel, lock: string): Promise<boolean> {
  try {
    await channel.assertQueue(lock, { exclusive: true, autoDelete: true, durable: false });
    // Deleted with its consumer, when the channel closes in the midst of a look.
    await channel.consume(lock, () => {});
    return true;
  } catch (error) {
    // Another connection has it, or it is being deleted.
    if ([405, 404].includes((error as { code?: number }).code ?? 0)) return false;
    throw error;
  }
}

/** On one channel, so that what was taken is back before the next one looks. */
async function leave(channel: ConfirmChannel, lock: string): Promise<void> {
  try {
    channel.nackAll(true);
    await channel.deleteQueue(lock);
  } catch {
    // The channel is closed, which does both.
  }
}

/** How many dead letters there are of each handler. To be called `alone`. */
export const countDead = (channel: ConfirmChannel, handlers: readonly DeadLettersOf[]): Promise<number[]> =>
  Promise.all(handlers.map(async ({ dead }) => (await channel.checkQueue(dead)).messageCount));

/** Takes up to `limit` dead letters of a handler, for as long as the look lasts. To be called `alone`. */
export async function takeDead(
  channel: ConfirmChannel,
  { handler, dead }: DeadLettersOf,
  limit: number,
): Promise<{ letter: DeadLetter; message: GetMessage }[]> {
  const taken: { letter: DeadLetter; message: GetMessage }[] = [];
  while (taken.length < limit) {
    const message = await channel.get(dead);
    if (!message) break;
    taken.push({ letter: letterOf(handler, message), message });
  }
  return taken;
}

/**
 * Moves dead letters back to their handler's queue, where they begin with their first try: those that are `wanted` of the first `limit`.
 * `allow` is called with their number before the first is moved; what it throws leaves all where they are. Each is removed only after the
 * broker has confirmed that it is in the queue: if the process dies in between it is handled twice, with one effect. To be called `alone`.
 */
export async function replayDead(
  channel: ConfirmChannel,
  of: DeadLettersOf,
  { limit, isWanted }: { limit: number; isWanted: (eventId: string) => boolean },
  allow: (count: number) => Promise<void> = () => Promise.resolve(),
): Promise<{ replayed: number; left: number }> {
  const taken = await takeDead(channel, of, limit);
  const wanted = taken.filter(({ letter }) => isWanted(letter.eventId));
  if (wanted.length > 0) await allow(wanted.length);
  for (const { message } of wanted) {
    await returnToHandler(channel, of, message);
    channel.ack(message);
  }
  const [waiting] = await countDead(channel, [of]);
  return { replayed: wanted.length, left: waiting! + taken.length - wanted.length };
}

function returnToHandler(
  channel: ConfirmChannel,
  { returns, queue }: DeadLettersOf,
  message: GetMessage,
): Promise<void> {
  const headers = Object.entries(message.properties.headers ?? {}).filter(([name]) => !name.startsWith('x-'));
  const options = {
    persistent: true,
    mandatory: true,
    contentType: 'application/json',
    messageId: String(message.properties.messageId ?? ''),
    headers: { ...Object.fromEntries(headers), [HEADERS.replayed]: new Date().toISOString() },
  };
  return new Promise((resolve, reject) => {
    const onReturn = () => reject(new Error(`There is no queue ${queue}`));
    // What has no queue is returned before it is confirmed.
    channel.once('return', onReturn);
    channel.publish(returns, queue, message.content, options, (error: Error | null) => {
      channel.off('return', onReturn);
      if (error) reject(error);
      else resolve();
    });
  });
}

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
