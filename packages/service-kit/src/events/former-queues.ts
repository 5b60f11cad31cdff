import { Logger } from '@nestjs/common';
import type { ChannelModel, Replies } from 'amqplib';
import type { EventsConfig } from './event-variables.ts';
import { namesFor } from './names.ts';

/**
 * Ends the queues of the generation before: unbinds them, and deletes those that are empty and that no instance of the version
 * before consumes.
 *
 * @returns those that are left, which the handler has to consume
 */
export async function endFormerQueues(
  connection: ChannelModel,
  { service, handler, events, config }: { service: string; handler: string; events: string[]; config: EventsConfig },
): Promise<string[]> {
  const names = namesFor(config.EVENTS_PREFIX);
  const left: string[] = [];
  for (const queue of names.formerQueues(service, handler)) {
    const found = await checked(connection, queue);
    if (!found) continue;
    const channel = await connection.createChannel();
    for (const event of events) await channel.unbindQueue(queue, names.exchange, event);
    // Counted after it was unbound.
    const { messageCount, consumerCount } = await channel.checkQueue(queue);
    if (messageCount + consumerCount > 0 || (await isAwaited(connection, config))) left.push(queue);
    else {
      await channel.deleteQueue(queue);
      new Logger('FormerQueues').log(`${queue} was empty and is deleted`);
    }
    await channel.close();
  }
  return left;
}

/** Whether events of any service wait for another try, in the common queues of before, and may return to a former queue. */
async function isAwaited(connection: ChannelModel, config: EventsConfig): Promise<boolean> {
  const names = namesFor(config.EVENTS_PREFIX);
  const waiting = await Promise.all(
    config.EVENTS_RETRY_DELAYS.map((delay) => checked(connection, names.formerRetry(delay))),
  );
  return waiting.some((queue) => (queue?.messageCount ?? 0) > 0);
}

/** Undefined when there is no such queue, about which the broker closes the channel. */
async function checked(connection: ChannelModel, queue: string): Promise<Replies.AssertQueue | undefined> {
  const channel = await connection.createChannel();
  channel.on('error', () => {});
  try {
    const found = await channel.checkQueue(queue);
    await channel.close();
    return found;
  } catch (error) {
    if ((error as { code?: number }).code === 404) return undefined;
    throw error;
  }
}
