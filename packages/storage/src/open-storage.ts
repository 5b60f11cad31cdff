import { fileURLToPath } from 'node:url';
import { FolderStorage } from './folder-storage.ts';
import { S3Storage } from './s3-storage.ts';
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
    return new S3Storage({ bucket: url.host, prefix: url.pathname.split('/').filter(Boolean).join('/') });
  }
  throw new Error(`${variable} must be file:///folder or s3://bucket/prefix`);
}
