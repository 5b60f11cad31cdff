import { Logger } from '@nestjs/common';

/**
 * Gathers what may be written late and writes it together: one round trip for many. What could not be written stays for the
 * next time; what a process that dies had gathered is lost, so it must be something that is found out again.
 */
export class BatchWriter<T> {
  readonly #logger = new Logger(BatchWriter.name);
  readonly #write: (items: T[]) => Promise<void>;
  readonly #waitMs: number;
  readonly #atOnce: number;
  #items: T[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** `write` gets all items of up to `waitMs`, without waiting once there are `atOnce`. */
  constructor(write: (items: T[]) => Promise<void>, waitMs: number, atOnce = 100) {
    this.#write = write;
    this.#waitMs = waitMs;
    this.#atOnce = atOnce;
  }

  add(item: T): void {
    this.#items.push(item);
    if (this.#items.length === this.#atOnce) this.#flushQuietly();
    else this.#wait();
  }

  /** Writes now what was gathered so far. Rejects when that cannot be written yet. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeAll());
    return this.#writing;
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => this.#flushQuietly(), this.#waitMs).unref();
  }

  #flushQuietly(): void {
    this.flush().catch((error: unknown) => this.#logger.debug('What was gathered waits', error));
  }

  async #writeAll(): Promise<void> {
    const items = this.#items;
    if (items.length === 0) return;
    this.#items = [];
    try {
      await this.#write(items);
    } catch (error) {
      this.#items.unshift(...items);
      this.#wait();
      throw error;
    }
  }
}
