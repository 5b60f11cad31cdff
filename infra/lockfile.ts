import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './config.ts';

/** Of package-lock.json, as far as it is read here. Packages are filed under their place: `node_modules/zod`. */
export interface Lock {
  packages: Record<
    string,
    {
      version?: string;
      license?: string;
      link?: boolean;
      resolved?: string;
      dependencies?: Record<string, string>;
      optionalDependencies?: Record<string, string>;
    }
  >;
}

export const readLock = (): Lock => JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock;

/** Where Node finds `name` from `place`; undefined for what is optional and left out of the lockfile. */
export function installedAt({ packages }: Lock, place: string, name: string): string | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = path.posix.join(folder, 'node_modules', name);
    const entry = packages[candidate];
    if (entry) return entry.link ? entry.resolved! : candidate;
    if (folder === '') return undefined;
  }
}

/** `place` and the places of everything that it needs at run time, directly or not. */
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
