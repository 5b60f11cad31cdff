import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { afterCommit } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import type { Order } from './order.schema.ts';

export interface OrderSubscription {
  /** Resolves at the next notification since the last call, or after `ms`; with the order if one was created. */
  next(ms: number): Promise<Order | undefined>;
  unsubscribe(): void;
}

/** Notifies waiting requests of this process about the outcome of a buyer's payment. Does not reach other instances. */
@Injectable()
export class OrderNotifier {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  notifyAfterCommit(session: ClientSession, userId: string, order?: Order): void {
    afterCommit(session, () => this.#emitter.emit(userId, order));
  }

  subscribe(userId: string): OrderSubscription {
    let notification = Promise.withResolvers<Order | undefined>();
    const listener = (order: Order | undefined) => notification.resolve(order);
    this.#emitter.on(userId, listener);
    return {
      next: async (ms) => {
        const order = await Promise.race([notification.promise, delay(ms)]);
        notification = Promise.withResolvers();
        return order || undefined;
      },
      unsubscribe: () => void this.#emitter.off(userId, listener),
    };
  }
}
