import { z } from 'zod';
import type { Service } from './call.ts';
import { mark } from './kind.ts';

export type Consumer = Service | 'gateway' | 'shell';

/** `work`: one durable queue per handler, handled once. `broadcast`: delivered to every instance, which refetches after a gap. */
export type Subscription = 'work' | 'broadcast';

interface Consumption {
  subscription: Subscription;
  effect: string;
}

export interface EventSpec<Data extends z.ZodType = z.ZodType> {
  /** `noun.past-tense.v1`. Within a version only optional fields are added. */
  name: `${string}.${string}.v${number}`;
  /** `several`: any service may publish it (the audit trail). */
  publisher: Service | 'several';
  summary: string;
  /** The aggregate whose id is the envelope's `key`, and whose `version` is incremented. */
  key: string;
  /** Why no consumer compares its `version`, which then is the time: the version of its key is not incremented for it. */
  unordered?: string;
  data: Data;
  /** A consumer may have one subscription of each kind. */
  consumers: Partial<Record<Consumer, Consumption | readonly Consumption[]>>;
  /** Publishing fails and is retried while no queue is bound: for events about money or stock. */
  consumerRequired?: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- an event with any data
export type AnyEvent = EventSpec<any>;

export function defineEvent<Data extends z.ZodType>(event: EventSpec<Data>): EventSpec<Data> {
  return mark('event', event);
}

/** The envelope of every event. */
export const envelope = z.object({
  id: z.uuid(),
  name: z.string(),
  key: z.string(),
  /** Incremented per key in the transaction of the change; consumers compare it instead of relying on order (unless `unordered`). */
  version: z.int().positive(),
  occurredAt: z.iso.datetime(),
  correlationId: z.string(),
  data: z.unknown(),
});

export type Envelope<Data = unknown> = Omit<z.infer<typeof envelope>, 'data'> & { data: Data };
export type DataOf<E> = E extends EventSpec<infer D> ? z.output<D> : never;
export type EventOf<E> = Envelope<DataOf<E>>;
