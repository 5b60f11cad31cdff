import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Sessions } from './sessions.ts';

const RETRY_MS = 1_000;

/** Ends the sessions of another secret when the service starts; retries until Redis is available. */
@Injectable()
export class EndSessionsOfOldSecret implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(EndSessionsOfOldSecret.name);
  readonly #stopping = new AbortController();

  constructor(private readonly sessions: Sessions) {}

  onApplicationBootstrap(): void {
    void this.#endWithRetry();
  }

  onApplicationShutdown(): void {
    this.#stopping.abort();
  }

  async #endWithRetry(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.sessions.endThoseOfOldSecret();
        return;
      } catch (error) {
        this.#logger.debug('The sessions of an old secret could not be ended yet', error);
        await delay(RETRY_MS, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
      }
    }
  }
}
