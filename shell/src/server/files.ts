import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

export interface StaticFile {
  body: Buffer;
  gzipped: Buffer | undefined;
  type: string;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
};
const NAME = /^[\w-][\w.-]*$/;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Published files of the shell, and the styles of remotes, from the folders of their versions. What is served was compared
 * with the integrity that was written down when it was published.
 */
export class PublishedFiles {
  private readonly deployDir: string;
  private readonly kept = new LRUCache<string, StaticFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, gzipped }) => body.length + (gzipped?.length ?? 0) + 100,
  });

  constructor(deployDir: string) {
    this.deployDir = deployDir;
  }

  /** Undefined when there is no such file, or it is not the one that was published. */
  async read(slice: string, version: string, file: string): Promise<StaticFile | undefined> {
    if (![slice, version, file].every((name) => NAME.test(name))) return undefined;
    const key = `${slice}/${version}/${file}`;
    const known = this.kept.get(key);
    if (known) return known;
    const folder = path.join(this.deployDir, slice, version);
    try {
      const { integrity } = JSON.parse(await fs.readFile(path.join(folder, 'release.json'), 'utf8')) as {
        integrity: Record<string, string>;
      };
      const body = await fs.readFile(path.join(folder, 'browser', file));
      const found = `sha384-${crypto.hash('sha384', body, 'base64')}`;
      if (integrity[`browser/${file}`] !== found) return undefined;
      const gzipped = await fs.readFile(path.join(folder, 'browser', `${file}.gz`)).catch(() => undefined);
      const read = { body, gzipped, type: TYPES[path.extname(file)] ?? 'application/octet-stream' };
      this.kept.set(key, read);
      return read;
    } catch {
      return undefined;
    }
  }
}
