import fs from 'node:fs';
import path from 'node:path';
import { ROOT, RUN_FOLDER } from '../config.ts';
import { privateFolder, readJson, writeJson } from './files.ts';
import { end, identify, isAlive, type ProcessIdentity } from './process.ts';

/** A supervised program. */
export interface PartState {
  name: string;
  /** Of a program that is deployed. */
  version?: string | undefined;
  /** Undefined for programs without an address. */
  url?: string | undefined;
  process?: ProcessIdentity | undefined;
  log: string;
  /** Names of parts that start before this one and stop after it. */
  after: string[];
  /** Restarts after crashes. */
  restarts: number;
  /** How it last crashed. */
  lastExit?: string | undefined;
}

/** `.run/state.json`: written by `npm start` for the other commands and for the next start. */
export interface ShopState {
  starter: ProcessIdentity;
  phase: 'starting' | 'ready' | 'stopping';
  portBase: number;
  url: string;
  mailbox: string;
  admin: { email: string; password: string };
  /** Empty where nothing takes commands. */
  controlSocket: string;
  parts: PartState[];
}

export const STATE_FILE = path.join(RUN_FOLDER, 'state.json');
const lockFile = (folder: string): string => path.join(folder, 'starter.json');

export const readState = (): ShopState | undefined => readJson<ShopState>(STATE_FILE);
export const writeState = (state: ShopState): void => writeJson(STATE_FILE, state, 0o600);

/** Undefined when no starter runs. */
export function runningShop(): ShopState | undefined {
  const state = readState();
  return state && isAlive(state.starter) ? state : undefined;
}

/**
 * Makes this process the starter of this copy; the lock of a killed starter is taken over.
 *
 * @returns the identity of a running starter, or undefined on success
 */
export function becomeStarter(folder = RUN_FOLDER): ProcessIdentity | undefined {
  privateFolder(folder);
  giveToOwnerOf(ROOT, folder);
  const lock = lockFile(folder);
  const mine = `${lock}.${process.pid}`;
  writeJson(mine, identify(process.pid));
  try {
    for (;;) {
      try {
        // Linking is atomic and fails if the file exists: one of two concurrent starters wins.
        fs.linkSync(mine, lock);
        return undefined;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const other = readJson<ProcessIdentity>(lock);
      if (other && isAlive(other)) return other;
      // Only one of two starters can move the stale lock away; the other one retries.
      const dead = `${lock}.dead-${process.pid}`;
      try {
        fs.renameSync(lock, dead);
      } catch {
        continue;
      }
      const moved = readJson<ProcessIdentity>(dead)!;
      if (isAlive(moved)) fs.renameSync(dead, lock);
      else fs.rmSync(dead);
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** Started by root, nginx's workers are the owner of the project, and have to reach their caches in the folder. */
function giveToOwnerOf(project: string, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = fs.statSync(project);
  fs.chownSync(folder, uid, gid);
}

/** The starter's last step. */
export function resignAsStarter(folder = RUN_FOLDER): void {
  fs.rmSync(lockFile(folder), { force: true });
  fs.rmSync(path.join(folder, 'state.json'), { force: true });
}

/**
 * Stops what a killed starter left running, dependents first: only processes recorded with pid and start time.
 *
 * @returns their names
 */
export async function endOrphans(): Promise<string[]> {
  const state = readState();
  if (!state || isAlive(state.starter)) return [];
  const left = state.parts.filter((part) => part.process);
  const ended = left.filter((part) => isAlive(part.process!)).map((part) => part.name);
  await inStopOrder(left, (part) => end(part.process!));
  fs.rmSync(STATE_FILE, { force: true });
  return ended;
}

/** Runs `stop` for every part after its dependents, concurrently where possible. */
export async function inStopOrder<P extends { name: string; after?: string[] }>(
  parts: P[],
  stop: (part: P) => Promise<void>,
): Promise<void> {
  const done = new Map<string, Promise<void>>();
  const stopped = (part: P): Promise<void> => {
    const known = done.get(part.name);
    if (known) return known;
    const dependents = parts.filter((other) => other.after?.includes(part.name));
    const mine = Promise.all(dependents.map(stopped)).then(() => stop(part));
    done.set(part.name, mine);
    return mine;
  };
  await Promise.all(parts.map(stopped));
}
