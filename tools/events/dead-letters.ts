import {
  alone,
  type Channels,
  type DeadLetter,
  deadLettersOf,
  replayDead,
  takeDead,
} from '@shop/service-kit/dead-letters';

/** A handler's queue, e.g. `cart-order.create-order-when-payment-captured.v3`. */
export interface QueueOf {
  queue: string;
  handler: string;
}

export interface DeadLetterDetails extends DeadLetter {
  queue: string;
  /** As published; a string if it is not JSON. */
  content: unknown;
  headers: Record<string, unknown>;
}

/** Reads the dead letters of a handler without removing them. */
export function readDead(channels: Channels, { queue, handler }: QueueOf): Promise<DeadLetterDetails[]> {
  const of = deadLettersOf(queue, handler);
  return alone(channels, of.returns, async (channel) =>
    (await takeDead(channel, of, Infinity)).map(({ letter, message }) => ({
      ...letter,
      queue,
      content: contentOf(message.content.toString('utf8')),
      headers: message.properties.headers ?? {},
    })),
  );
}

/** Gives a handler again what it has given up on: one event by its id (or a prefix of it), or all. @returns how many */
export async function replay(
  channels: Channels,
  { queue, handler }: QueueOf,
  which: 'all' | (string & {}),
): Promise<number> {
  const of = deadLettersOf(queue, handler);
  const wanted = { limit: Infinity, isWanted: (eventId: string) => which === 'all' || eventId.startsWith(which) };
  const { replayed } = await alone(channels, of.returns, (channel) => replayDead(channel, of, wanted));
  return replayed;
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
