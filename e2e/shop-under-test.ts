import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { machineEnvironment, readConfig, ROOT } from '../infra/config.ts';
import { portsFrom } from '../infra/ports.ts';
import type { ShopState } from '../infra/run/state.ts';
import { config, runFolderOf } from './config.ts';

/** Above the ports of a running shop, of the tests and of the fault specs. */
const PORT_OFFSET = 1_300;
/** Each worker's shop has its own ports. */
export const PORTS_PER_WORKER = 60;
/**
 * Long-lived access tokens, because some visits share cookies, and renewing the session in one browser would invalidate those of
 * another. The rate limits are those that ship: each visit has an address of its own.
 */
const JOURNEY_SETTINGS = {
  ACCESS_TOKEN_LIFETIME: '6h',
  // High, so that nothing is left to the browser on a busy machine.
  CONTENT_BUDGET_MS: '8000',
  RENDER_BUDGET_MS: '2000',
  RENDER_HANG_MS: '2000',
};

const workersWithShops = (): number[] =>
  fs.globSync(path.relative(ROOT, runFolderOf('*')), { cwd: ROOT }).map((folder) => Number(/\d+$/.exec(folder)));

/** Addresses and admin of the shop of this worker. */
export function shopUnderTest(): Pick<ShopState, 'url' | 'mailbox' | 'admin' | 'portBase'> {
  const file = path.join(config.runFolder, 'state.json');
  if (!fs.existsSync(file)) throw new Error(`No shop is running in ${config.runFolder}.`);
  return JSON.parse(fs.readFileSync(file, 'utf8')) as ShopState;
}

/** What jest tells of a run; 1 with `--runInBand`. */
interface JestRun {
  maxWorkers: number;
}

/**
 * Starts the built shop (as `npm start -- --detach` does) with demo data once for every worker, each on ports and servers of its
 * own. Rejects with its output when one does not start.
 */
export async function startShops({ maxWorkers }: JestRun): Promise<void> {
  fs.rmSync(config.traces, { recursive: true, force: true });
  if (!config.ownShops) return;
  await stopShops();
  // One after the other: the first builds what the second needs.
  for (let worker = 1; worker <= maxWorkers; worker++) {
    fs.rmSync(runFolderOf(worker), { recursive: true, force: true });
    const started = await command(worker, 'start.ts', JOURNEY_SETTINGS, '--detach');
    if (started.failed) throw new Error(`The shop for the journeys did not start:\n${started.all}`);
  }
}

/** Stops those of an interrupted run too, which may have had more workers. */
export async function stopShops(): Promise<void> {
  if (!config.ownShops) return;
  await Promise.all(workersWithShops().map((worker) => command(worker, 'stop.ts', {})));
}

/** Options of execa to run a command on the started shop. */
export const commandOptions = () =>
  ({
    cwd: ROOT,
    extendEnv: false,
    env: {
      ...machineEnvironment(),
      SHOP_RUN_FOLDER: config.runFolder,
      SHOP_PORT_BASE: String(shopUnderTest().portBase),
    },
    all: true,
  }) as const;

/** Runs one of the shop's commands on the shop of a worker. */
function command(worker: number, script: string, environment: Record<string, string>, ...args: string[]) {
  const { edge } = portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET + (worker - 1) * PORTS_PER_WORKER);
  return execa(process.execPath, [path.join(ROOT, 'infra/run', script), ...args], {
    cwd: ROOT,
    extendEnv: false,
    env: {
      ...machineEnvironment(),
      ...environment,
      SHOP_PORT_BASE: String(edge),
      SHOP_RUN_FOLDER: runFolderOf(worker),
    },
    stdin: 'ignore',
    all: true,
    reject: false,
  });
}
