import type { PageRegistry, Registry } from '@shop/build/registry';
import type { CountryCode } from '@shop/contracts/browser';

/** Start-up data of a render worker, which lives as long as one registry. */
export interface WorkerSettings {
  registry: Registry;
  deployDir: string;
  /** Part of every page's state. */
  pageRegistry: PageRegistry;
  gatewayUrl: string;
  serviceToken: string;
  shopUrl: string;
  isDevelopment: boolean;
  budgetMs: number;
  dataFreshMs: number;
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
  country: CountryCode;
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
  /** Paths of the gateway that the page's data is from. */
  sources: string[];
  /** No part that the server should render was left to the browser. */
  complete: boolean;
  /** The page's data did not arrive in time. */
  late: boolean;
  /** The page is only a loading indicator; guests are redirected. */
  isGuarded: boolean;
}

export type ToWorker = { type: 'render'; request: RenderRequest } | { type: 'forget' };

export type FromWorker =
  | { type: 'ready'; failed: { remote: string; reason: string }[] }
  | { type: 'rendered'; page: Rendered }
  | { type: 'failed'; id: number; reason: string }
  | { type: 'log'; level: 'warn' | 'error'; message: string; part?: string };
