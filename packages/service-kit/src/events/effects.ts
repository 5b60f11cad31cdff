import type { ClientSession } from 'mongoose';
import { Injectable } from '@nestjs/common';
import { AlreadyDone, OutboxInboxStore } from './outbox-inbox-store.ts';

/** One event for one handler. */
export interface Effect {
  eventId: string;
  /** Runs the handler; its writes go through `session`, where there is one. */
  run(session: ClientSession | undefined): Promise<void>;
}

// A batch is committed after this time even if it could take more: transactions live for seconds only.
const BATCH_LIMIT_MS = 1_000;

/** Commits effects together with the inbox's memory of them, so that each is there once. */
@Injectable()
export class Effects {
  constructor(private readonly store: OutboxInboxStore) {}

  /**
   * Commits the effects in one transaction, in their order, and answers how many: those at the end may be left for the
   * next time. Throws what any of them threw, or AlreadyDone; then nothing was committed.
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
      await this.store.remember(handler, done, session);
      return done.length;
    }, 0);
  }

  /** Commits one effect. Answers `duplicate` when it was there before. */
  async alone(handler: string, effect: Effect): Promise<'done' | 'duplicate'> {
    try {
      await this.store.transaction(async (session) => {
        await this.store.remember(handler, [effect.eventId], session);
        await effect.run(session);
      });
      return 'done';
    } catch (error) {
      if (error instanceof AlreadyDone) return 'duplicate';
      throw error;
    }
  }
}
