import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { CACHE_FOLDER, readConfig, ROOT, RUN_FOLDER } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { startOwnServers } from '../prove/own-servers.ts';
import { gateway, SERVICES, services, type Setting } from '../../infra/run/parts.ts';
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

export const description =
  'Memory of the five services and the gateway together when idle, and how soon they are ready';

const PORT_OFFSET = 800;
/** Together, as PSS: what processes share counts once. Of it the fixed libraries alone take 141 MB a process. */
const LIMIT_MB = 850;
const READY_MS = 4_000;
/** After this long without work garbage is collected and nothing warms up any more. */
const IDLE_MS = 15_000;

/** Answers whether both targets were met. Needs Linux, which tells what a process shares. */
export async function run(_args: readonly string[] = []): Promise<boolean> {
  if (!fs.existsSync('/proc/self/smaps_rollup'))
    throw new Error('This is measured on Linux only (/proc/<pid>/smaps_rollup)');
  await build();
  const config = readConfig();
  const ports = portsFrom(config.SHOP_PORT_BASE + PORT_OFFSET);
  const servers = await startOwnServers('bench-memory', ports);
  const running: ProcessIdentity[] = [];
  const { TEST_REDIS_URL: redis } = await up();
  const infrastructure = { mongodb: servers.mongodbUri, rabbitmq: servers.rabbitmqUrl, redis };
  const setting: Setting = { config, ports, infrastructure, secrets: provideSecrets(config) };
  const programs = [...services(setting), gateway(setting)].map((program) => ({
    ...program,
    env: { ...program.env, REDIS_PREFIX: `bench-memory-${process.pid}:` },
    log: path.join(RUN_FOLDER, 'bench-memory/logs', `${program.name}.log`),
  }));
  try {
    if (programs.length !== SERVICES.length + 1) throw new Error('A service has no dist/main.js');
    // The first start makes collections, indexes and queues; from the second on it is as it is every day.
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
      `together ${total.toFixed(0)} MB PSS (at most ${LIMIT_MB}); all ready after ${slowest} ms (at most ${READY_MS}), ` +
        `after ${Math.max(...first)} ms on empty databases`,
    );
    return total <= LIMIT_MB && slowest <= READY_MS;
  } finally {
    await Promise.all(running.map((identity) => end(identity)));
    await servers.close();
  }
}

/** Starts all at once; answers after how many ms each was ready. */
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

/** The part of a process's memory that is its own, and its share of what it shares, in MB. */
function pssOf(pid: number): number {
  const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)![1]) / 1024;
}

async function build(): Promise<void> {
  const projects = [...SERVICES.map(({ name }) => `@shop/${name}`), '@shop/gateway'].join(',');
  await execa(
    process.execPath,
    [path.join(ROOT, 'node_modules/nx/dist/bin/nx.js'), 'run-many', '-t', 'build', '-p', projects],
    {
      cwd: ROOT,
      env: { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_CACHE_DIRECTORY: path.join(CACHE_FOLDER, 'nx') },
    },
  );
}
