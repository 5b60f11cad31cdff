import { bundlePrefix, inParallel, releaseKey } from '@shop/build/bundle';
import { currentOf, type Registry, type StoredRelease } from '@shop/build/registry';
import { LostCondition, type Storage } from '@shop/storage';
import { replaceRegistry, storedRegistry } from './registry.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Pages that are open may load files of versions that are not live any more. */
const KEEP_MS = 30 * DAY_MS;
/** Longer than a deployment takes from its first file to the registry. */
const UPLOAD_MS = DAY_MS;
/** Longer than a removal takes: after this, its deployer is dead. */
const REMOVAL_MS = 3600 * 1000;

interface Bundle {
  slice: string;
  version: string;
}

/** Notes in `next` which versions of `before` stopped being live now. */
export function withRetired(before: Registry, next: Registry): Registry {
  const retired = structuredClone(next.retired ?? {});
  for (const slice of Object.keys(next.history)) {
    const [old, live] = [before, next].map((registry) => currentOf(registry, slice)?.version);
    if (old && old !== live) (retired[slice] ??= {})[old] = new Date().toISOString();
    if (live) delete retired[slice]?.[live];
  }
  return { ...next, retired };
}

/** Versions of the history that are neither live, newest nor a rollback target, and have not been live for 30 days. */
export function outdated(registry: Registry): Bundle[] {
  const limit = Date.now() - KEEP_MS;
  return Object.entries(registry.history).flatMap(([slice, versions]) => {
    const live = currentOf(registry, slice)?.version;
    const kept = new Set([live, versions[0], versions[1], versions[versions.indexOf(live ?? '') + 1]]);
    const isOld = (version: string) => Date.parse(registry.retired?.[slice]?.[version] ?? '') < limit;
    return versions.filter((version) => !kept.has(version) && isOld(version)).map((version) => ({ slice, version }));
  });
}

/** Bundles of `slices` that were uploaded more than a day ago and never went live. */
export async function abandoned(storage: Storage, registry: Registry, slices: readonly string[]): Promise<Bundle[]> {
  const found: Bundle[] = [];
  for (const slice of slices) {
    const known = new Set([
      ...(registry.history[slice] ?? []),
      ...Object.keys(registry.removing?.[slice] ?? {}),
      registry.waiting?.[slice],
    ]);
    const versions = new Set<string>();
    for await (const key of storage.list(`bundles/${slice}/`)) versions.add(key.split('/')[2]!);
    for (const version of versions) {
      if (known.has(version)) continue;
      const release = await storage.get(releaseKey(slice, version));
      // A removal takes the description last, an upload brings it first.
      const { publishedAt } = release ? (JSON.parse(release.bytes.toString()) as StoredRelease) : { publishedAt: '' };
      if (!(Date.parse(publishedAt) > Date.now() - UPLOAD_MS)) found.push({ slice, version });
    }
  }
  return found;
}

/** Claims bundles: from the moment in which this registry is stored, none of them can go live until it is removed. */
export function withRemoving(registry: Registry, bundles: readonly Bundle[]): Registry {
  const { history, retired = {}, removing = {} } = structuredClone(registry);
  for (const { slice, version } of bundles) {
    (removing[slice] ??= {})[version] = new Date().toISOString();
    history[slice] = (history[slice] ?? []).filter((one) => one !== version);
    delete retired[slice]?.[version];
  }
  return { ...registry, history, retired, removing };
}

/** Bundles whose removal began, and whose deployer is dead. */
export function leftOver(registry: Registry): Bundle[] {
  const limit = Date.now() - REMOVAL_MS;
  return Object.entries(registry.removing ?? {}).flatMap(([slice, versions]) =>
    Object.keys(versions)
      .filter((version) => Date.parse(versions[version]!) < limit)
      .map((version) => ({ slice, version })),
  );
}

/** @throws Error if one of the bundles is being removed */
export function refuseRemoving({ removing = {} }: Registry, bundles: readonly Bundle[]): void {
  for (const { slice, version } of bundles) {
    const since = removing[slice]?.[version];
    if (since) throw new Error(`${slice} ${version} is being removed since ${since}: try again in a moment`);
  }
}

/** Removes claimed bundles, and then their claims. */
export async function remove(storage: Storage, bundles: readonly Bundle[]): Promise<void> {
  if (bundles.length === 0) return;
  for (const { slice, version } of bundles) {
    const description = releaseKey(slice, version);
    const files: string[] = [];
    for await (const key of storage.list(bundlePrefix(slice, version))) if (key !== description) files.push(key);
    await inParallel(files, (key) => storage.delete(key));
    await storage.delete(description);
  }
  for (;;) {
    const { registry, etag } = await storedRegistry(storage);
    const removing = structuredClone(registry.removing ?? {});
    for (const { slice, version } of bundles) delete removing[slice]?.[version];
    try {
      return await replaceRegistry(storage, { ...registry, removing }, etag);
    } catch (error) {
      if (!(error instanceof LostCondition)) throw error;
    }
  }
}
