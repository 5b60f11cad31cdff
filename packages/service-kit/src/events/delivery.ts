import { type AnyEvent, envelope, type Envelope } from '@shop/contracts';
import type { ConsumeMessage } from 'amqplib';
import { HEADERS } from './headers.ts';

/** A retry cannot succeed. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** Parses the event against its contract; unknown fields are dropped. @throws Undeliverable */
export function parseEvent(message: ConsumeMessage, specs: ReadonlyMap<string, AnyEvent>): Envelope {
  let json: unknown;
  try {
    json = JSON.parse(message.content.toString('utf8'));
  } catch {
    throw new Undeliverable('It is not JSON');
  }
  const outer = envelope.safeParse(json);
  if (!outer.success) throw new Undeliverable(`It is not an event: ${issuesText(outer.error.issues)}`);
  const spec = specs.get(outer.data.name);
  if (!spec) throw new Undeliverable(`${outer.data.name} is not for this handler`);
  const data = spec.data.safeParse(outer.data.data);
  if (!data.success)
    throw new Undeliverable(`It breaks the contract of ${spec.name}: ${issuesText(data.error.issues)}`);
  return { ...outer.data, data: data.data };
}

const issuesText = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) =>
  issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ');

export const failuresOf = (message: ConsumeMessage): number =>
  Number(message.properties.headers?.[HEADERS.failures] ?? 0);

/** Earlier deliveries without an acknowledgement: the consumer or its connection died. */
export const redeliveriesOf = (message: ConsumeMessage): number =>
  Number(message.properties.headers?.['x-delivery-count'] ?? 0);
