import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

const RETRY_MS = 1_000;

/** What is done once when the service starts, which does not wait for it; retried until the database and Redis are available. */
export abstract class StartTask implements OnApplicationBootstrap, OnApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  readonly #stopping = new AbortController();

  protected abstract run(): Promise<void>;

  onApplicationBootstrap(): void {
    void this.#runWithRetry();
  }

  onApplicationShutdown(): void {
    this.#stopping.abort();
  }

  async #runWithRetry(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.run();
        return;
      } catch (error) {
        this.logger.debug('Not done yet, it is tried again', error);
        await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }
}
