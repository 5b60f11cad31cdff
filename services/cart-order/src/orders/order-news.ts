import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { afterCommit } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import type { Order } from './order.schema.ts';

/** What somebody who waits hears. */
export interface Listening {
  /** Resolves at the next news since the last time, at the latest after `ms`: with the order where one was created. */
  next(ms: number): Promise<Order | undefined>;
  stop(): void;
}

/** Tells those who wait in this process that something became of a buyer's payment. Of other instances nothing is heard. */
@Injectable()
export class OrderNews {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  /** Once the transaction of `session` is committed. */
  tellAfter(session: ClientSession, userId: string, order?: Order): void {
    afterCommit(session, () => this.#emitter.emit(userId, order));
  }

  listen(userId: string): Listening {
    let news = Promise.withResolvers<Order | undefined>();
    const hear = (order: Order | undefined) => news.resolve(order);
    this.#emitter.on(userId, hear);
    return {
      next: async (ms) => {
        const order = await Promise.race([news.promise, delay(ms)]);
        news = Promise.withResolvers();
        return order || undefined;
      },
      stop: () => void this.#emitter.off(userId, hear),
    };
  }
}
