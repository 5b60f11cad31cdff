/** What started a pass: the interval, or a call of `wake`. */
export type Trigger = 'interval' | 'wake';

export interface WorkLoopOptions {
  everyMs: number;
  pass: (trigger: Trigger) => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * Runs one pass at a time: at every interval, and when it is woken. A wake-up during a pass starts another one right after
 * it, so that nothing committed in between is missed; an interval that ends during a pass is skipped.
 */
export class WorkLoop {
  readonly #options: WorkLoopOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;

  constructor(options: WorkLoopOptions) {
    this.#options = options;
  }

  /** The pass under way. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Whether another pass follows the one under way. */
  get isWoken(): boolean {
    return this.#isWoken;
  }

  start(): void {
    if (this.#isStopped) return;
    this.#timer ??= setInterval(() => this.#begin('interval'), this.#options.everyMs).unref();
  }

  /** Returns at once. */
  wake(): void {
    this.#begin('wake');
  }

  /** From now on only `wake` starts a pass. */
  stopPolling(): void {
    clearInterval(this.#timer);
  }

  /** Starts no further pass; the one under way is `running`. */
  stop(): void {
    this.#isStopped = true;
    this.#isWoken = false;
    this.stopPolling();
  }

  #begin(trigger: Trigger): void {
    if (this.#isStopped) return;
    if (this.#running) {
      this.#isWoken ||= trigger === 'wake';
      return;
    }
    this.#running = this.#options
      .pass(trigger)
      .catch(this.#options.onError)
      .finally(() => {
        this.#running = undefined;
        if (this.#isWoken) {
          this.#isWoken = false;
          this.wake();
        }
      });
  }
}
