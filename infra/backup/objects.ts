import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Storage } from '@shop/storage';
import { BSON } from 'mongodb';
import { hashOf, readDocuments } from './documents.ts';
import type { Manifest } from './manifest.ts';

/** Uploads. All else in the storage is made again from them, or deployed again. */
const UPLOADS = 'originals/';
/** Documents that name an upload, in `original.key`. */
const NAMED_IN = '*/{images,videos}.bson.gz';
const LIST = 'objects.jsonl';
const FOLDER = 'objects';

interface ObjectRecord {
  key: string;
  type: string;
  /** Of its bytes; also the name of its file. */
  sha256: string;
  size: number;
}

const fileOf = (folder: string, sha256: string): string => path.join(folder, FOLDER, sha256.slice(0, 2), sha256);

/**
 * Copies all uploads of a storage. After the databases: keys are not used again and objects are written before the documents
 * that name them, so every object that the databases name is among them.
 */
export async function dumpObjects(storage: Storage, folder: string): Promise<NonNullable<Manifest['objects']>> {
  const list = fs.createWriteStream(path.join(folder, LIST), { flags: 'wx', mode: 0o600, flush: true });
  const counted = { objects: 0, bytes: 0 };
  const missing = await namedIn(folder);
  for await (const key of storage.list(UPLOADS)) {
    const object = await storage.get(key);
    // Deleted since it was listed.
    if (!object) continue;
    const sha256 = crypto.hash('sha256', object.bytes);
    const file = fileOf(folder, sha256);
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    if (!fs.existsSync(file)) fs.writeFileSync(file, object.bytes, { mode: 0o600, flush: true });
    const record: ObjectRecord = { key, type: object.type, sha256, size: object.size };
    if (!list.write(`${JSON.stringify(record)}\n`)) await once(list, 'drain');
    missing.delete(key);
    counted.objects += 1;
    counted.bytes += object.size;
  }
  list.end();
  await finished(list);
  return { ...counted, missing: missing.size, file: LIST, sha256: await hashOf(path.join(folder, LIST)) };
}

/** Keys of uploads that the copied documents name. */
async function namedIn(folder: string): Promise<Set<string>> {
  const named = new Set<string>();
  for (const file of fs.globSync(NAMED_IN, { cwd: folder })) {
    await readDocuments(path.join(folder, file), async (documents) => {
      for await (const document of documents) {
        const { original } = BSON.deserialize(document) as { original?: { key?: string } };
        if (original?.key) named.add(original.key);
      }
    });
  }
  return named;
}

/** @throws Error naming the first object whose file is not what was backed up */
export async function checkObjects(folder: string): Promise<void> {
  for await (const { key, sha256 } of recordsIn(folder)) {
    const file = fileOf(folder, sha256);
    if (!fs.existsSync(file) || (await hashOf(file)) !== sha256) {
      throw new Error(`The object ${key} is not what was backed up: ${file} is damaged or missing`);
    }
  }
}

/** Whether a storage holds uploads. */
export async function isFilled(storage: Storage): Promise<boolean> {
  for await (const _ of storage.list(UPLOADS)) return true;
  return false;
}

export async function loadObjects(storage: Storage, folder: string): Promise<void> {
  for await (const { key, type, sha256 } of recordsIn(folder)) {
    await storage.put(key, fs.readFileSync(fileOf(folder, sha256)), { type });
  }
}

async function* recordsIn(folder: string): AsyncGenerator<ObjectRecord> {
  const lines = readline.createInterface({ input: fs.createReadStream(path.join(folder, LIST)) });
  for await (const line of lines) yield JSON.parse(line) as ObjectRecord;
}
