import crypto from 'node:crypto';
import type { Storage, StoredObject } from '@shop/storage';
import type { Registry, StoredRelease } from './registry.ts';

/** The object that says which versions are live. */
export const REGISTRY_KEY = 'registry.json';
/** Describes a bundle; beside its files. */
const RELEASE_FILE = 'release.json';
/** Requests to the storage at a time. */
const AT_A_TIME = 8;

/** A bundle in the storage is not what was published. */
export class BrokenBundle extends Error {}

type Reader = Pick<Storage, 'get'>;

export const bundlePrefix = (slice: string, version: string): string => `bundles/${slice}/${version}/`;
export const releaseKey = (slice: string, version: string): string => bundlePrefix(slice, version) + RELEASE_FILE;
/** @param file as in its release: `browser/main.1a2b3c4d.js` */
export const fileKey = ({ slice, version }: { slice: string; version: string }, file: string): string =>
  bundlePrefix(slice, version) + file;

export const integrityOf = (bytes: Uint8Array): string => `sha384-${crypto.hash('sha384', bytes, 'base64')}`;

/** `<package version>-<digest of all files>`: what has the same files has the same version. */
export const versionOf = (packageVersion: string, integrity: Readonly<Record<string, string>>): string =>
  `${packageVersion}-${digestOf(integrity)}`;

function digestOf(integrity: Readonly<Record<string, string>>): string {
  const lines = Object.entries(integrity).map(([file, hash]) => `${file} ${hash}\n`);
  return crypto.hash('sha256', lines.sort().join(''), 'hex').slice(0, 32);
}

/** Undefined before the first deployment. */
export async function readRegistry(storage: Reader): Promise<{ registry: Registry; etag: string } | undefined> {
  const found = await storage.get(REGISTRY_KEY);
  return found && { registry: JSON.parse(found.bytes.toString()) as Registry, etag: found.etag };
}

/**
 * The description of a bundle, whose list of files is the one of which its version is the digest. Undefined if there is none.
 *
 * @throws BrokenBundle
 */
export async function readRelease(storage: Reader, slice: string, version: string): Promise<StoredRelease | undefined> {
  const found = await storage.get(releaseKey(slice, version));
  if (!found) return undefined;
  const release = JSON.parse(found.bytes.toString()) as StoredRelease;
  if (release.slice !== slice || release.version !== version || !version.endsWith(`-${digestOf(release.integrity)}`)) {
    throw new BrokenBundle(`${slice} ${version}: ${RELEASE_FILE} is not what was published`);
  }
  return release;
}

/** A file of a bundle. @throws BrokenBundle if it is not the one that was published */
export async function readFile(
  storage: Reader,
  release: Pick<StoredRelease, 'slice' | 'version' | 'integrity'>,
  file: string,
): Promise<StoredObject> {
  const found = await storage.get(fileKey(release, file));
  const name = `${release.slice} ${release.version}: ${file}`;
  if (!found) throw new BrokenBundle(`${name} is missing`);
  if (integrityOf(found.bytes) !== release.integrity[file]) throw new BrokenBundle(`${name} is not what was published`);
  return found;
}

/**
 * The files that a bundle brings for servers, by key, in memory that threads share.
 *
 * @throws BrokenBundle if one of them is not the one that was published
 */
export async function readServerFiles(
  storage: Reader,
  release: Pick<StoredRelease, 'slice' | 'version' | 'integrity'>,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const names = Object.keys(release.integrity).filter((file) => file.startsWith('server/'));
  await inParallel(names, async (file) => {
    const { bytes } = await readFile(storage, release, file);
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    files.set(fileKey(release, file), shared);
  });
  return files;
}

/** Works on some at a time. */
export async function inParallel<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const rest = all[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}
