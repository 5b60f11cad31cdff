import { z } from 'zod';
import { duration, durations } from '../config/duration.ts';

/** Variables of a process that hears events; what publishes them has the same. */
export const eventVariables = {
  RABBITMQ_URL: z.url({ protocol: /^amqps?$/ }),
  /** Before the name of every exchange and queue, so that tests and copies of the shop can share a broker. */
  EVENTS_PREFIX: z
    .string()
    .regex(/^[\w.-]*$/, 'Letters, digits, dots, hyphens')
    .default(''),
  /** How long an event whose handler failed waits: after the first failure, the second … then it is a dead letter. */
  EVENTS_RETRY_DELAYS: durations('1s,5s,30s,2m,10m,1h'),
  /** Events that a handler may hold at once, waiting and in work. */
  EVENTS_PREFETCH: z.coerce.number().int().min(1).max(1_000).default(50),
  /** Events whose effects are committed in one transaction, at most. */
  EVENTS_BATCH: z.coerce.number().int().min(1).max(500).default(25),
  /** A handler that takes longer has failed. */
  EVENTS_HANDLER_LIMIT: duration('10s'),
  /** An effect that conflicts with other transactions is tried again at once for so long, and then later. */
  EVENTS_CONFLICT_LIMIT: duration('10s'),
  /** How often the outbox is looked through for what was left. */
  EVENTS_OUTBOX_SWEEP: duration('1s'),
  /** After so long an event in the outbox may be published by another instance than the one that wrote it. */
  EVENTS_OUTBOX_LEASE: duration('5s'),
  /** Published events stay so long, to feed a broker that lost its disk. */
  EVENTS_OUTBOX_KEEP: duration('7d'),
  /** So long a handler remembers what it did. An event older than that is a dead letter, for a person to decide. */
  EVENTS_INBOX_KEEP: duration('30d'),
  /** Queues that nobody uses for so long go away: for tests only, where nobody else tidies up. */
  EVENTS_QUEUE_LIFE: duration().optional(),
};

export type EventsConfig = z.output<z.ZodObject<typeof eventVariables>>;
