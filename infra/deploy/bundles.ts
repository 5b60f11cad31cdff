import fs from 'node:fs/promises';
import path from 'node:path';
import { fileKey, inParallel, integrityOf, readRelease, releaseKey } from '@shop/build/bundle';
import type { StoredRelease } from '@shop/build/registry';
import { LostCondition, type Storage } from '@shop/storage';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
};

/** Stores every file of a build under its version. What is there stays; what is there and wrong is replaced. */
export async function upload(storage: Storage, release: StoredRelease, dist: string): Promise<void> {
  // First, and each time: a bundle that never went live is removed by its age.
  await storage.put(releaseKey(release.slice, release.version), Buffer.from(`${JSON.stringify(release, null, 1)}\n`), {
    type: TYPES['.json']!,
  });
  await inParallel(Object.entries(release.integrity), async ([file, integrity]) => {
    const key = fileKey(release, file);
    const bytes = await fs.readFile(path.join(dist, file));
    if (integrityOf(bytes) !== integrity)
      throw new Error(`${path.join(dist, file)} changed while it was being published`);
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    try {
      await storage.put(key, bytes, { type, ifNoneMatch: '*' });
    } catch (error) {
      if (!(error instanceof LostCondition)) throw error;
      const found = await storage.get(key);
      if (!found || integrityOf(found.bytes) !== integrity) await storage.put(key, bytes, { type });
    }
  });
}

/** @throws Error if there is no such bundle */
export async function requireRelease(storage: Storage, slice: string, version: string): Promise<StoredRelease> {
  const release = await readRelease(storage, slice, version);
  if (!release) throw new Error(`${slice} ${version} is not in the storage`);
  return release;
}
