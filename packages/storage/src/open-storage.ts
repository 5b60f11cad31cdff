import { fileURLToPath } from 'node:url';
import { FolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

/**
 * The storage at an address: `file:///srv/shop/storage` or `s3://bucket/prefix`. S3 takes its settings from the variables of
 * every S3 program: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL_S3`.
 *
 * @throws Error naming `variable`, from which the address came
 */
export function openStorage(address: string, variable = 'STORAGE_URL'): Storage {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password && !url.port;
  if (isPlain && url.protocol === 'file:' && !url.host) return new FolderStorage(fileURLToPath(url));
  if (isPlain && url.protocol === 's3:' && url.host) {
    const place = { bucket: url.host, prefix: url.pathname.split('/').filter(Boolean).join('/') };
    return loadedLate(async () => new (await import('./s3-storage.ts')).S3Storage(place));
  }
  throw new Error(`${variable} must be file:///folder or s3://bucket/prefix`);
}

/** The client of S3 takes 35 MB of memory: a process that uses a folder does not load it. */
function loadedLate(load: () => Promise<Storage>): Storage {
  let loading: Promise<Storage> | undefined;
  const storage = () => (loading ??= load());
  return {
    get: async (...given) => (await storage()).get(...given),
    head: async (...given) => (await storage()).head(...given),
    put: async (...given) => (await storage()).put(...given),
    async *list(prefix) {
      yield* (await storage()).list(prefix);
    },
    delete: async (...given) => (await storage()).delete(...given),
  };
}
