/**
 * A keyed mutex for this process. MongoDB does not queue transactions that write the same document: all but one fail with a
 * write conflict and are retried after a back-off. Serialized here first, they do not conflict; conflicts with other
 * instances are still resolved by the retry.
 */
export class Lanes {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` after all earlier work on any of `keys` has ended. */
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
