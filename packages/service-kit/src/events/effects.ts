import type { ClientSession } from 'mongoose';
import { Injectable } from '@nestjs/common';
import { AlreadyDone, OutboxInboxStore } from './outbox-inbox-store.ts';

/** One event for one handler. */
export interface Effect {
  eventId: string;
  /** Runs the handler; its writes go through `session`, if there is one. */
  run(session: ClientSession | undefined): Promise<void>;
}

// A batch is committed after this time even if more events wait: transactions live for seconds.
const BATCH_LIMIT_MS = 1_000;

/** Commits effects in one transaction with their inbox entries, so that each happens once. */
@Injectable()
export class Effects {
  constructor(private readonly store: OutboxInboxStore) {}

  /**
   * Commits the effects in one transaction, in order, and returns how many: the last ones may be left for the next batch.
   * Rethrows the error of any of them, or AlreadyDone; then nothing is committed.
   */
  together(handler: string, effects: readonly Effect[]): Promise<number> {
    return this.store.transaction(async (session) => {
      const end = Date.now() + BATCH_LIMIT_MS;
      const done: string[] = [];
      for (const effect of effects) {
        if (done.length > 0 && Date.now() > end) break;
        await effect.run(session);
        done.push(effect.eventId);
      }
      await this.store.recordHandled(handler, done, session);
      return done.length;
    }, 0);
  }

  /** Commits one effect. Returns `duplicate` if it was committed before. */
  async alone(handler: string, effect: Effect): Promise<'done' | 'duplicate'> {
    try {
      await this.store.transaction(async (session) => {
        await this.store.recordHandled(handler, [effect.eventId], session);
        await effect.run(session);
      });
      return 'done';
    } catch (error) {
      if (error instanceof AlreadyDone) return 'duplicate';
      throw error;
    }
  }
}
