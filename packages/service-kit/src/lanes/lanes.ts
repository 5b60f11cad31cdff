/**
 * One after the other per key, within this process. Transactions that write the same document do not wait for each other
 * in MongoDB: all but one fail and are tried again after a pause. Queued here first, they do not meet at all; those of
 * other instances still may, and then the retry settles it.
 */
export class Lanes {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` when everything that came before on any of `keys` is done. */
  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.map((key) => this.#last.get(key));
    const done = Promise.withResolvers<void>();
    for (const key of keys) this.#last.set(key, done.promise);
    await Promise.all(before);
    try {
      return await work();
    } finally {
      for (const key of keys) if (this.#last.get(key) === done.promise) this.#last.delete(key);
      done.resolve();
    }
  }
}
