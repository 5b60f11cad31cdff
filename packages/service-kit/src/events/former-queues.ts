import { Logger } from '@nestjs/common';
import type { ChannelModel, Replies } from 'amqplib';
import type { EventsConfig } from './event-variables.ts';
import { namesFor } from './names.ts';
import { releaseChannel } from './release-channel.ts';

interface Handler {
  service: string;
  handler: string;
  config: EventsConfig;
}

/**
 * Ends the queues of generations before: unbinds them, and deletes those that are empty and that no instance of the version
 * before consumes.
 *
 * @returns those that are left, which the handler has to consume
 */
export async function endFormerQueues(
  connection: ChannelModel,
  { service, handler, events, config }: Handler & { events: string[] },
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
    if (messageCount + consumerCount > 0 || (await isAwaited(connection, service, config))) left.push(queue);
    else {
      await channel.deleteQueue(queue);
      new Logger('FormerQueues').log(`${queue} was empty and is deleted`);
    }
    releaseChannel(channel);
  }
  return left;
}

/**
 * Moves the dead letters of generations before to the queue of today, and deletes the former one once it is empty and no queue is
 * left that fills it. One that was moved and not yet acknowledged when the process died is there twice; its replay has one effect.
 */
export async function moveFormerDeadLetters(
  connection: ChannelModel,
  { service, handler, config }: Handler,
): Promise<void> {
  const names = namesFor(config.EVENTS_PREFIX);
  const former = names.formerDead(service, handler);
  if (!(await checked(connection, former))) return;
  const channel = await connection.createConfirmChannel();
  let moved = 0;
  for (let message = await channel.get(former); message; message = await channel.get(former)) {
    // Counted by the broker, of the former queue.
    const {
      ['x-delivery-count']: _deliveries,
      ['x-acquired-count']: _looks,
      ...headers
    } = message.properties.headers ?? {};
    channel.publish(names.returns(service), names.dead(service, handler), message.content, {
      persistent: true,
      contentType: 'application/json',
      messageId: message.properties.messageId as string,
      headers,
    });
    await channel.waitForConfirms();
    channel.ack(message);
    moved++;
  }
  const sources = await Promise.all(names.formerQueues(service, handler).map((queue) => checked(connection, queue)));
  const { messageCount } = await channel.checkQueue(former);
  if (messageCount === 0 && sources.every((queue) => queue === undefined)) await channel.deleteQueue(former);
  releaseChannel(channel);
  if (moved > 0) new Logger('FormerQueues').log(`${moved} dead letters of ${former} were moved`);
}

/** Whether events wait for another try that may return to a former queue: in the service's own queues, or the common ones of before. */
async function isAwaited(connection: ChannelModel, service: string, config: EventsConfig): Promise<boolean> {
  const names = namesFor(config.EVENTS_PREFIX);
  const waiting = await Promise.all(
    config.EVENTS_RETRY_DELAYS.flatMap((delay) => [names.retry(service, delay), names.formerRetry(delay)]).map(
      (queue) => checked(connection, queue),
    ),
  );
  return waiting.some((queue) => (queue?.messageCount ?? 0) > 0);
}

/** Undefined when there is no such queue, about which the broker closes the channel. */
async function checked(connection: ChannelModel, queue: string): Promise<Replies.AssertQueue | undefined> {
  const channel = await connection.createChannel();
  channel.on('error', () => {});
  try {
    const found = await channel.checkQueue(queue);
    releaseChannel(channel);
    return found;
  } catch (error) {
    if ((error as { code?: number }).code === 404) return undefined;
    throw error;
  }
}
