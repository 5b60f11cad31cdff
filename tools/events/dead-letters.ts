import type { ChannelModel, ConfirmChannel, GetMessage } from 'amqplib';

/** An event that a handler gave up on. */
export interface DeadLetter {
  /** `cart-order.create-order-when-payment-captured`, as RabbitMQ knows it. */
  queue: string;
  eventId: string;
  event: string;
  key: string;
  occurredAt: string;
  reason: string;
  failures: number;
  failedAt: string;
}

export interface DeadLetterInFull extends DeadLetter {
  /** As it was published; a string when it is not JSON. */
  content: unknown;
  headers: Record<string, unknown>;
}

const deadOf = (queue: string) => `${queue}.dead`;

/** The dead letters of a queue, left where they are. */
export async function deadLettersOf(connection: ChannelModel, queue: string): Promise<DeadLetterInFull[]> {
  const channel = await connection.createConfirmChannel();
  try {
    return (await take(channel, queue)).map((message) => letterIn(queue, message));
  } finally {
    // What was not acknowledged goes back to its place.
    await channel.close();
  }
}

/**
 * Has a queue's handler try dead letters again: one by the id of its event (or the start of it), or all that lie there
 * now. Answers how many. An event leaves the dead letters only when the broker has confirmed it in the queue.
 */
export async function replay(connection: ChannelModel, queue: string, which: 'all' | (string & {})): Promise<number> {
  const channel = await connection.createConfirmChannel();
  let replayed = 0;
  try {
    for (const message of await take(channel, queue)) {
      const { eventId } = letterIn(queue, message);
      if (which !== 'all' && !eventId.startsWith(which)) continue;
      await publishAgain(channel, queue, message);
      channel.ack(message);
      replayed++;
    }
  } finally {
    await channel.close();
  }
  return replayed;
}

async function take(channel: ConfirmChannel, queue: string): Promise<GetMessage[]> {
  const { messageCount } = await channel.checkQueue(deadOf(queue));
  const taken: GetMessage[] = [];
  while (taken.length < messageCount) {
    const message = await channel.get(deadOf(queue));
    if (!message) break;
    taken.push(message);
  }
  return taken;
}

function publishAgain(channel: ConfirmChannel, queue: string, message: GetMessage): Promise<void> {
  const kept = Object.entries(message.properties.headers ?? {}).filter(([name]) => !/^x-(?!replayed)/.test(name));
  const options = {
    persistent: true,
    contentType: 'application/json',
    messageId: message.properties.messageId as string,
    // With its tries forgotten, and a word that a person looked at it.
    headers: { ...Object.fromEntries(kept), 'x-replayed': new Date().toISOString() },
  };
  return new Promise((resolve, reject) => {
    channel.sendToQueue(queue, message.content, options, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

function letterIn(queue: string, message: GetMessage): DeadLetterInFull {
  const headers: Record<string, unknown> = message.properties.headers ?? {};
  const text = message.content.toString('utf8');
  let content: unknown = text;
  try {
    content = JSON.parse(text);
  } catch {
    // shown as it is
  }
  const { id, name, key, occurredAt } = (typeof content === 'object' && content !== null ? content : {}) as Record<
    string,
    unknown
  >;
  // Put aside by the broker itself, because its consumer died again and again.
  const byBroker = (headers['x-death'] as { reason?: string }[] | undefined)?.[0]?.reason;
  return {
    queue,
    eventId: String(id ?? message.properties.messageId ?? '?'),
    event: String(name ?? '?'),
    key: String(key ?? '?'),
    occurredAt: String(occurredAt ?? ''),
    reason: String(headers['x-reason'] ?? byBroker ?? 'unknown'),
    failures: Number(headers['x-failures'] ?? 0),
    failedAt: String(headers['x-failed-at'] ?? ''),
    content,
    headers,
  };
}
