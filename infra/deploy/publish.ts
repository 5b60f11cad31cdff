import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { BuiltRemote } from '@shop/build/remote';
import {
  incompatibility,
  type Registry,
  type RemoteRelease,
  type ShellRelease,
  type StyleFile,
} from '@shop/build/registry';
import type { BuiltShell } from '@shop/build/shell';
import { ROOT } from '../config.ts';
import { DEPLOY_FOLDER } from '../run/programs.ts';
import { check } from './check.ts';
import { readRegistry, withLock, writeRegistry } from './registry.ts';

const KEEP_MS = 30 * 24 * 3600 * 1000;
const COMPRESSIBLE = /\.(js|css|json|svg|map)$/;

export interface Published {
  slice: string;
  version: string;
  /** False when this version was live already, a rollback was kept, or it waits. */
  changed: boolean;
  /** It goes live with the shell that it was built for. */
  waits?: boolean;
}

type DistOf = (slice: string) => string;

interface Options {
  /** Skips the checks. */
  dev?: boolean;
  /** The folder of a slice's build. */
  distOf?: DistOf;
  /** Keeps rollbacks, unless the build is one that was never rolled back. */
  keepRollbacks?: boolean;
  /** A remote that was built for another shell than the live one waits for that shell instead of being refused. */
  waitForShell?: boolean;
}

const ownDist: DistOf = (slice) => path.join(ROOT, slice, 'dist');

/**
 * Copies `<slice>/dist/{browser,server}` of each slice to `.run/deploy/<slice>/<version>`, checks all of them against what is
 * live, and makes them live in one step. `slices` are folders: `shell`, `mfe-checkout`.
 *
 * @throws Error when a check fails; nothing is changed
 */
export function publishBuilt(
  slices: readonly string[],
  { dev = false, distOf = ownDist, keepRollbacks = false, waitForShell = false }: Options = {},
): Promise<Published[]> {
  return withLock(async () => {
    linkPackages();
    const registry = readRegistry();
    let next = registry;
    const published = slices.map((slice): Published => {
      const release = stage(slice, distOf(slice));
      const live = currentOf(registry, slice)?.version;
      if (live === release.version) return { slice, version: live, changed: false };
      if (live && keepRollbacks && wasRolledBack(registry, slice, release.version)) {
        return { slice, version: live, changed: false };
      }
      const waits = waitForShell && slice !== 'shell' && !fits(registry.shell, release);
      next = waits ? withWaiting(next, release) : withRelease(next, release);
      return { slice, version: release.version, changed: !waits, ...(waits && { waits }) };
    });
    if (next === registry) return published;
    const changed = published.filter((one) => one.changed).map(({ slice }) => slice);
    if (changed.includes('shell')) {
      for (const release of waitingFor(next)) {
        next = withRelease(next, release);
        changed.push(release.slice);
      }
    }
    if (!dev) await check(next, changed);
    goLive(registry, next);
    return published;
  });
}

/** Slices whose build is neither live nor rolled back. */
export function notLive(slices: readonly string[], distOf = ownDist): string[] {
  const registry = readRegistry();
  return slices.filter((slice) => {
    const { version } = releaseOf(slice, distOf(slice));
    return currentOf(registry, slice)?.version !== version && !wasRolledBack(registry, slice, version);
  });
}

/** Whether this version was live after the one that is live now. */
function wasRolledBack(registry: Registry, slice: string, version: string): boolean {
  const versions = registry.history[slice] ?? [];
  const known = versions.indexOf(version);
  return known !== -1 && known < versions.indexOf(currentOf(registry, slice)?.version ?? '');
}

const fits = (shell: ShellRelease | null, { shared }: AnyRelease): boolean =>
  !shell || !incompatibility(shell.shared, shared);

const withWaiting = (registry: Registry, { slice, version }: AnyRelease): Registry => ({
  ...registry,
  waiting: { ...registry.waiting, [slice]: version },
});

/** Waiting remotes that fit the live shell. */
const waitingFor = ({ shell, waiting = {} }: Registry): AnyRelease[] =>
  Object.entries(waiting)
    .map(([slice, version]) => readJson<AnyRelease>(releaseFile(slice, version)))
    .filter((release) => fits(shell, release));

/** Slices whose live version is not their newest. */
export const rolledBack = (registry: Registry): string[] =>
  Object.entries(registry.history)
    .filter(([slice, versions]) => versions[0] !== currentOf(registry, slice)?.version)
    .map(([slice]) => slice);

/** Makes the previous version live again. @throws Error when there is none */
export function rollBack(slice: string): Promise<Published> {
  return withLock(async () => {
    const registry = readRegistry();
    const current = currentOf(registry, slice);
    const versions = registry.history[slice] ?? [];
    const version = versions[versions.indexOf(current?.version ?? '') + 1];
    if (!version) throw new Error(`There is no earlier version of ${slice}`);
    const next = withRelease(registry, readJson<AnyRelease>(releaseFile(slice, version)), versions);
    await check(next, [slice]);
    goLive(registry, next);
    return { slice, version, changed: true };
  });
}

/** Server bundles resolve React etc. from a parent folder; a deployment outside the project gets a link. */
function linkPackages(): void {
  const link = path.join(DEPLOY_FOLDER, 'node_modules');
  if (DEPLOY_FOLDER.startsWith(ROOT + path.sep) || fs.existsSync(link)) return;
  fs.symlinkSync(path.join(ROOT, 'node_modules'), link);
}

type AnyRelease = (ShellRelease & { name?: undefined }) | (RemoteRelease & { name: string });

export const currentOf = (registry: Registry, slice: string) =>
  slice === 'shell' ? registry.shell : Object.values(registry.remotes).find((remote) => remote.slice === slice);

function withRelease(registry: Registry, release: AnyRelease, versions?: string[]): Registry {
  const { slice, version } = release;
  // The live version precedes versions that were rolled back, so that a rollback of the new version returns to it.
  const live = currentOf(registry, slice)?.version;
  const older = new Set([...(live ? [live] : []), ...(registry.history[slice] ?? [])]);
  older.delete(version);
  const history = { ...registry.history, [slice]: versions ?? [version, ...older] };
  // A waiting version has gone live or is outdated.
  const { [slice]: _, ...waiting } = registry.waiting ?? {};
  const others = { ...registry, history, waiting };
  if (release.name === undefined) return { ...others, shell: release };
  const { name, ...remote } = release;
  return { ...others, remotes: { ...registry.remotes, [name]: remote } };
}

/** Of a build, whose version is derived from the content of its files. */
function releaseOf(slice: string, dist: string): AnyRelease {
  for (const part of ['browser', 'server']) {
    if (!fs.existsSync(path.join(dist, part)))
      throw new Error(`${path.join(dist, part)} is missing: build ${slice} first`);
  }
  const files = ['browser', 'server'].flatMap((part) =>
    filesBelow(path.join(dist, part)).map((file) => `${part}/${file}`),
  );
  const integrity: Record<string, string> = {};
  const hash = crypto.createHash('sha256');
  for (const file of files.toSorted()) {
    const content = fs.readFileSync(path.join(dist, file));
    integrity[file] = `sha384-${crypto.hash('sha384', content, 'base64')}`;
    hash.update(`${file} ${integrity[file]}\n`);
  }
  return describe(slice, dist, integrity, hash.digest('hex').slice(0, 12));
}

/** Copies the files into a folder of their version, with compressed copies, and writes `release.json`. */
function stage(slice: string, dist: string): AnyRelease {
  const release = releaseOf(slice, dist);
  const folder = path.join(DEPLOY_FOLDER, slice, release.version);
  if (!isComplete(folder, release.integrity)) {
    const staging = `${folder}.staging`;
    fs.rmSync(staging, { recursive: true, force: true });
    for (const file of Object.keys(release.integrity)) {
      const to = path.join(staging, file);
      fs.mkdirSync(path.dirname(to), { recursive: true });
      fs.copyFileSync(path.join(dist, file), to);
      if (file.startsWith('browser/') && COMPRESSIBLE.test(file)) {
        fs.writeFileSync(`${to}.gz`, zlib.gzipSync(fs.readFileSync(to), { level: 9 }));
      }
    }
    fs.writeFileSync(path.join(staging, 'release.json'), `${JSON.stringify(release, null, 1)}\n`);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(staging, folder);
  }
  return release;
}

function isComplete(folder: string, integrity: Record<string, string>): boolean {
  return (
    fs.existsSync(path.join(folder, 'release.json')) &&
    Object.entries(integrity).every(([file, expected]) => {
      const at = path.join(folder, file);
      return fs.existsSync(at) && `sha384-${crypto.hash('sha384', fs.readFileSync(at), 'base64')}` === expected;
    })
  );
}

const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

const readJson = <T>(file: string): T => JSON.parse(fs.readFileSync(file, 'utf8')) as T;

function describe(slice: string, dist: string, integrity: Record<string, string>, hash: string): AnyRelease {
  const publishedAt = new Date().toISOString();
  if (slice === 'shell') {
    const built = readJson<BuiltShell>(path.join(dist, 'browser/shell.json'));
    const version = `${built.packageVersion}-${hash}`;
    return { slice, version, publishedAt, integrity, shared: built.shared, entry: built.entry };
  }
  const built = readJson<BuiltRemote>(path.join(dist, 'browser/remote.json'));
  const entry = Object.keys(integrity).find((file) => /^browser\/remoteEntry\.\w+\.js$/.test(file));
  if (!entry) throw new Error(`${slice}/dist/browser has no remoteEntry`);
  const manifest = readJson<Manifest>(path.join(dist, 'browser/mf-manifest.json'));
  return {
    name: built.name,
    slice,
    version: `${built.packageVersion}-${hash}`,
    publishedAt,
    integrity,
    shared: built.shared,
    entry: entry.replace('browser/', ''),
    pages: built.pages,
    parts: Object.fromEntries(built.parts.map((id) => [id, { styles: stylesOf(id, manifest) }])),
  };
}

interface Manifest {
  exposes: { name: string; assets: { css: { sync: string[] } } }[];
}

/** Styles of a part's initial chunks; lazy chunks load their own. A file's name starts with its chunk's. */
function stylesOf(id: string, manifest: Manifest): StyleFile[] {
  const name = id.replace(/^.*\//, '');
  const exposed = manifest.exposes.find((one) => one.name === name);
  return (exposed?.assets.css.sync ?? []).map((file) => ({ file, chunk: file.replace(/\.[0-9a-f]+\.css$/, '') }));
}

/** Switches to `next`. The retention of the replaced versions starts now. */
function goLive(before: Registry, next: Registry): void {
  const now = new Date();
  for (const slice of Object.keys(before.history)) {
    const old = currentOf(before, slice)?.version;
    if (!old || old === currentOf(next, slice)?.version) continue;
    const file = releaseFile(slice, old);
    if (fs.existsSync(file)) fs.utimesSync(file, now, now);
  }
  writeRegistry({ ...next, history: removeOld(next) });
}

const releaseFile = (slice: string, version: string): string =>
  path.join(DEPLOY_FOLDER, slice, version, 'release.json');

/**
 * Removes versions that are neither live, newest nor a rollback target and have not been live for 30 days: open pages may
 * still load their files. @returns the history of the remaining versions
 */
function removeOld(registry: Registry): Registry['history'] {
  const limit = Date.now() - KEEP_MS;
  return Object.fromEntries(
    Object.entries(registry.history).map(([slice, versions]) => {
      const live = currentOf(registry, slice)?.version;
      const keep = new Set([live, versions[0], versions[1], versions[versions.indexOf(live ?? '') + 1]]);
      const folder = path.join(DEPLOY_FOLDER, slice);
      for (const version of fs.readdirSync(folder)) {
        const file = releaseFile(slice, version);
        const isOld = fs.existsSync(file) && fs.statSync(file).mtimeMs < limit;
        if (isOld && !keep.has(version)) fs.rmSync(path.join(folder, version), { recursive: true, force: true });
      }
      return [slice, versions.filter((version) => fs.existsSync(path.join(folder, version)))];
    }),
  );
}
