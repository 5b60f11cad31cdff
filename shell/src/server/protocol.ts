import type { PageRegistry, Registry } from '@shop/build/registry';
import type { CountryCode } from '@shop/contracts/browser';
import type { Change } from './page-cache.ts';
import type { CachedCall } from './source-tags.ts';

/** The verified server bundles of remotes, by key, in memory that all threads share. */
export type ServerBundles = ReadonlyMap<string, Uint8Array>;

/** Start-up data of a render worker, which lives as long as one registry. */
export interface WorkerSettings {
  registry: Registry;
  bundles: ServerBundles;
  /** Part of every page's state. */
  pageRegistry: PageRegistry;
  gatewayUrl: string;
  serviceToken: string;
  shopUrl: string;
  isDevelopment: boolean;
  /** For the data of a page's own content; without it the page is a 503. */
  contentBudgetMs: number;
  /** For what a page can do without: frame, fragments, secondary sections. */
  budgetMs: number;
  dataFreshMs: number;
  cachedCalls: CachedCall[];
  /** Remotes whose bundle must not be imported. */
  withoutRemotes: string[];
  /** Shared memory: `[0]` is the heartbeat counter; `[1]` is whose code runs: 0 the shell's, else an index + 1 of `names`. */
  heartbeat: Int32Array;
  /** Remotes and parts, indexed by `heartbeat[1]`. */
  names: string[];
}

export interface RenderRequest {
  id: number;
  /** Path and query. */
  href: string;
  /** For logs. */
  shownPath: string;
  country: CountryCode;
  /** Of its span, for the calls that it makes: W3C `traceparent`. */
  traceparent?: string | undefined;
  /** Parts left to the browser; `*` for all. */
  without: string[];
}

export interface Rendered {
  id: number;
  status: number;
  /** Path within the shop. */
  redirect?: string;
  /** The document; transferred, not copied. Empty with a `redirect`. */
  body: Uint8Array<ArrayBuffer>;
  /** Cache tags of the page's data. */
  tags: string[];
  /** What was not rendered. Without its content the page is a 503; `parts`: it can do without them. */
  lacks: 'nothing' | 'parts' | 'content';
}

export type ToWorker = { type: 'render'; request: RenderRequest } | { type: 'forget'; change: Change };

export type FromWorker =
  | { type: 'ready'; failed: { remote: string; reason: string }[] }
  | { type: 'rendered'; page: Rendered }
  | { type: 'failed'; id: number; reason: string }
  | { type: 'log'; level: 'warn' | 'error'; message: string; part?: string };
