import { type AnyEvent, envelope, type Envelope } from '@shop/contracts';
import type { ConsumeMessage } from 'amqplib';

/** Headers of a message that failed before. */
export const HEADERS = {
  /** Tries that failed. */
  failures: 'x-failures',
  reason: 'x-reason',
  failedAt: 'x-failed-at',
  /** A person had it tried again: it may be older than the inbox remembers. */
  replayed: 'x-replayed',
} as const;

/** Thrown for an event that no later try can save. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** The event in a message, checked against its contract; what the contract does not name is dropped. @throws Undeliverable */
export function eventIn(message: ConsumeMessage, specs: ReadonlyMap<string, AnyEvent>): Envelope {
  let json: unknown;
  try {
    json = JSON.parse(message.content.toString('utf8'));
  } catch {
    throw new Undeliverable('It is not JSON');
  }
  const outer = envelope.safeParse(json);
  if (!outer.success) throw new Undeliverable(`It is not an event: ${complaints(outer.error.issues)}`);
  const spec = specs.get(outer.data.name);
  if (!spec) throw new Undeliverable(`${outer.data.name} is not for this handler`);
  const data = spec.data.safeParse(outer.data.data);
  if (!data.success)
    throw new Undeliverable(`It breaks the contract of ${spec.name}: ${complaints(data.error.issues)}`);
  return { ...outer.data, data: data.data };
}

const complaints = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) =>
  issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ');

export const failuresOf = (message: ConsumeMessage): number =>
  Number(message.properties.headers?.[HEADERS.failures] ?? 0);

/** How often the broker delivered it before without an answer: its consumer died, or its connection. */
export const redeliveriesOf = (message: ConsumeMessage): number =>
  Number(message.properties.headers?.['x-delivery-count'] ?? 0);
