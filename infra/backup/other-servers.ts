import amqp from 'amqplib';
import { createClient } from 'redis';
import type { Config } from '../config.ts';

/** Declared by every part; its queues hold events. */
const EXCHANGE = 'events';

/** Which of the given servers belong to a shop already: events and sessions of another time must not meet restored data. */
export async function filledServers({
  RABBITMQ_URL,
  REDIS_URL,
}: Pick<Config, 'RABBITMQ_URL' | 'REDIS_URL'>): Promise<string[]> {
  const filled = [];
  if (RABBITMQ_URL && (await hasExchange(RABBITMQ_URL))) filled.push('RABBITMQ_URL (delete its virtual host)');
  if (REDIS_URL && (await hasKeys(REDIS_URL))) filled.push('REDIS_URL (FLUSHDB)');
  return filled;
}

async function hasExchange(url: string): Promise<boolean> {
  const connection = await amqp.connect(url, { timeout: 5_000 });
  try {
    // That it is missing closes the channel, which is an answer and no error.
    connection.on('error', () => {});
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    return await channel.checkExchange(EXCHANGE).then(
      () => true,
      () => false,
    );
  } finally {
    await connection.close();
  }
}

async function hasKeys(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { connectTimeout: 5_000, reconnectStrategy: false } });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.dbSize()) > 0;
  } finally {
    client.destroy();
  }
}
