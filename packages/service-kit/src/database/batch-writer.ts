import { Logger } from '@nestjs/common';

/**
 * Buffers items and writes them in batches, to save round trips. A failed batch is retried with the next one. A crash loses
 * the buffered items, so they must be recoverable.
 */
export class BatchWriter<T> {
  readonly #logger = new Logger(BatchWriter.name);
  readonly #write: (items: T[]) => Promise<void>;
  readonly #waitMs: number;
  readonly #batchSize: number;
  #items: T[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** Writes at the latest after `waitMs`, and at once when `batchSize` items are buffered. */
  constructor(write: (items: T[]) => Promise<void>, waitMs: number, batchSize = 100) {
    this.#write = write;
    this.#waitMs = waitMs;
    this.#batchSize = batchSize;
  }

  add(item: T): void {
    this.#items.push(item);
    if (this.#items.length === this.#batchSize) this.#flushQuietly();
    else this.#wait();
  }

  /** Writes what is buffered now. @throws what `write` throws; the items stay buffered */
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
    this.flush().catch((error: unknown) => this.#logger.debug('Batch write failed; it is retried', error));
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
