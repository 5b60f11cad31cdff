import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './config.ts';

/** The fields of package-lock.json that are read here. Keys are locations: `node_modules/zod`. */
export interface Lock {
  packages: Record<
    string,
    {
      version?: string;
      license?: string;
      /** `<algorithm>-<base64>`. */
      integrity?: string;
      link?: boolean;
      resolved?: string;
      dependencies?: Record<string, string>;
      optionalDependencies?: Record<string, string>;
    }
  >;
}

export const readLock = (): Lock => JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock;

/** Resolves `name` from `place` as Node does; undefined for an optional package that the lockfile omits. */
export function installedAt({ packages }: Lock, place: string, name: string): string | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = path.posix.join(folder, 'node_modules', name);
    const entry = packages[candidate];
    if (entry) return entry.link ? entry.resolved! : candidate;
    if (folder === '') return undefined;
  }
}

/** `place` and its transitive runtime dependencies. */
export function closure(lock: Lock, place: string, seen = new Set<string>()): Set<string> {
  if (seen.has(place)) return seen;
  seen.add(place);
  const { dependencies, optionalDependencies } = lock.packages[place]!;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const next = installedAt(lock, place, name);
    if (next !== undefined) closure(lock, next, seen);
  }
  return seen;
}
