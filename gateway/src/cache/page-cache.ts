import type { CachePolicy } from '@shop/contracts';
import { LRUCache } from 'lru-cache';
import type { Page } from './page.ts';
import { Tags } from './tags.ts';

interface Entry {
  page: Page;
  tags: readonly string[];
  /** Version of `Tags` when the fetch started. */
  version: number;
  /** Ms, monotonic. */
  fetchedAt: number;
}

interface Flight {
  page: Promise<Page>;
  version: number;
  tags: readonly string[];
}

export interface Found {
  page: Page;
  /** Seconds since it was fetched. */
  age: number;
  /** Past its lifetime: may be served while it is revalidated. */
  stale: boolean;
}

/** Lifetime of a page while events are not received. */
const MAX_SECONDS_WITHOUT_EVENTS = 5;

/**
 * Cache of public answers. Concurrent requests share one fetch; a page lives as long as its contract says, or until an event
 * drops one of its tags. Bounded, LRU.
 */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #flights = new Map<string, Flight>();
  readonly #tags = new Tags();
  readonly #receivesEvents: () => boolean;
  readonly #now: () => number;

  constructor({
    maxBytes,
    receivesEvents,
    now = () => performance.now(),
  }: {
    maxBytes: number;
    /** While events are not received, pages live for `MAX_SECONDS_WITHOUT_EVENTS` only. */
    receivesEvents: () => boolean;
    now?: () => number;
  }) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 8),
      sizeCalculation: ({ page }) => page.bytes,
    });
    this.#receivesEvents = receivesEvents;
    this.#now = now;
  }

  /** A cached page that may still be served. */
  find(key: string, policy: CachePolicy): Found | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const age = (this.#now() - entry.fetchedAt) / 1000;
    const receivesEvents = this.#receivesEvents();
    const seconds = receivesEvents ? policy.seconds : Math.min(policy.seconds, MAX_SECONDS_WITHOUT_EVENTS);
    const lifetime = seconds + (receivesEvents ? policy.staleSeconds : 0);
    if (age >= lifetime || !this.#tags.unchangedSince(entry.version, entry.tags)) {
      this.#entries.delete(key);
      return undefined;
    }
    return { page: entry.page, age, stale: age >= seconds };
  }

  /** A fetch in flight that can be joined; `undefined` when one of its tags was dropped since it started. */
  inFlight(key: string): Promise<Page> | undefined {
    const flight = this.#flights.get(key);
    return flight && this.#tags.unchangedSince(flight.version, flight.tags) ? flight.page : undefined;
  }

  /**
   * Fetches a page for all concurrent requests, and caches it if `isCacheable` agrees and none of its tags was dropped in the
   * meantime. Rejects with the error of `fetch`.
   */
  fetch(
    key: string,
    tags: readonly string[],
    fetch: (earlier: Page | undefined) => Promise<Page>,
    isCacheable: (page: Page) => boolean,
  ): Promise<Page> {
    const { version } = this.#tags;
    const flight: Flight = { version, tags, page: fetch(this.#entries.peek(key)?.page) };
    this.#flights.set(key, flight);
    const landed = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.page.then((page) => {
      landed();
      if (isCacheable(page) && this.#tags.unchangedSince(version, tags)) {
        this.#entries.set(key, { page, tags, version, fetchedAt: this.#now() });
      }
    }, landed);
    return flight.page;
  }

  drop(tags: Iterable<string>): void {
    this.#tags.drop(tags);
  }

  /** For when events may have been missed. */
  dropAll(): void {
    this.#tags.dropAll();
    this.#entries.clear();
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#entries.size, bytes: this.#entries.calculatedSize };
  }
}
