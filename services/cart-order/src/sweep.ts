import { Logger } from '@nestjs/common';

/** Runs `work` again and again, `everyMs` after it ended, until it is stopped. What it throws waits for the next time. */
export class Sweep {
  readonly #logger: Logger;
  readonly #work: () => Promise<void>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(name: string, everyMs: number, work: () => Promise<void>) {
    this.#logger = new Logger(name);
    this.#everyMs = everyMs;
    this.#work = work;
  }

  /** Asked between two steps of the work. */
  get stopped(): boolean {
    return this.#stopped;
  }

  start(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#work()
        .catch((error: unknown) => this.#logger.warn('Not looked after; the next sweep will', error as Error))
        .finally(() => this.start());
    }, this.#everyMs).unref();
  }

  /** Resolves when the work under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
