import type { ChannelModel, ConfirmChannel, GetMessage } from 'amqplib';

/** An event whose handler gave up after its retries. */
export interface DeadLetter {
  /** Queue name in RabbitMQ, e.g. `cart-order.create-order-when-payment-captured`. */
  queue: string;
  eventId: string;
  event: string;
  key: string;
  occurredAt: string;
  reason: string;
  failures: number;
  failedAt: string;
}

export interface DeadLetterDetails extends DeadLetter {
  /** As published; a string if it is not JSON. */
  content: unknown;
  headers: Record<string, unknown>;
}

export const deadLetterQueueOf = (queue: string): string => `${queue}.dead`;

/** Reads the dead letters of a queue without removing them. */
export async function deadLettersOf(connection: ChannelModel, queue: string): Promise<DeadLetterDetails[]> {
  const channel = await connection.createConfirmChannel();
  try {
    return (await getAll(channel, queue)).map((message) => parseDeadLetter(queue, message));
  } finally {
    // Unacknowledged messages return to their position.
    await channel.close();
  }
}

/**
 * Moves dead letters back to their handler's queue: one by its event id (or a prefix of it), or all that are there now.
 * A dead letter is removed only after the broker has confirmed the publication.
 * @returns how many.
 */
export async function replay(connection: ChannelModel, queue: string, which: 'all' | (string & {})): Promise<number> {
  const channel = await connection.createConfirmChannel();
  let replayed = 0;
  try {
    for (const message of await getAll(channel, queue)) {
      const { eventId } = parseDeadLetter(queue, message);
      if (which !== 'all' && !eventId.startsWith(which)) continue;
      await republish(channel, queue, message);
      channel.ack(message);
      replayed++;
    }
  } finally {
    await channel.close();
  }
  return replayed;
}

async function getAll(channel: ConfirmChannel, queue: string): Promise<GetMessage[]> {
  const { messageCount } = await channel.checkQueue(deadLetterQueueOf(queue));
  const messages: GetMessage[] = [];
  while (messages.length < messageCount) {
    const message = await channel.get(deadLetterQueueOf(queue));
    if (!message) break;
    messages.push(message);
  }
  return messages;
}

function republish(channel: ConfirmChannel, queue: string, message: GetMessage): Promise<void> {
  const entries = Object.entries(message.properties.headers ?? {}).filter(([name]) => !/^x-(?!replayed)/.test(name));
  const options = {
    persistent: true,
    contentType: 'application/json',
    messageId: message.properties.messageId as string,
    // Resets the retry count and marks the event as replayed by hand.
    headers: { ...Object.fromEntries(entries), 'x-replayed': new Date().toISOString() },
  };
  return new Promise((resolve, reject) => {
    channel.sendToQueue(queue, message.content, options, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

function parseDeadLetter(queue: string, message: GetMessage): DeadLetterDetails {
  const headers: Record<string, unknown> = message.properties.headers ?? {};
  const text = message.content.toString('utf8');
  let content: unknown = text;
  try {
    content = JSON.parse(text);
  } catch {
    // not JSON: shown as text
  }
  const { id, name, key, occurredAt } = (typeof content === 'object' && content !== null ? content : {}) as Record<
    string,
    unknown
  >;
  // Dead-lettered by the broker itself, because its consumer crashed repeatedly.
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
