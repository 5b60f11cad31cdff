import type { CountryCode } from '@shop/contracts';
import { LRUCache } from 'lru-cache';
import type { StoredPage } from './stored-page.ts';

/** Everything that a guest's page depends on, besides its data. */
export interface PageKey {
  country: CountryCode;
  path: string;
  /** Those that the page declares. */
  parameters: Readonly<Record<string, string>>;
  /** The version of every remote. */
  versions: Readonly<Record<string, string>>;
}

/** A change of data: the cache tags that it makes stale. `all`: it is unknown which. */
export type Change = readonly string[] | 'all';

export interface RenderedPage {
  page: StoredPage;
  /** `briefly`: something that the page can do without is missing. */
  keep: 'as usual' | 'briefly' | 'not at all';
}

interface Entry {
  page: StoredPage;
  at: number;
  freshMs: number;
  staleMs: number;
}

interface Flight {
  page: Promise<StoredPage>;
  /** Since it began. */
  changes: Change[];
}

interface Settings {
  freshMs: number;
  staleMs: number;
  /** Lifetime of a page that is kept `briefly`. */
  briefMs: number;
  /** 0: no page is kept or shared. */
  maxBytes: number;
  now?: () => number;
}

/**
 * Cache of guests' pages. A page is fresh for a while, then stale: served while it is revalidated. A change drops the pages that
 * have one of its tags, and those that are being rendered from older data are not kept. Bounded, LRU.
 */
export class PageCache {
  private readonly entries: LRUCache<string, Entry> | undefined;
  private readonly flights = new Map<string, Flight>();
  private readonly settings: Required<Settings>;

  constructor(settings: Settings) {
    this.settings = { now: Date.now, ...settings };
    if (settings.maxBytes > 0) {
      this.entries = new LRUCache({ maxSize: settings.maxBytes, sizeCalculation: ({ page }) => page.bytes });
    }
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.entries?.size ?? 0, bytes: this.entries?.calculatedSize ?? 0 };
  }

  /** The cached page, or the result of `render`, which runs once per key at a time. */
  async get(
    key: PageKey,
    render: () => Promise<RenderedPage>,
  ): Promise<{ page: StoredPage; from: 'fresh' | 'stale' | 'rendered' }> {
    if (!this.entries) return { page: (await render()).page, from: 'rendered' };
    const id = JSON.stringify(key);
    const entry = this.entries.get(id);
    const age = entry ? this.settings.now() - entry.at : Infinity;
    if (entry && age <= entry.freshMs) return { page: entry.page, from: 'fresh' };
    if (entry && age <= entry.freshMs + entry.staleMs) {
      // If it fails, the next request tries again.
      if (!this.flights.has(id)) this.render(id, render).catch(() => {});
      return { page: entry.page, from: 'stale' };
    }
    return { page: await this.shared(id, render), from: 'rendered' };
  }

  /** Joins a rendering in progress, unless it began before a change of its data that this request came after. */
  private async shared(id: string, render: () => Promise<RenderedPage>): Promise<StoredPage> {
    for (;;) {
      const flight = this.flights.get(id);
      if (!flight) return this.render(id, render);
      const earlier = flight.changes.length;
      const page = await flight.page;
      if (!isAffected(page, flight.changes.slice(0, earlier))) return page;
    }
  }

  private render(id: string, render: () => Promise<RenderedPage>): Promise<StoredPage> {
    const changes: Change[] = [];
    const page = render()
      .then((rendered) => {
        if (!isAffected(rendered.page, changes)) this.put(id, rendered);
        return rendered.page;
      })
      .finally(() => this.flights.delete(id));
    this.flights.set(id, { page, changes });
    return page;
  }

  /** A page that is not kept leaves the one before in its place: that may be served as long as it is stale only. */
  private put(id: string, { page, keep }: RenderedPage): void {
    if (keep === 'not at all') return;
    const { freshMs, staleMs, briefMs, now } = this.settings;
    const lifetime = keep === 'briefly' ? { freshMs: Math.min(briefMs, freshMs), staleMs: 0 } : { freshMs, staleMs };
    page.compress();
    this.entries!.set(id, { page, at: now(), ...lifetime });
  }

  /** Returns the number of dropped pages. */
  drop(change: Change): number {
    for (const { changes } of this.flights.values()) changes.push(change);
    const affected = [...(this.entries ?? [])].filter(([, { page }]) => isAffected(page, [change]));
    for (const [id] of affected) this.entries!.delete(id);
    return affected.length;
  }
}

const isAffected = ({ tags }: StoredPage, changes: readonly Change[]): boolean =>
  changes.some((change) => change === 'all' || change.some((tag) => tags.has(tag)));
