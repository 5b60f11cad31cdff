import { z } from 'zod';
import { staff } from './access.ts';
import { defineCall, type Service } from './call.ts';
import { defineErrors } from './error.ts';
import { moment } from './shapes.ts';

export const operationErrors = defineErrors({
  'operation.handler-unknown': { status: 404, message: 'This service has no such handler of events' },
  'operation.event-gone': { status: 409, message: 'This event is no longer given up. Please look again' },
  'operation.job-unknown': { status: 404, message: 'This service has no such job' },
  'operation.queues-away': { status: 503, message: 'The queues cannot be reached right now. Please try again shortly' },
});

/** An event that a handler has given up on (a dead letter): what the handler does has not happened. */
export const givenUpEvent = z
  .object({
    handler: z.string(),
    /** Of the event; of a message that is no event, what it was published under. */
    eventId: z.string(),
    name: z.string(),
    key: z.string(),
    reason: z.string(),
    failures: z.int(),
    occurredAt: moment.nullable(),
    failedAt: moment.nullable(),
  })
  .meta({ id: 'GivenUpEvent' });
export type GivenUpEvent = z.infer<typeof givenUpEvent>;

const failedItem = z.object({
  id: z.string(),
  failures: z.int(),
  reason: z.string(),
  /** When it is tried again by itself. */
  nextAt: moment.nullable(),
});

/** What went wrong in a service and can be tried again. */
export const serviceFailures = z
  .object({
    /** At most 100, the handlers in the order of their names. `null` while the queues cannot be reached. */
    events: z.array(givenUpEvent).nullable(),
    /** All of them, also those that are not in `events`. */
    eventCount: z.int().nullable(),
    /** Jobs with items whose last run failed; at most 100 items each. */
    jobs: z.array(z.object({ job: z.string(), failing: z.int(), items: z.array(failedItem) })),
  })
  .meta({ id: 'ServiceFailures' });
export type ServiceFailures = z.infer<typeof serviceFailures>;

/** Of each service the same calls, because each looks after its own queues and jobs. */
export const listFailuresOf = <S extends Service>(service: S) =>
  defineCall({
    id: `${service}.list-failures`,
    service,
    method: 'GET',
    path: `/admin/operations/${service}`,
    access: staff('operations.read'),
    summary: `Events that handlers of ${service} have given up on, and items of its jobs that fail`,
    answer: serviceFailures,
    errors: [],
    timeoutMs: 15_000,
  });

export const replayEventsOf = <S extends Service>(service: S) =>
  defineCall({
    id: `${service}.replay-events`,
    service,
    method: 'POST',
    path: `/admin/operations/${service}/replay`,
    access: staff('operations.retry'),
    summary: `Gives a handler of ${service} an event again that it has given up on, or all of them: an effect that exists does not happen twice`,
    body: z.object({
      handler: z
        .string('Which handler is missing')
        .min(1, 'Which handler is missing')
        .max(200, 'At most 200 characters'),
      /** One event; all of the handler without it. */
      eventId: z.string().min(1, 'Which event is missing').max(200, 'At most 200 characters').optional(),
    }),
    /** `left`: those that the handler still has given up on. With one call at most 1,000 are replayed. */
    answer: z.object({ replayed: z.int(), left: z.int() }),
    errors: ['operation.handler-unknown', 'operation.event-gone', 'operation.queues-away'],
    timeoutMs: 15_000,
  });

export const retryJobsOf = <S extends Service>(service: S) =>
  defineCall({
    id: `${service}.retry-jobs`,
    service,
    method: 'POST',
    path: `/admin/operations/${service}/retry`,
    access: staff('operations.retry'),
    summary: `Makes the failed items of a job of ${service} due now, or one of them`,
    body: z.object({
      job: z.string('Which job is missing').min(1, 'Which job is missing').max(100, 'At most 100 characters'),
      /** One item; all of the job that failed without it. */
      id: z.string().min(1, 'Which item is missing').max(200, 'At most 200 characters').optional(),
    }),
    answer: z.object({ retried: z.int() }),
    errors: ['operation.job-unknown'],
    repeatable: 'What is due stays due',
  });
