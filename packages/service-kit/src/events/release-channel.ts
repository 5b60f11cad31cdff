import type { Channel } from 'amqplib';

/** Closes a channel without waiting for it: amqplib never settles its `close()` when the connection is lost in between. */
export function releaseChannel(channel: Channel): void {
  channel.close().catch(() => {}); // closed already
}
