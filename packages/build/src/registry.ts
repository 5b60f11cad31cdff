/** Which version of each frontend slice is live: `.run/deploy/registry.json`, switched in one atomic write. */
export interface Registry {
  /** Counts up with every switch. */
  revision: number;
  shell: ShellRelease | null;
  /** By the remote's name (`checkout`). */
  remotes: Record<string, RemoteRelease>;
  /** Versions by slice, what was deployed last first: after the live one stands what a rollback goes back to. */
  history: Record<string, string[]>;
  /** Versions of remotes, by slice, that go live together with the shell that they were built for. */
  waiting?: Record<string, string>;
}

interface Release {
  /** The folder of the slice: `shell`, `mfe-checkout`. */
  slice: string;
  /** `<package version>-<hash of all files>`: the same files are the same version. */
  version: string;
  publishedAt: string;
  /** `sha384-…` of every file below the version's folder: `browser/remoteEntry.1a2b3c4d.js`, `server/server.mjs`. */
  integrity: Record<string, string>;
  /** Versions of the shared packages that it was built with. */
  shared: Record<string, string>;
}

export interface ShellRelease extends Release {
  /** Scripts and styles of a page, in order, below `browser/`. */
  entry: string[];
}

export interface RemoteRelease extends Release {
  /** The federation's entry below `browser/`. */
  entry: string;
  pages: PageRoute[];
  /** What it exposes, by id (`checkout/cart-button`), with the styles that each needs. */
  parts: Record<string, { styles: StyleFile[] }>;
}

export interface StyleFile {
  /** Below `browser/`. */
  file: string;
  /** The chunk whose styles these are: tells the browser's chunk loader that they are there already. */
  chunk: string;
}

export interface PageRoute {
  /** Pattern of the router. */
  path: string;
  /** `storefront/home-page`. */
  part: string;
  guard?: 'user' | 'admin';
  bare?: boolean;
}

/**
 * What keeps a remote from running in a shell: the first shared package of which the shell has no copy, or one that is not
 * what the remote was built with or newer within its major version. Undefined when they fit.
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

/** `offered` satisfies `^built`, for releases (not pre-releases): the same major, or minor, or patch where those before are 0. */
export function satisfiesCaret(offered: string, built: string): boolean {
  const [a, b] = [offered, built].map((version) => version.split('.').map(Number)) as [number[], number[]];
  const fixed = b.findIndex((part) => part !== 0);
  const last = fixed === -1 ? 2 : fixed;
  for (let i = 0; i <= last; i++) if (a[i] !== b[i]) return false;
  for (let i = last + 1; i < 3; i++) if (a[i] !== b[i]) return a[i]! > b[i]!;
  return true;
}

/** What a page in the browser has to know of the registry. */
export interface PageRegistry {
  routes: PageRoute[];
  remotes: { name: string; entry: string; integrity: string }[];
}
