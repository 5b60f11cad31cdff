import fs from 'node:fs';
import path from 'node:path';
import type { Registry } from '@shop/build/registry';
import { DEPLOY_FOLDER } from '../run/parts.ts';
import { identify, isAlive, type ProcessIdentity } from '../run/process.ts';

const FILE = path.join(DEPLOY_FOLDER, 'registry.json');
const LOCK = path.join(DEPLOY_FOLDER, '.lock');
const LOCK_LIMIT_MS = 120_000;

/** What is live; empty before the first deployment. */
export function readRegistry(): Registry {
  try {
    return JSON.parse(fs.readFileSync(FILE, 'utf8')) as Registry;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { revision: 0, shell: null, remotes: {}, history: {} };
  }
}

/** Makes `registry` live in one atomic step: whoever reads sees the old or the new one. */
export function writeRegistry(registry: Registry): void {
  const next = `${FILE}.${process.pid}`;
  const handle = fs.openSync(next, 'w');
  fs.writeSync(handle, `${JSON.stringify({ ...registry, revision: registry.revision + 1 }, null, 1)}\n`);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(next, FILE);
}

/** One deployment at a time; the lock of one that died is taken over. */
export async function withLock<T>(work: () => Promise<T>): Promise<T> {
  fs.mkdirSync(DEPLOY_FOLDER, { recursive: true });
  const end = Date.now() + LOCK_LIMIT_MS;
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
  // With its content there from the start: an empty lock would look like that of one that died.
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
