import type { CachePolicy } from '@shop/contracts';
import { LRUCache } from 'lru-cache';
import type { Page } from './page.ts';
import { Tags } from './tags.ts';

interface Entry {
  page: Page;
  tags: readonly string[];
  /** Of `Tags`, when the answer was asked for. */
  begun: number;
  /** Ms, monotonic. */
  fetchedAt: number;
}

interface Flight {
  page: Promise<Page>;
  begun: number;
  tags: readonly string[];
}

export interface Found {
  page: Page;
  /** Seconds since it was fetched. */
  age: number;
  /** Past its time: served once more, and fetched anew. */
  stale: boolean;
}

/** While changes are not heard of, a page is believed for this long at most. Seconds. */
const DEAF_SECONDS = 5;

/**
 * Answers for everybody. Each is fetched by one call however many wait for it, kept for as long as its contract says,
 * and dropped when an event says that something it is made of changed. Bounded; the least used goes first.
 */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #flights = new Map<string, Flight>();
  readonly #tags = new Tags();
  readonly #hears: () => boolean;
  readonly #now: () => number;

  /** `hears` says whether events of change arrive: while they do not, pages live for some seconds only. */
  constructor({
    maxBytes,
    hears,
    now = () => performance.now(),
  }: {
    maxBytes: number;
    hears: () => boolean;
    now?: () => number;
  }) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 8),
      sizeCalculation: ({ page }) => page.bytes,
    });
    this.#hears = hears;
    this.#now = now;
  }

  /** A kept answer that may still be served. */
  find(key: string, policy: CachePolicy): Found | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const age = (this.#now() - entry.fetchedAt) / 1000;
    const hears = this.#hears();
    const seconds = hears ? policy.seconds : Math.min(policy.seconds, DEAF_SECONDS);
    if (age >= seconds + (hears ? policy.staleSeconds : 0) || !this.#tags.unchangedSince(entry.begun, entry.tags)) {
      this.#entries.delete(key);
      return undefined;
    }
    return { page: entry.page, age, stale: age >= seconds };
  }

  /** The answer that is on its way for others, unless it was asked for before the last change. */
  underWay(key: string): Promise<Page> | undefined {
    const flight = this.#flights.get(key);
    return flight && this.#tags.unchangedSince(flight.begun, flight.tags) ? flight.page : undefined;
  }

  /**
   * Fetches an answer for everybody who asks for it meanwhile, and keeps it where `mayKeep` agrees and nothing it is
   * made of changed on the way. Rejects, for all of them, with what `fetch` throws.
   */
  fetch(
    key: string,
    tags: readonly string[],
    fetch: (earlier: Page | undefined) => Promise<Page>,
    mayKeep: (page: Page) => boolean,
  ): Promise<Page> {
    const begun = this.#tags.begin();
    const flight: Flight = { begun, tags, page: fetch(this.#entries.peek(key)?.page) };
    this.#flights.set(key, flight);
    const landed = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.page.then((page) => {
      landed();
      if (mayKeep(page) && this.#tags.unchangedSince(begun, tags)) {
        this.#entries.set(key, { page, tags, begun, fetchedAt: this.#now() });
      }
    }, landed);
    return flight.page;
  }

  /** Something that pages are made of changed. */
  drop(tags: Iterable<string>): void {
    this.#tags.drop(tags);
  }

  /** Changes may have been missed: nothing kept is believed any more. */
  dropAll(): void {
    this.#tags.dropAll();
    this.#entries.clear();
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#entries.size, bytes: this.#entries.calculatedSize };
  }
}
