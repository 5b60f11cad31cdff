import type { PageRegistry, Registry } from '@shop/build/registry';
import type { CountryCode } from '@shop/contracts/browser';

/** What a render worker is started with. It lives as long as one registry. */
export interface WorkerSettings {
  registry: Registry;
  deployDir: string;
  /** For the browser: part of every page's state. */
  pageRegistry: PageRegistry;
  gatewayUrl: string;
  serviceToken: string;
  shopUrl: string;
  isDevelopment: boolean;
  budgetMs: number;
  dataFreshMs: number;
  /** Remotes whose bundle is not even to be imported. */
  withoutRemotes: string[];
  /** `[0]` counts up while the worker lives; `[1]` is whose code runs: 0 the shell's, else an index + 1 of `names`. */
  signs: Int32Array;
  /** Remotes and parts by the index that `signs[1]` names. */
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
  /** The whole document; handed over, not copied. Empty when there is a `redirect`. */
  body: Uint8Array<ArrayBuffer>;
  /** Paths of the gateway that the page is made of. */
  sources: string[];
  /** Nothing was left to the browser that the server should have rendered. */
  complete: boolean;
  /** The page's data did not come in time. */
  late: boolean;
  /** A guarded page: only the loader is in it, and a guest does not even get that. */
  isGuarded: boolean;
}

export type ToWorker = { type: 'render'; request: RenderRequest } | { type: 'forget' };

export type FromWorker =
  | { type: 'ready'; failed: { remote: string; reason: string }[] }
  | { type: 'rendered'; page: Rendered }
  | { type: 'failed'; id: number; reason: string }
  | { type: 'log'; level: 'warn' | 'error'; message: string; part?: string };
