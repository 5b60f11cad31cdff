/** Names in RabbitMQ, with the prefix of this copy of the shop. */
export interface Names {
  /** The topic exchange of all events, routed by name. */
  exchange: string;
  /** A handler's queue: `cart-order.create-order-when-payment-captured`. */
  queue(service: string, handler: string): string;
  /** Dead letters of a handler. */
  dead(queue: string): string;
  /** Exchange and queue in which failed events wait `delayMs` before they return to their queue. */
  retry(delayMs: number): string;
}

export const namesFor = (prefix: string): Names => ({
  exchange: `${prefix}events`,
  queue: (service, handler) => `${prefix}${service}.${handler}`,
  dead: (queue) => `${queue}.dead`,
  retry: (delayMs) => `${prefix}retry.${delayMs}ms`,
});
