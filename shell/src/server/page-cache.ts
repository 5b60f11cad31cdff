import zlib from 'node:zlib';
import crypto from 'node:crypto';

export interface StoredPage {
  status: number;
  redirect?: string;
  body: Buffer;
  /** Made on demand. */
  gzipped?: Buffer;
  etag: string;
  /** Paths of the gateway that the page's data is from. */
  sources: readonly string[];
  /** Only for signed-in users. */
  isGuarded?: boolean;
  csp: string;
}

export function storedPage(page: Omit<StoredPage, 'etag'>): StoredPage {
  return { ...page, etag: `"${crypto.hash('sha1', page.body, 'base64url')}"` };
}

export function gzipped(page: StoredPage): Buffer {
  return (page.gzipped ??= zlib.gzipSync(page.body, { level: 6 }));
}

interface Entry {
  page: StoredPage;
  at: number;
  refreshing: boolean;
}

interface Settings {
  freshMs: number;
  staleMs: number;
  maxBytes: number;
  now?: () => number;
}

/**
 * Cache of guests' pages by URL and country. A page is fresh for a while, then stale: served while it is revalidated. Events drop
 * pages by their sources. Bounded, LRU.
 */
export class PageCache {
  private readonly entries = new Map<string, Entry>();
  private readonly rendering = new Map<string, Promise<StoredPage>>();
  private bytes = 0;
  private generation = 0;
  private readonly settings: Required<Settings>;

  constructor(settings: Settings) {
    this.settings = { now: Date.now, ...settings };
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.entries.size, bytes: this.bytes };
  }

  /** The cached page, or the result of `render`, which runs once per key at a time. */
  async get(
    key: string,
    render: () => Promise<{ page: StoredPage; keep: boolean }>,
  ): Promise<{ page: StoredPage; from: 'fresh' | 'stale' | 'rendered' }> {
    const entry = this.entries.get(key);
    const age = entry ? this.settings.now() - entry.at : Infinity;
    if (entry && age <= this.settings.freshMs + this.settings.staleMs) {
      this.entries.delete(key);
      this.entries.set(key, entry);
      if (age <= this.settings.freshMs) return { page: entry.page, from: 'fresh' };
      if (!entry.refreshing) {
        entry.refreshing = true;
        this.renderInto(key, render).catch(() => {
          entry.refreshing = false;
        });
      }
      return { page: entry.page, from: 'stale' };
    }
    return { page: await this.renderInto(key, render), from: 'rendered' };
  }

  private renderInto(key: string, render: () => Promise<{ page: StoredPage; keep: boolean }>): Promise<StoredPage> {
    const running = this.rendering.get(key);
    if (running) return running;
    const { generation } = this;
    const promise = render()
      .then(({ page, keep }) => {
        // If pages were dropped in the meantime, this one may contain stale data.
        if (keep && generation === this.generation) this.put(key, page);
        else this.remove(key);
        return page;
      })
      .finally(() => this.rendering.delete(key));
    this.rendering.set(key, promise);
    return promise;
  }

  private put(key: string, page: StoredPage): void {
    this.remove(key);
    // The compressed copy is made later and has about a fifth of the size.
    this.bytes += page.body.length * 1.2;
    this.entries.set(key, { page, at: this.settings.now(), refreshing: false });
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.settings.maxBytes) break;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.bytes -= entry.page.body.length * 1.2;
    this.entries.delete(key);
  }

  /** Drops the pages with an affected source, and returns their number. */
  drop(isAffected: (source: string) => boolean): number {
    this.generation++;
    const affected = [...this.entries].filter(([, { page }]) => page.sources.some(isAffected));
    for (const [key] of affected) this.remove(key);
    return affected.length;
  }

  clear(): void {
    this.generation++;
    this.entries.clear();
    this.bytes = 0;
  }
}
