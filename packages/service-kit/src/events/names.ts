/**
 * Raised when the arguments of handlers' queues or of their dead letters change, because a queue keeps those that it was declared
 * with: the queues of generations before get no events any more, and are emptied by the service that declares the new ones.
 */
export const QUEUE_GENERATION = 3;

/** Names in RabbitMQ, with the prefix of this copy of the shop. What a service declares begins with its name. */
export interface Names {
  /** The topic exchange of all events, routed by name. */
  exchange: string;
  /** A service's exchange, by which its events return to a queue of its own, their routing key. */
  returns(service: string): string;
  /** A handler's queue: `cart-order.create-order-when-payment-captured.v3`. */
  queue(service: string, handler: string): string;
  /** Those that the handler's queue replaced. */
  formerQueues(service: string, handler: string): string[];
  /** Dead letters of a handler: `cart-order.create-order-when-payment-captured.v3.dead`. */
  dead(service: string, handler: string): string;
  /** Those of generations 1 and 2. */
  formerDead(service: string, handler: string): string;
  /** Exchange and queue in which a service's failed events wait `delayMs` before they return to their queue. */
  retry(service: string, delayMs: number): string;
  /** Those of before, common to all services, of which events may still return to former queues. */
  formerRetry(delayMs: number): string;
}

export const namesFor = (prefix: string): Names => {
  const queueOf = (service: string, handler: string, generation: number) =>
    `${prefix}${service}.${handler}${generation === 1 ? '' : `.v${generation}`}`;
  return {
    exchange: `${prefix}events`,
    returns: (service) => `${prefix}${service}.returns`,
    queue: (service, handler) => queueOf(service, handler, QUEUE_GENERATION),
    formerQueues: (service, handler) =>
      Array.from({ length: QUEUE_GENERATION - 1 }, (_, index) => queueOf(service, handler, index + 1)),
    dead: (service, handler) => `${queueOf(service, handler, QUEUE_GENERATION)}.dead`,
    formerDead: (service, handler) => `${prefix}${service}.${handler}.dead`,
    retry: (service, delayMs) => `${prefix}${service}.retry.${delayMs}ms`,
    formerRetry: (delayMs) => `${prefix}retry.${delayMs}ms`,
  };
};
