import { LRUCache } from 'lru-cache';

/**
 * Remembers when what a page is made of last changed. Dropping a tag costs one entry here, however many pages carry it,
 * and an answer that was on its way during the change is known to be old when it arrives.
 */
export class Tags {
  #now = 1;
  /** Whatever was begun before this is old. */
  #floor = 0;
  readonly #droppedAt: LRUCache<string, number>;

  constructor(max = 10_000) {
    // A tag that is forgotten takes everything as old as its last change with it.
    this.#droppedAt = new LRUCache({
      max,
      dispose: (droppedAt, _tag, reason) => {
        if (reason === 'evict') this.#floor = Math.max(this.#floor, droppedAt);
      },
    });
  }

  /** The moment to remember with an answer that is asked for now. */
  begin(): number {
    return this.#now;
  }

  drop(tags: Iterable<string>): void {
    const at = this.#now++;
    for (const tag of tags) this.#droppedAt.set(tag, at);
  }

  dropAll(): void {
    this.#floor = this.#now++;
  }

  /** Nothing with one of these tags changed since `begun`. */
  unchangedSince(begun: number, tags: readonly string[]): boolean {
    return begun > this.#floor && tags.every((tag) => begun > (this.#droppedAt.get(tag) ?? 0));
  }
}
