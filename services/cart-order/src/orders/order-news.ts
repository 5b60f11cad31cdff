import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongoose';

/** What somebody who waits hears. */
export interface Listening {
  /** Resolves at the next news since the last time, at the latest after `ms`. */
  next(ms: number): Promise<void>;
  stop(): void;
}

/** Tells those who wait in this process that something became of a buyer's payment. Of other instances nothing is heard. */
@Injectable()
export class OrderNews {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  /** Once the transaction of `session` is over. */
  tellAfter(session: ClientSession, userId: string): void {
    session.once('ended', () => this.#emitter.emit(userId));
  }

  listen(userId: string): Listening {
    let news = Promise.withResolvers<void>();
    const hear = () => news.resolve();
    this.#emitter.on(userId, hear);
    return {
      next: async (ms) => {
        await Promise.race([news.promise, delay(ms)]);
        news = Promise.withResolvers();
      },
      stop: () => void this.#emitter.off(userId, hear),
    };
  }
}
