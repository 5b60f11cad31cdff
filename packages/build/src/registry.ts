/** `registry.json` in the storage: the live version of each frontend slice. Replaced as a whole. */
export interface Registry {
  /** Incremented with every change of what is live or waits. */
  revision: number;
  /** Who wrote it: `user@host`. */
  writtenBy?: string;
  shell: ShellRelease | null;
  /** By the remote's name (`checkout`). */
  remotes: Record<string, RemoteRelease>;
  /** Versions by slice, latest first: a rollback returns to the one after the live one. */
  history: Record<string, string[]>;
  /** Versions of remotes, by slice, that will go live together with the shell they were built for. */
  waiting?: Record<string, string>;
  /** When versions of the history stopped being live, by slice and version. */
  retired?: Record<string, Record<string, string>>;
  /** What went live, the newest first; the last 100. */
  changes?: RegistryChange[];
  /** Since when bundles are being removed, by slice and version. They cannot go live until they are gone. */
  removing?: Record<string, Record<string, string>>;
}

/** A version of a slice went live. */
export interface RegistryChange {
  at: string;
  slice: string;
  version: string;
  /** What was live until then. */
  replaced: string | null;
  kind: 'deployed' | 'rolled-back';
  /** `user@host` */
  by: string;
}

interface Release {
  /** The folder of the slice: `shell`, `mfe-checkout`. */
  slice: string;
  /** `<package version>-<digest of all files>`: equal files have equal versions. */
  version: string;
  publishedAt: string;
  /** What it was built from, as far as its deployer knew. */
  commit?: string;
  /** Of all files. */
  bytes?: number;
  /** `sha384-…` of every file below the version's folder: `browser/remoteEntry.1a2b3c4d.js`, `server/server.mjs`. */
  integrity: Record<string, string>;
  /** Versions of the shared packages at build time. */
  shared: Record<string, string>;
}

export interface ShellRelease extends Release {
  /** Scripts and styles of a page, in order; relative to `browser/`. */
  entry: string[];
}

export interface RemoteRelease extends Release {
  /** The Module Federation entry, relative to `browser/`. */
  entry: string;
  pages: PageRoute[];
  /** Exposed pages and fragments by id (`checkout/cart-button`), with their styles. */
  parts: Record<string, { styles: StyleFile[] }>;
}

/** What lies beside the files of a bundle as `release.json`. */
export type StoredRelease = (ShellRelease & { name?: undefined }) | (RemoteRelease & { name: string });

export interface StyleFile {
  /** Relative to `browser/`. */
  file: string;
  /** The chunk whose styles these are: tells the browser's chunk loader that they are there already. */
  chunk: string;
}

export interface PageRoute {
  /** Route pattern. */
  path: string;
  /** `storefront/home-page`. */
  part: string;
  guard?: 'user' | 'admin';
  limited?: boolean;
  bare?: boolean;
  quiet?: boolean;
  /** No guest's page of it is kept. */
  uncached?: boolean;
  /** Parameters that the page reads. Absent in releases from before they were declared: any. */
  query?: readonly string[];
}

/**
 * Why a remote cannot run in a shell: the first shared package that the shell lacks, or whose version does not satisfy the caret
 * range (`^built`) of the version that the remote was built with. `undefined` when they are compatible.
 */
export function incompatibility(
  host: Readonly<Record<string, string>>,
  built: Readonly<Record<string, string>>,
): { name: string; built: string; offered: string | undefined } | undefined {
  for (const [name, version] of Object.entries(built)) {
    const offered = host[name];
    if (!offered || !satisfiesCaret(offered, version)) return { name, built: version, offered };
  }
  return undefined;
}

/** Whether `offered` satisfies `^built`. Releases only, no pre-releases. */
export function satisfiesCaret(offered: string, built: string): boolean {
  const [a, b] = [offered, built].map((version) => version.split('.').map(Number)) as [number[], number[]];
  const fixed = b.findIndex((part) => part !== 0);
  const last = fixed === -1 ? 2 : fixed;
  for (let i = 0; i <= last; i++) if (a[i] !== b[i]) return false;
  for (let i = last + 1; i < 3; i++) if (a[i] !== b[i]) return a[i]! > b[i]!;
  return true;
}

/** The part of the registry that a page needs in the browser. */
export interface PageRegistry {
  routes: PageRoute[];
  remotes: { name: string; entry: string; integrity: string }[];
}

export const currentOf = (registry: Registry, slice: string): ShellRelease | RemoteRelease | null | undefined =>
  slice === 'shell' ? registry.shell : Object.values(registry.remotes).find((remote) => remote.slice === slice);

/** The version that a rollback leads to; undefined when there is none. */
export function versionBefore(registry: Registry, slice: string): string | undefined {
  const versions = registry.history[slice] ?? [];
  return versions[versions.indexOf(currentOf(registry, slice)?.version ?? '') + 1];
}
