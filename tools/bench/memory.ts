import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { readConfig, RUN_FOLDER, storageIn } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { startOwnServers } from '../prove/own-servers.ts';
import { buildParts } from '../prove/own-shop.ts';
import { gateway, migration, SERVICES, services, type Setting } from '../../infra/run/programs.ts';
import {
  end,
  identify,
  isAlive,
  launch,
  type ProcessIdentity,
  type Program,
  untilReady,
} from '../../infra/run/process.ts';
import { provideSecrets } from '../../infra/run/secrets.ts';
import { up } from '../test/infra.ts';
import { pssOf, reportsSharedMemory } from './process-stats.ts';

export const description = 'Total memory of the five services and the gateway when idle, and their startup time';

const PORT_OFFSET = 800;
/** Sum of PSS, which counts shared memory once. The fixed libraries alone take 141 MB per process. */
const MAX_MB = 850;
const MAX_READY_MS = 4_000;
/** After this idle time garbage is collected and warm-up is over. */
const IDLE_MS = 15_000;

/**
 * Needs Linux, which reports shared memory.
 * @returns whether both targets were met.
 */
export async function run(_args: readonly string[] = []): Promise<boolean> {
  if (!reportsSharedMemory()) throw new Error('Available on Linux only (/proc/<pid>/smaps_rollup)');
  await buildParts();
  const config = readConfig();
  const ports = portsFrom(config.SHOP_PORT_BASE + PORT_OFFSET);
  const servers = await startOwnServers('bench-memory', ports);
  const running: ProcessIdentity[] = [];
  const { TEST_REDIS_URL: redis } = await up();
  const infrastructure = { mongodb: servers.mongodbUri, rabbitmq: servers.rabbitmqUrl, redis };
  const storage = storageIn(path.join(servers.folder, 'data'));
  const setting: Setting = { config, ports, infrastructure, secrets: provideSecrets(config), storage };
  const programs = [...services(setting), gateway(setting)].map((program) => ({
    ...program,
    env: { ...program.env, REDIS_PREFIX: `bench-memory-${process.pid}:` },
    log: path.join(RUN_FOLDER, 'bench-memory/logs', `${program.name}.log`),
  }));
  try {
    if (programs.length !== SERVICES.length + 1) throw new Error('A service has no dist/main.js');
    await Promise.all(
      SERVICES.map(({ name }) => {
        const { command, args, cwd, env } = migration(setting, name);
        return execa(command, args, { cwd, env, extendEnv: false });
      }),
    );
    // The first start creates queues; only the later ones are typical.
    const first = await startAll(programs, running);
    await Promise.all(running.splice(0).map((identity) => end(identity)));
    const again = await startAll(programs, running);
    await wait(IDLE_MS);
    const memory = running.map(({ pid }) => pssOf(pid));
    const total = memory.reduce((sum, megabytes) => sum + megabytes, 0);
    for (const [index, { name }] of programs.entries()) {
      console.log(`${name.padEnd(12)} ${memory[index]!.toFixed(0).padStart(4)} MB  ready after ${again[index]} ms`);
    }
    const slowest = Math.max(...again);
    console.log(
      `together ${total.toFixed(0)} MB PSS (at most ${MAX_MB}); all ready after ${slowest} ms (at most ${MAX_READY_MS}), ` +
        `after ${Math.max(...first)} ms on empty databases`,
    );
    return total <= MAX_MB && slowest <= MAX_READY_MS;
  } finally {
    await Promise.all(running.map((identity) => end(identity)));
    await servers.close();
  }
}

/** Starts all at once; returns how long each took until ready, ms. */
function startAll(programs: Program[], running: ProcessIdentity[]): Promise<number[]> {
  const began = Date.now();
  return Promise.all(
    programs.map(async (program, index) => {
      const child = launch(program);
      await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
      const identity = identify(child.pid!)!;
      running[index] = identity;
      await untilReady(program, () => isAlive(identity));
      return Date.now() - began;
    }),
  );
}
