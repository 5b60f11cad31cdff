/** Names in RabbitMQ, all with the prefix of this copy of the shop. */
export interface Names {
  /** The topic exchange that every event goes to, by its name. */
  exchange: string;
  /** A handler's queue: `cart-order.create-order-when-payment-captured`. */
  queue(service: string, handler: string): string;
  /** Where the events end that a handler gave up on. */
  dead(queue: string): string;
  /** Exchange and queue in which failed events wait `delayMs` and then go back to the queue they came from. */
  retry(delayMs: number): string;
}

export const namesWith = (prefix: string): Names => ({
  exchange: `${prefix}events`,
  queue: (service, handler) => `${prefix}${service}.${handler}`,
  dead: (queue) => `${queue}.dead`,
  retry: (delayMs) => `${prefix}retry.${delayMs}ms`,
});
