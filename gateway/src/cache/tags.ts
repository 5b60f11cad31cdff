import { LRUCache } from 'lru-cache';

/**
 * Stores when each tag was last dropped, as a version. Dropping costs one entry, independent of the number of pages, and an
 * answer that was in flight during the drop is recognized as stale.
 */
export class Tags {
  #version = 1;
  /** Everything up to this version is stale. */
  #floor = 0;
  readonly #droppedAt: LRUCache<string, number>;

  constructor(max = 10_000) {
    // An evicted tag makes everything stale that is as old as its last drop.
    this.#droppedAt = new LRUCache({
      max,
      dispose: (droppedAt, _tag, reason) => {
        if (reason === 'evict') this.#floor = Math.max(this.#floor, droppedAt);
      },
    });
  }

  /** To be stored with an answer when its fetch starts. */
  get version(): number {
    return this.#version;
  }

  drop(tags: Iterable<string>): void {
    const at = this.#version++;
    for (const tag of tags) this.#droppedAt.set(tag, at);
  }

  dropAll(): void {
    this.#floor = this.#version++;
  }

  /** Whether none of these tags was dropped since `version`. */
  unchangedSince(version: number, tags: readonly string[]): boolean {
    return version > this.#floor && tags.every((tag) => version > (this.#droppedAt.get(tag) ?? 0));
  }
}
