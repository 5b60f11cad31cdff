import { incompatibility, type Registry, type ShellRelease, type StoredRelease } from '@shop/build/registry';

export const currentOf = (registry: Registry, slice: string) =>
  slice === 'shell' ? registry.shell : Object.values(registry.remotes).find((remote) => remote.slice === slice);

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

/** The version that a rollback leads to; undefined when there is none. */
export function versionBefore(registry: Registry, slice: string): string | undefined {
  const versions = registry.history[slice] ?? [];
  return versions[versions.indexOf(currentOf(registry, slice)?.version ?? '') + 1];
}

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
