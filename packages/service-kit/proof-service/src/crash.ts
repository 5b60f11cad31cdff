import type { Channel, ChannelModel } from 'amqplib';
import type { Broker, Publication } from '../../src/events/broker.ts';

export type CrashPoint = 'before-publish' | 'before-confirm' | 'before-mark' | 'before-ack' | 'nowhere';

const die = () => process.kill(process.pid, 'SIGKILL');
// The signal takes a moment to arrive; no code after it may run.
const never = () => new Promise<never>(() => {});

/** Makes this process kill itself at a point it has passed `after` times. Call it before the broker is connected. */
export function crashAt(broker: Broker, point: CrashPoint, after: number): void {
  let passed = 0;
  const isDue = () => passed++ >= after;
  const publish = broker.publish.bind(broker);
  const guard = broker.guard.bind(broker);

  if (point === 'before-publish') {
    broker.publish = (publication: Publication) => {
      if (isDue()) die();
      return publish(publication);
    };
  }
  if (point === 'before-confirm') {
    broker.publish = (publication: Publication) => {
      const confirmed = publish(publication);
      if (!isDue()) return confirmed;
      // In flight: it may or may not reach the broker.
      setTimeout(die, Math.random() * 3);
      return never();
    };
  }
  if (point === 'before-mark') {
    broker.publish = async (publication: Publication) => {
      const outcome = await publish(publication);
      if (isDue()) die();
      return outcome;
    };
  }
  if (point === 'before-ack') {
    broker.guard = (connection: ChannelModel, channel: Channel) => {
      guard(connection, channel);
      const ack = channel.ack.bind(channel);
      channel.ack = (message, allUpTo) => {
        if (isDue()) die();
        ack(message, allUpTo);
      };
    };
  }
}
