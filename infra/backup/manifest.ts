import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeJson } from '../run/files.ts';

const FILE = 'manifest.json';
const FORMAT = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** Below the backup's folder. */
const file = z.string().regex(/^(?!\/)(?!.*\.\.)[\w.+=/-]+$/);
const count = z.number().int().nonnegative();

const collectionRecord = z.object({
  name: z.string(),
  /** Of `createCollection`. */
  options: z.record(z.string(), z.unknown()),
  documents: count,
  /** Of the documents, in BSON. */
  bytes: count,
  /** Of the set of documents, in any order. */
  digest,
  file,
  /** Of the file. */
  sha256: digest,
});
export type CollectionRecord = z.infer<typeof collectionRecord>;

const manifest = z.object({
  format: z.literal(FORMAT, `is not ${FORMAT}: this backup was made by another version of the shop`),
  /** The point in time of all databases. */
  takenAt: z.iso.datetime(),
  /** The same by MongoDB's clock. */
  clusterTime: z.string(),
  databases: z.array(z.object({ name: z.string(), collections: z.array(collectionRecord) })),
  /** Uploads of the storage, which `file` lists. `missing`: documents name them, and the storage does not have them. */
  objects: z.object({ objects: count, bytes: count, missing: count, file, sha256: digest }),
  /** Missing where the shop's secrets lie elsewhere, as in containers. */
  secrets: z.object({ file, sha256: digest }).optional(),
});
export type Manifest = z.infer<typeof manifest>;

/** Written last: a folder without it is no backup. */
export function writeManifest(folder: string, content: Omit<Manifest, 'format'>): void {
  writeJson(path.join(folder, FILE), { format: FORMAT, ...content } satisfies Manifest, 0o600);
}

/** @throws Error naming what is missing or wrong */
export function readManifest(folder: string): Manifest {
  const at = path.join(folder, FILE);
  if (!fs.existsSync(at)) throw new Error(`${folder} holds no complete backup: it has no ${FILE}`);
  let content: unknown;
  try {
    content = JSON.parse(fs.readFileSync(at, 'utf8'));
  } catch (error) {
    throw new Error(`${at} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const parsed = manifest.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${at}: ${issue!.path.join('.')} ${issue!.message}`);
}
