import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The address of a fresh folder for one test. */
export const storageFolder = (): string => pathToFileURL(fs.mkdtempSync(path.join(os.tmpdir(), 'storage-'))).href;

async function storageBucket(endpoint: string): Promise<string> {
  // Only where S3 is tested: it is large.
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  process.env['AWS_ENDPOINT_URL_S3'] = endpoint;
  process.env['AWS_REGION'] ??= 'us-east-1';
  const name = `shop-test-${crypto.randomUUID()}`;
  await new S3Client({ forcePathStyle: true }).send(new CreateBucketCommand({ Bucket: name }));
  return `s3://${name}/below/here`;
}

/**
 * Kinds of `@shop/storage`, with functions that answer the address of a fresh one, for `describe.each`: a folder, and S3 where
 * the servers of the tests include it (`go` can build it, or `S3_ENDPOINT` names it).
 */
export function storageKinds(): [kind: string, fresh: () => Promise<string>][] {
  const endpoint = process.env['S3_ENDPOINT'];
  const kinds: ReturnType<typeof storageKinds> = [['a folder', () => Promise.resolve(storageFolder())]];
  if (endpoint) kinds.push(['S3', () => storageBucket(endpoint)]);
  return kinds;
}
