import { z } from 'zod';
import type { Service } from './call.ts';
import { mark } from './kind.ts';

export type Consumer = Service | 'gateway' | 'shell';

/** `work`: one durable queue per handler, done once. `broadcast`: every instance hears it, and fetches anew after a gap. */
export type Subscription = 'work' | 'broadcast';

export interface EventSpec<Data extends z.ZodType = z.ZodType> {
  /** `noun.past-tense.v1`. Within a version only optional fields are added. */
  name: `${string}.${string}.v${number}`;
  /** `several`: any service may publish it (the audit trail). */
  publisher: Service | 'several';
  summary: string;
  /** Whose id `key` is: the aggregate whose `version` counts up. */
  key: string;
  data: Data;
  consumers: Partial<Record<Consumer, { subscription: Subscription; effect: string }>>;
  /** Publishing fails, and is tried again, while no queue is bound: the event carries money or stock. */
  consumerRequired?: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- any event, whatever its data
export type AnyEvent = EventSpec<any>;

/** Declares an event. */
export function defineEvent<Data extends z.ZodType>(event: EventSpec<Data>): EventSpec<Data> {
  return mark('event', event);
}

/** Around every event's data. */
export const envelope = z.object({
  id: z.uuid(),
  name: z.string(),
  key: z.string(),
  /** Counts up per key in the transaction of the change; consumers compare it and do not lean on order. */
  version: z.int().positive(),
  occurredAt: z.iso.datetime(),
  correlationId: z.string(),
  data: z.unknown(),
});

export type Envelope<Data = unknown> = Omit<z.infer<typeof envelope>, 'data'> & { data: Data };
export type DataOf<E> = E extends EventSpec<infer D> ? z.output<D> : never;
export type EventOf<E> = Envelope<DataOf<E>>;
