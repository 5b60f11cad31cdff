import path from 'node:path';
import { currentOf, type Registry, type StoredRelease, versionBefore } from '@shop/build/registry';
import { LostCondition, type Storage } from '@shop/storage';
import { ROOT } from '../config.ts';
import { releaseOf } from './built.ts';
import { requireRelease, upload } from './bundles.ts';
import { check } from './check.ts';
import { fits, wasRolledBack, withChanges, withRelease, withWaiting } from './history.ts';
import { deployer, openFrontends, replaceRegistry, storedRegistry } from './registry.ts';
import { abandoned, leftOver, outdated, refuseRemoving, remove, withRemoving, withRetired } from './removal.ts';

export interface Published {
  slice: string;
  version: string;
  /** False when this version was live already, a rollback was kept, or it waits. */
  changed: boolean;
  /** It goes live with the shell that it was built for. */
  waits?: boolean;
}

type DistOf = (slice: string) => string;

export interface StorageOptions {
  /** Where the frontends lie; by default where the configuration says. */
  storage?: Storage;
  /** Gets a line when another deployer was first, and when old files could not be removed. */
  report?: (line: string) => void;
}

interface Options extends StorageOptions {
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
 * Stores `<slice>/dist/{browser,server}` of each slice, checks all of them against what is live, and makes them live in one step.
 * `slices` are folders: `shell`, `mfe-checkout`.
 *
 * @throws Error when a check fails, or another deployer has made another version of one of the slices live in the meantime;
 *   nothing that is live is changed
 */
export function publishBuilt(slices: readonly string[], options: Options = {}): Promise<Published[]> {
  const { storage = openFrontends(), distOf = ownDist, keepRollbacks = false, waitForShell = false } = options;
  const releases = slices.map((slice) => releaseOf(slice, distOf(slice)));
  return replacing(storage, options, async (registry) => {
    let next = registry;
    const published = releases.map((release): Published => {
      const { slice, version } = release;
      const live = currentOf(registry, slice)?.version;
      if (live === version) return { slice, version, changed: false };
      if (live && keepRollbacks && wasRolledBack(registry, slice, version)) {
        return { slice, version: live, changed: false };
      }
      const waits = waitForShell && slice !== 'shell' && !fits(registry.shell, release);
      next = waits ? withWaiting(next, release) : withRelease(next, release);
      return { slice, version, changed: !waits, ...(waits && { waits }) };
    });
    const changing = releases.filter((release) =>
      published.some((one) => isChange(one) && one.slice === release.slice),
    );
    refuseRemoving(registry, changing);
    for (const release of changing) await upload(storage, release, distOf(release.slice));
    if (published.some(({ slice, changed }) => slice === 'shell' && changed)) {
      for (const release of await waitingFor(storage, next)) next = withRelease(next, release);
    }
    return { next, published };
  });
}

/** Slices whose build is neither live nor rolled back. */
export async function notLive(
  slices: readonly string[],
  { storage = openFrontends(), distOf = ownDist }: Pick<Options, 'storage' | 'distOf'> = {},
): Promise<string[]> {
  const { registry } = await storedRegistry(storage);
  return slices.filter((slice) => {
    const { version } = releaseOf(slice, distOf(slice));
    return currentOf(registry, slice)?.version !== version && !wasRolledBack(registry, slice, version);
  });
}

/** Makes the previous version live again. @throws Error when there is none */
export async function rollBack(slice: string, options: StorageOptions = {}): Promise<Published> {
  const { storage = openFrontends() } = options;
  let version: string | undefined;
  const [published] = await replacing(storage, options, async (registry) => {
    // Of what was live when it was asked for, also when another deployer was first.
    version ??= versionBefore(registry, slice);
    if (!version) throw new Error(`There is no earlier version of ${slice}`);
    if (currentOf(registry, slice)?.version === version) {
      return { next: registry, published: [{ slice, version, changed: false }] };
    }
    const release = await requireRelease(storage, slice, version);
    const next = withRelease(registry, release, registry.history[slice]);
    return { next, published: [{ slice, version, changed: true }] };
  });
  return published!;
}

/**
 * Makes live again what this version has replaced, and what the slices that went live in the same step have replaced.
 *
 * @returns whether it is: not after the first deployment, nor when one of them has been replaced since
 */
export async function takeBack(slice: string, version: string, options: StorageOptions = {}): Promise<boolean> {
  const { storage = openFrontends() } = options;
  const taken = await replacing(storage, options, async (registry) => {
    const { changes = [] } = registry;
    const mine = changes.find((change) => change.slice === slice);
    const step = changes.filter(({ at, by }) => at === mine?.at && by === mine.by);
    const isLive = step.every((change) => currentOf(registry, change.slice)?.version === change.version);
    if (mine?.version !== version || !isLive || step.some(({ replaced }) => !replaced)) {
      return { next: registry, published: [] };
    }
    let next = registry;
    for (const { slice: changed, replaced } of step) {
      const release = await requireRelease(storage, changed, replaced!);
      // The history keeps it as one that was rolled back.
      next = withRelease(next, release, registry.history[changed]);
    }
    const published = step.map((change) => ({ slice: change.slice, version: change.replaced!, changed: true }));
    return { next, published };
  });
  return taken.length > 0;
}

/** Waiting remotes that fit the live shell. */
async function waitingFor(storage: Storage, { shell, waiting = {} }: Registry): Promise<StoredRelease[]> {
  const releases = Object.entries(waiting).map(([slice, version]) => requireRelease(storage, slice, version));
  return (await Promise.all(releases)).filter((release) => fits(shell, release));
}

const isChange = ({ changed, waits = false }: Published): boolean => changed || waits;

interface Decision {
  /** The registry itself if nothing changes. */
  next: Registry;
  published: Published[];
}

/**
 * Replaces the registry by what `decide` makes of it: again when another deployer was first, unless that one has replaced a
 * version that is to be replaced here. Old bundles are removed once the registry that does not name them is stored.
 */
async function replacing(
  storage: Storage,
  { dev = false, report = () => {} }: Options,
  decide: (registry: Registry) => Promise<Decision>,
): Promise<Published[]> {
  let seen: Registry | undefined;
  for (;;) {
    const { registry, etag } = await storedRegistry(storage);
    if (seen) report(`${changesBetween(seen, registry)}; trying again`);
    try {
      const left = leftOver(registry);
      if (left.length > 0) {
        await replaceRegistry(storage, withRemoving(registry, left), etag);
        await remove(storage, left);
        continue;
      }
      const { next, published } = await decide(registry);
      if (next === registry) return published;
      if (seen) for (const { slice } of published.filter(isChange)) refuseOvertaken(seen, registry, slice);
      seen = registry;
      const slices = changedSlices(registry, next);
      if (!dev) await check(storage, next, slices);
      const old = dev ? [] : [...outdated(withRetired(registry, next)), ...(await abandoned(storage, next, slices))];
      const noted = withChanges(registry, withRetired(registry, next), deployer());
      const replaced = { ...withRemoving(noted, old), revision: registry.revision + 1 };
      await replaceRegistry(storage, replaced, etag);
      await remove(storage, old).catch((error: Error) =>
        report(`Old files are not removed, a later deployment does it: ${error.message}`),
      );
      return published;
    } catch (error) {
      if (!(error instanceof LostCondition)) throw error;
    }
  }
}

/** Slices with another live or waiting version. */
function changedSlices(before: Registry, now: Registry): string[] {
  const all = new Set(
    [before, now].flatMap(({ history, waiting = {} }) => [...Object.keys(history), ...Object.keys(waiting)]),
  );
  return [...all].filter(
    (slice) =>
      currentOf(before, slice)?.version !== currentOf(now, slice)?.version ||
      before.waiting?.[slice] !== now.waiting?.[slice],
  );
}

function changesBetween(before: Registry, now: Registry): string {
  const changes = changedSlices(before, now).map(
    (slice) => `${slice} ${currentOf(now, slice)?.version ?? now.waiting?.[slice] ?? ''}`,
  );
  return `${now.writtenBy ?? 'Another deployer'} was first: ${changes.join(', ') || 'old files are being removed'}`;
}

/** @throws Error if another version of the slice went live between the two registries */
function refuseOvertaken(before: Registry, now: Registry, slice: string): void {
  if (!changedSlices(before, now).includes(slice)) return;
  throw new Error(`${changesBetween(before, now)}. Deploy ${slice} again if it is to replace that.`);
}
