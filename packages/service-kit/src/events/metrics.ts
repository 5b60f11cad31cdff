import { Counter, Gauge, Histogram } from 'prom-client';
import { Measurement } from '../metrics/measurement.ts';
import { registry } from '../metrics/metrics.ts';

const registers = [registry];

export const published = new Counter({
  name: 'events_published_total',
  help: 'Events that the broker confirmed',
  labelNames: ['event'] as const,
  registers,
});

export const unroutable = new Counter({
  name: 'events_unroutable_total',
  help: 'Events that were published while no queue was bound for them',
  labelNames: ['event'] as const,
  registers,
});

/** `outcome`: `done`, `duplicate`, `retried` or `dead`; of a broadcast `done` or `failed`. */
export const consumed = new Counter({
  name: 'events_consumed_total',
  help: 'Events delivered to a handler, by outcome',
  labelNames: ['handler', 'outcome'] as const,
  registers,
});

export const handlerDuration = new Histogram({
  name: 'events_handler_duration_seconds',
  help: 'Duration of a handler for one event, without the commit',
  labelNames: ['handler'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

export const lag = new Histogram({
  name: 'events_lag_seconds',
  help: 'Time from the occurrence of an event to the commit of its effect',
  labelNames: ['handler'] as const,
  buckets: [0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 600, 3600],
  registers,
});

/** Set by the relay's sweep. */
export const outboxWaiting = new Gauge({
  name: 'events_outbox_waiting',
  help: 'Events in the outbox that the broker has not confirmed yet',
  registers,
});

export const outboxAge = new Gauge({
  name: 'events_outbox_age_seconds',
  help: 'Age of the oldest event in the outbox that the broker has not confirmed yet',
  registers,
});

/** A handler's queue in the broker, the same on every instance of the service. */
export interface QueueMeasures {
  handler: string;
  waiting: number;
  dead: number;
}

export const queueMeasurement = new Measurement<QueueMeasures>('Queues')
  .gauge(
    'events_queue_waiting',
    'Events that wait in the queue of a handler of the service, without those under way',
    ['handler'],
    ({ waiting }) => waiting,
  )
  .gauge(
    'events_dead_letters',
    'Events that a handler of the service has given up on',
    ['handler'],
    ({ dead }) => dead,
  );

export const broadcastMeasurement = new Measurement<{ missedSeconds: number }>('Broadcasts').gauge(
  'events_broadcasts_missed_seconds',
  'How long what broadcasts keep current (caches, the search index) may be out of date on this instance; 0 while they arrive',
  [],
  ({ missedSeconds }) => missedSeconds,
);
