import type { Channel, ChannelModel } from 'amqplib';
import type { Broker, Publication } from '../../src/events/broker.ts';

export type CrashPoint = 'before-publish' | 'before-confirm' | 'before-mark' | 'before-ack' | 'nowhere';

const die = () => process.kill(process.pid, 'SIGKILL');
// Killed by a signal, a process does not come to its next line; nothing after it must run in the meantime.
const never = () => new Promise<never>(() => {});

/** Makes this process kill itself when it has passed a point `after` times. Call it before the broker is connected. */
export function crashAt(broker: Broker, point: CrashPoint, after: number): void {
  let passed = 0;
  const isIt = () => passed++ >= after;
  const publish = broker.publish.bind(broker);
  const guard = broker.guard.bind(broker);

  if (point === 'before-publish') {
    broker.publish = (publication: Publication) => {
      if (isIt()) die();
      return publish(publication);
    };
  }
  if (point === 'before-confirm') {
    broker.publish = (publication: Publication) => {
      const confirmed = publish(publication);
      if (!isIt()) return confirmed;
      // On its way: the broker has it, or the kernel, or nobody.
      setTimeout(die, Math.random() * 3);
      return never();
    };
  }
  if (point === 'before-mark') {
    broker.publish = async (publication: Publication) => {
      const outcome = await publish(publication);
      if (isIt()) die();
      return outcome;
    };
  }
  if (point === 'before-ack') {
    broker.guard = (connection: ChannelModel, channel: Channel) => {
      guard(connection, channel);
      const ack = channel.ack.bind(channel);
      channel.ack = (message, allUpTo) => {
        if (isIt()) die();
        ack(message, allUpTo);
      };
    };
  }
}
