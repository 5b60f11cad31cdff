import amqp from 'amqplib';
import { testInfra } from '@shop/test-kit';
import type { AnyEvent, DataOf } from '@shop/contracts';

/** Publishes an event in the format of a service's outbox. */
export async function publish<E extends AnyEvent>(
  prefix: string,
  event: E,
  key: string,
  data: DataOf<E>,
): Promise<void> {
  const connection = await amqp.connect(testInfra('publisher').rabbitmqUrl);
  try {
    const channel = await connection.createConfirmChannel();
    const envelope = {
      id: crypto.randomUUID(),
      name: event.name,
      key,
      version: 1,
      occurredAt: new Date().toISOString(),
      correlationId: 'test',
      data,
    };
    channel.publish(`${prefix}events`, event.name, Buffer.from(JSON.stringify(envelope)), { messageId: envelope.id });
    await channel.waitForConfirms();
  } finally {
    await connection.close();
  }
}
