import fs from 'node:fs';
import path from 'node:path';
import { RUN_FOLDER } from '../config.ts';
import { readJson, writeJson } from './files.ts';
import { end, identify, isAlive, type ProcessIdentity } from './process.ts';

/** One part of the shop as its supervisor sees it. */
export interface PartState {
  name: string;
  /** Undefined for what listens nowhere a person would look. */
  url?: string | undefined;
  process?: ProcessIdentity | undefined;
  log: string;
  /** Names of parts that have to run before this one, and be stopped after it. */
  after: string[];
  /** How often it was started again after it had stopped by itself. */
  restarts: number;
  /** Why it last stopped by itself. */
  lastExit?: string | undefined;
}

/** What `npm start` says about itself in `.run/state.json`, for the other commands and for the start after it. */
export interface ShopState {
  starter: ProcessIdentity;
  phase: 'starting' | 'ready' | 'stopping';
  portBase: number;
  url: string;
  mailbox: string;
  admin: { email: string; password: string };
  controlSocket: string;
  parts: PartState[];
}

export const STATE_FILE = path.join(RUN_FOLDER, 'state.json');
const lockFile = (folder: string): string => path.join(folder, 'starter.json');

export const readState = (): ShopState | undefined => readJson<ShopState>(STATE_FILE);
export const writeState = (state: ShopState): void => writeJson(STATE_FILE, state, 0o600);

/** The state of a shop whose starter runs, or undefined. */
export function runningShop(): ShopState | undefined {
  const state = readState();
  return state && isAlive(state.starter) ? state : undefined;
}

/**
 * Makes this process the one starter of this copy. Answers undefined, or the identity of the starter that already is.
 * What a starter left behind that was killed does not count.
 */
export function becomeStarter(folder = RUN_FOLDER): ProcessIdentity | undefined {
  fs.mkdirSync(folder, { recursive: true });
  const lock = lockFile(folder);
  const mine = `${lock}.${process.pid}`;
  writeJson(mine, identify(process.pid));
  try {
    for (;;) {
      try {
        // A link is made only where no file is: of two starters at one moment one gets it.
        fs.linkSync(mine, lock);
        return undefined;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const other = readJson<ProcessIdentity>(lock);
      if (other && isAlive(other)) return other;
      // Only one of two starters that find the same dead one can move it away; the other one tries again.
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

/** What the starter does last. */
export function resignAsStarter(folder = RUN_FOLDER): void {
  fs.rmSync(lockFile(folder), { force: true });
  fs.rmSync(path.join(folder, 'state.json'), { force: true });
}

/**
 * Ends what a killed starter left running, dependents first. Answers the names of what was ended. Nothing that is not
 * recorded with pid and start time is touched.
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

/** Runs `stop` for every part once all that depend on it are done, side by side where they can be. */
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
