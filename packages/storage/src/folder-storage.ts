import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  checkKey,
  LostCondition,
  type ObjectInfo,
  type PutOptions,
  type Storage,
  type StoredObject,
} from './storage.ts';

/** Ends the name of an object's folder; not allowed in keys. */
const OBJECT = '@';
/** Files that are being written. Not allowed as a key either. */
const WRITING = '@writing';
/** Longer than any writer is at work. */
const LEFT_OVER_MS = 24 * 3600 * 1000;
const HEADER_BYTES = 512;

/**
 * Objects in a folder that several processes of one machine share. An object is a folder of revisions `1`, `2`, …; the highest
 * is the current one, an empty one has been replaced or deleted. A writer creates the revision after the one that it has seen;
 * of several the file system lets one.
 */
export class FolderStorage implements Storage {
  readonly #folder: string;
  #isSwept = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async get(
    key: string,
    { range }: { range?: { start: number; end: number } } = {},
  ): Promise<StoredObject | undefined> {
    const { current } = await this.#current(key, range ?? 'all');
    return current;
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    const { current } = await this.#current(key, undefined);
    return current && { size: current.size, type: current.type, etag: current.etag };
  }

  async put(key: string, bytes: Uint8Array, { type, ifMatch, ifNoneMatch }: PutOptions): Promise<string> {
    const etag = `"${crypto.hash('sha256', bytes, 'hex')}"`;
    const info: ObjectInfo = { size: bytes.length, type, etag };
    const header = Buffer.from(JSON.stringify(info).padEnd(HEADER_BYTES));
    if (header.length !== HEADER_BYTES) throw new TypeError(`The content type of ${key} is too long`);
    const written = await this.#write([header, bytes]);
    try {
      for (;;) {
        const { revision, current } = await this.#current(key, undefined);
        if (ifMatch !== undefined && current?.etag !== ifMatch) throw new LostCondition(key);
        if (ifNoneMatch !== undefined && current) throw new LostCondition(key);
        if (await this.#add(key, revision + 1, written)) return etag;
      }
    } finally {
      await fs.rm(written, { force: true });
    }
  }

  async *list(prefix: string): AsyncIterable<string> {
    const keys: string[] = [];
    // Folders below the last complete name of the prefix.
    const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (start) checkKey(start.slice(0, -1));
    await this.#collect(start, keys);
    for (const key of keys.filter((each) => each.startsWith(prefix)).sort()) {
      if (!(await this.#isDeleted(key))) yield key;
    }
  }

  async delete(key: string): Promise<void> {
    const written = await this.#write([]);
    try {
      for (;;) {
        const { revision, current } = await this.#current(key, undefined);
        // The empty revision stays: without it a slow writer could continue a deleted object.
        if (!current || (await this.#add(key, revision + 1, written))) return;
      }
    } finally {
      await fs.rm(written, { force: true });
    }
  }

  #folderOf(key: string): string {
    checkKey(key);
    return path.join(this.#folder, `${key}${OBJECT}`);
  }

  async #revisions(key: string): Promise<number[]> {
    const names = await fs.readdir(this.#folderOf(key)).catch(none);
    return (names ?? []).map(Number).sort((a, b) => b - a);
  }

  async #isDeleted(key: string): Promise<boolean> {
    return (await this.#current(key, undefined)).current === undefined;
  }

  /** The highest revision, 0 without any, and what is in it. */
  async #current(
    key: string,
    part: 'all' | { start: number; end: number } | undefined,
  ): Promise<{ revision: number; current?: StoredObject }> {
    let seen = -1;
    for (;;) {
      const [revision = 0] = await this.#revisions(key);
      if (revision === 0) return { revision };
      const current = await read(path.join(this.#folderOf(key), String(revision)), part);
      if (current) return { revision, current };
      // Empty: deleted, or replaced while it was looked for.
      if (revision === seen) return { revision };
      seen = revision;
    }
  }

  /** @returns false if another writer has added this revision */
  async #add(key: string, revision: number, written: string): Promise<boolean> {
    const folder = this.#folderOf(key);
    await fs.mkdir(folder, { recursive: true });
    try {
      await fs.link(written, path.join(folder, String(revision)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    await sync(folder);
    await this.#empty(key, revision);
    return true;
  }

  /** Empties the revisions before this one. Their names stay for a while: a slow writer must not take one again. */
  async #empty(key: string, before: number): Promise<void> {
    for (const revision of (await this.#revisions(key)).filter((each) => each < before)) {
      const file = path.join(this.#folderOf(key), String(revision));
      const found = await fs.stat(file).catch(none);
      if (!found) continue;
      if (found.size > 0) await fs.rename(await this.#write([]), file);
      else if (Date.now() - found.mtimeMs > LEFT_OVER_MS) await fs.rm(file, { force: true });
    }
  }

  async #write(parts: Uint8Array[]): Promise<string> {
    const folder = path.join(this.#folder, WRITING);
    await fs.mkdir(folder, { recursive: true });
    if (!this.#isSwept) await this.#sweep(folder);
    const file = path.join(folder, crypto.randomUUID());
    const handle = await fs.open(file, 'wx');
    try {
      for (const part of parts) await handle.writeFile(part);
      await handle.sync();
    } catch (error) {
      await fs.rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return file;
  }

  /** Removes what killed writers have left. */
  async #sweep(folder: string): Promise<void> {
    this.#isSwept = true;
    for (const name of await fs.readdir(folder)) {
      const file = path.join(folder, name);
      const found = await fs.stat(file).catch(none);
      if (found && Date.now() - found.mtimeMs > LEFT_OVER_MS) await fs.rm(file, { force: true });
    }
  }

  async #collect(prefix: string, keys: string[]): Promise<void> {
    const found = await fs.readdir(path.join(this.#folder, prefix), { withFileTypes: true }).catch(none);
    for (const { name } of found ?? []) {
      if (prefix === '' && name === WRITING) continue;
      if (name.endsWith(OBJECT)) keys.push(`${prefix}${name.slice(0, -OBJECT.length)}`);
      else await this.#collect(`${prefix}${name}/`, keys);
    }
  }
}

/** @returns undefined if the file is empty or gone */
async function read(
  file: string,
  part: 'all' | { start: number; end: number } | undefined,
): Promise<StoredObject | undefined> {
  const handle = await fs.open(file).catch(none);
  if (!handle) return undefined;
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await handle.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead === 0) return undefined;
    const info = JSON.parse(header.toString()) as ObjectInfo;
    const { start, end } = part === 'all' ? { start: 0, end: info.size - 1 } : (part ?? { start: 0, end: -1 });
    const bytes = Buffer.alloc(Math.max(0, Math.min(end, info.size - 1) - start + 1));
    if (bytes.length > 0) await handle.read(bytes, 0, bytes.length, HEADER_BYTES + start);
    return { ...info, bytes };
  } finally {
    await handle.close();
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await fs.open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Nothing, for what is not there. */
function none(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
