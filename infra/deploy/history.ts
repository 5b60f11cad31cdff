import {
  currentOf,
  incompatibility,
  type Registry,
  type RegistryChange,
  type ShellRelease,
  type StoredRelease,
} from '@shop/build/registry';

/** How many changes the registry keeps. */
const MAX_CHANGES = 100;

/** Notes in `next` which versions went live now that were not in `before`. */
export function withChanges(before: Registry, next: Registry, by: string): Registry {
  const at = new Date().toISOString();
  const changes = Object.keys(next.history).flatMap((slice): RegistryChange[] => {
    const [old, live] = [before, next].map((registry) => currentOf(registry, slice)?.version);
    if (!live || live === old) return [];
    const kind = old !== undefined && wasRolledBack(next, slice, old) ? 'rolled-back' : 'deployed';
    return [{ at, slice, version: live, replaced: old ?? null, kind, by }];
  });
  return { ...next, changes: [...changes, ...(next.changes ?? [])].slice(0, MAX_CHANGES) };
}

export const fits = (shell: ShellRelease | null, { shared }: StoredRelease): boolean =>
  !shell || !incompatibility(shell.shared, shared);

/** Whether this version was live after the one that is live now. */
export function wasRolledBack(registry: Registry, slice: string, version: string): boolean {
  const versions = registry.history[slice] ?? [];
  const known = versions.indexOf(version);
  return known !== -1 && known < versions.indexOf(currentOf(registry, slice)?.version ?? '');
}

/** Slices whose live version is not their newest. */
export const rolledBack = (registry: Registry): string[] =>
  Object.entries(registry.history)
    .filter(([slice, versions]) => versions[0] !== currentOf(registry, slice)?.version)
    .map(([slice]) => slice);

export const withWaiting = (registry: Registry, { slice, version }: StoredRelease): Registry => ({
  ...registry,
  waiting: { ...registry.waiting, [slice]: version },
});

/** @param versions the new history of the slice; by default the release is its newest version */
export function withRelease(registry: Registry, release: StoredRelease, versions?: string[]): Registry {
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
