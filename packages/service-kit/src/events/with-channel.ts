import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { releaseChannel } from './release-channel.ts';

/** A channel for `use` alone, because the broker closes one on which it is asked about a queue that does not exist. */
export async function withChannel<T>(
  connection: ChannelModel,
  use: (channel: ConfirmChannel) => Promise<T>,
): Promise<T> {
  const channel = await connection.createConfirmChannel();
  // What was asked on it fails with the same error.
  channel.on('error', () => {});
  try {
    return await use(channel);
  } finally {
    releaseChannel(channel);
  }
}
