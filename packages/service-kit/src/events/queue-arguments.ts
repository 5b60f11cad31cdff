import type { EventsConfig } from './event-variables.ts';

/** Deliveries without an acknowledgement after which the broker dead-letters an event: it kills its consumer. */
const DELIVERY_LIMIT = 50;

/** For tests, which do not delete their queues. */
const expiryOf = ({ EVENTS_QUEUE_LIFE: expiry }: EventsConfig) => (expiry === undefined ? {} : { 'x-expires': expiry });

/** Quorum queues; the default strategy of dead letters loses confirmed messages when a broker crashes. */
const SAFE = {
  'x-queue-type': 'quorum',
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
};

/** A handler's queue. To change them, raise `QUEUE_GENERATION`. */
export const handlerArguments = (returns: string, dead: string, config: EventsConfig): Record<string, unknown> => ({
  ...SAFE,
  'x-delivery-limit': DELIVERY_LIMIT,
  'x-dead-letter-exchange': returns,
  'x-dead-letter-routing-key': dead,
  ...expiryOf(config),
});

/** Since RabbitMQ 4.0 a queue without a limit drops a message that was looked at 20 times; -1 is refused by older ones. */
const UNLIMITED_DELIVERIES = 1_000_000_000;

/** A handler's dead letters. To change them, raise `QUEUE_GENERATION`. */
export const deadLetterArguments = (config: EventsConfig): Record<string, unknown> => ({
  'x-queue-type': 'quorum',
  'x-delivery-limit': UNLIMITED_DELIVERIES,
  ...expiryOf(config),
});

/** After `delayMs` events go back to the queue they came from, their routing key. */
export const retryArguments = (returns: string, delayMs: number, config: EventsConfig): Record<string, unknown> => ({
  ...SAFE,
  'x-message-ttl': delayMs,
  'x-dead-letter-exchange': returns,
  ...expiryOf(config),
});
