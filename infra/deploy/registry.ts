import fs from 'node:fs';
import path from 'node:path';
import type { Registry } from '@shop/build/registry';
import { DEPLOY_FOLDER } from '../run/programs.ts';
import { identify, isAlive, type ProcessIdentity } from '../run/process.ts';

const FILE = path.join(DEPLOY_FOLDER, 'registry.json');
const LOCK = path.join(DEPLOY_FOLDER, '.lock');
const MAX_LOCK_WAIT_MS = 120_000;

/** Empty before the first deployment. */
export function readRegistry(): Registry {
  try {
    return JSON.parse(fs.readFileSync(FILE, 'utf8')) as Registry;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { revision: 0, shell: null, remotes: {}, history: {} };
  }
}

/** Makes `registry` live atomically: readers see the old or the new one. */
export function writeRegistry(registry: Registry): void {
  const next = `${FILE}.${process.pid}`;
  const handle = fs.openSync(next, 'w');
  fs.writeSync(handle, `${JSON.stringify({ ...registry, revision: registry.revision + 1 }, null, 1)}\n`);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(next, FILE);
}

/** Serializes deployments; the lock of a dead process is taken over. */
export async function withLock<T>(work: () => Promise<T>): Promise<T> {
  fs.mkdirSync(DEPLOY_FOLDER, { recursive: true });
  const end = Date.now() + MAX_LOCK_WAIT_MS;
  while (!take()) {
    if (Date.now() > end) throw new Error(`Another deployment holds ${LOCK}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  try {
    return await work();
  } finally {
    fs.rmSync(LOCK, { force: true });
  }
}

function take(): boolean {
  // Linked with its content: an empty lock file would look like that of a dead process.
  const own = `${LOCK}.${process.pid}`;
  fs.writeFileSync(own, JSON.stringify(identify(process.pid)));
  try {
    fs.linkSync(own, LOCK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(own);
  }
  const holder = holderOf(LOCK);
  if (!holder || !isAlive(holder)) fs.rmSync(LOCK, { force: true });
  return false;
}

function holderOf(lock: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(fs.readFileSync(lock, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}
