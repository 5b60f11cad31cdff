import { z } from 'zod';
import { duration, durations } from '../config/duration.ts';

/** Variables of a process that consumes or publishes events. */
export const eventVariables = {
  RABBITMQ_URL: z.url({ protocol: /^amqps?$/ }),
  /** Prefix of every exchange and queue, so that tests and copies of the shop can share a broker. */
  EVENTS_PREFIX: z
    .string()
    .regex(/^[\w.-]*$/, 'Letters, digits, dots, hyphens')
    .default(''),
  /** Delay after the first failure of a handler, the second … then the event is a dead letter. */
  EVENTS_RETRY_DELAYS: durations('1s,5s,30s,2m,10m,1h'),
  /** Unacknowledged events per handler. */
  EVENTS_PREFETCH: z.coerce.number().int().min(1).max(1_000).default(50),
  /** Maximum number of effects committed in one transaction. */
  EVENTS_BATCH: z.coerce.number().int().min(1).max(500).default(25),
  /** Timeout of a handler. */
  EVENTS_HANDLER_LIMIT: duration('10s'),
  /** How long a conflicting transaction is retried before the event is retried later. */
  EVENTS_CONFLICT_LIMIT: duration('10s'),
  /** Interval of the outbox sweep. */
  EVENTS_OUTBOX_SWEEP: duration('1s'),
  /** After this time another instance than the writer may publish an event. */
  EVENTS_OUTBOX_LEASE: duration('5s'),
  /** Retention of published events, to refeed a broker that lost its disk. */
  EVENTS_OUTBOX_KEEP: duration('7d'),
  /** Retention of the inbox. An older event becomes a dead letter, for a person to decide. */
  EVENTS_INBOX_KEEP: duration('30d'),
  /** Retention of the version of a key without events. Longer than any clock is ever wrong. */
  EVENTS_VERSIONS_KEEP: duration('30d'),
  /** Interval of the job that deletes what is past its retention. */
  EVENTS_TIDY_EVERY: duration('10m'),
  /** Unused queues expire after this time: for tests only, which do not delete them. */
  EVENTS_QUEUE_LIFE: duration().optional(),
};

export type EventsConfig = z.output<z.ZodObject<typeof eventVariables>>;
