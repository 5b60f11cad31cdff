import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { readConfig, ROOT, storageIn } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { identify, isAlive, launch, end, type Program, untilReady } from '../../infra/run/process.ts';
import { demoData, migration, services, type Setting } from '../../infra/run/programs.ts';
import { provideSecrets } from '../../infra/run/secrets.ts';
import { ASKED, KNOWN, MISSPELLED } from '../../services/catalog/test/search-corpus.ts';
import { startOwnServers } from '../prove/own-servers.ts';
import { buildProjects } from '../prove/own-shop.ts';
import { up } from '../test/infra.ts';
import { pssOf, reportsSharedMemory } from './process-stats.ts';

export const description =
  'Search in a large catalogue: quality over a corpus, processor time, memory and start ([--products 100000])';

const PORT_OFFSET = 800;
const FEW = 1_000;
const ROUNDS = 3;
/** After this idle time garbage is collected. */
const IDLE_MS = 20_000;

const MAX_P95_MS = 20;
const MAX_MORE_MB = 150;
const MAX_READY_MS = 30_000;
const MIN_PRECISION = 0.95;
const MIN_KNOWN = 0.95;

interface Quality {
  precision: number;
  exact: number;
  known: number;
  misspelled: number;
  wrong: string[];
}
interface Figures {
  readyMs: number;
  readyCpuMs: number;
  megabytes: number;
  cpuMs: number[];
}

/**
 * Needs Linux, which reports shared memory and processor time.
 * @returns whether all targets were met.
 */
export async function run(args: readonly string[] = []): Promise<boolean> {
  if (!reportsSharedMemory()) throw new Error('Available on Linux only (/proc/<pid>)');
  const { values } = parseArgs({ args: [...args], options: { products: { type: 'string', default: '100000' } } });
  const products = Number(values.products);
  await buildProjects(['@shop/catalog']);
  const config = readConfig();
  const ports = portsFrom(config.SHOP_PORT_BASE + PORT_OFFSET);
  const servers = await startOwnServers('bench-search', ports);
  try {
    const { TEST_REDIS_URL: redis } = await up();
    const setting: Setting = {
      config,
      ports,
      infrastructure: { mongodb: servers.mongodbUri, rabbitmq: servers.rabbitmqUrl, redis },
      secrets: provideSecrets(config),
      storage: storageIn(path.join(servers.folder, 'data')),
    };
    await runToEnd(migration(setting, 'catalog'));
    const few = await measure(setting, servers.folder, FEW);
    let quality: Quality | undefined;
    const many = await measure(setting, servers.folder, products, async (url) => {
      quality = await judge(url, products);
    });
    return report(products, few, many, quality!);
  } finally {
    await servers.close();
  }
}

const runToEnd = ({ command, args, cwd, env }: Program) => execa(command, args, { cwd, env, extendEnv: false });

async function judge(url: string, products: number): Promise<Quality> {
  const program = path.join(ROOT, 'services/catalog/test/judge-search.ts');
  const { stdout } = await execa(process.execPath, [program, url, String(products)]);
  return JSON.parse(stdout) as Quality;
}

/** Loads the demo data, starts catalog, asks it the corpus and ends it. */
async function measure(
  setting: Setting,
  folder: string,
  products: number,
  first?: (url: string) => Promise<void>,
): Promise<Figures> {
  await runToEnd(demoData(setting, 'catalog', ['--products', String(products)]));
  const found = services(setting).find(({ name }) => name === 'catalog')!;
  const env = { ...found.env, REDIS_PREFIX: `bench-search-${process.pid}:` };
  const program = { ...found, env, log: path.join(folder, 'logs', `catalog-${products}.log`) };
  const began = Date.now();
  const child = launch(program);
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  const identity = identify(child.pid!)!;
  try {
    await untilReady(program, () => isAlive(identity));
    const readyMs = Date.now() - began;
    const readyCpuMs = cpuOf(child.pid!);
    await first?.(program.url!);
    const cpuMs = await timesOf(program.url!, child.pid!);
    await wait(IDLE_MS);
    return { readyMs, readyCpuMs, cpuMs, megabytes: pssOf(child.pid!) };
  } finally {
    await end(identity);
  }
}

/** Processor time of each search in all threads of the service, ms. No other call is answered in the meantime. */
async function timesOf(url: string, pid: number): Promise<number[]> {
  const texts = [...ASKED.map(({ text }) => text), ...[...KNOWN, ...MISSPELLED].map(([text]) => text)];
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const text of texts) {
      const before = cpuOf(pid);
      await (await fetch(`${url}/api/v1/search?q=${encodeURIComponent(text)}`)).arrayBuffer();
      times.push(cpuOf(pid) - before);
    }
  }
  return times;
}

/** Of all threads so far, ms; the kernel's ticks of 10 ms are too coarse for one call. */
const cpuOf = (pid: number): number =>
  fs
    .globSync(`/proc/${pid}/task/*/schedstat`)
    .reduce((sum, file) => sum + Number(fs.readFileSync(file, 'utf8').split(' ')[0]) / 1e6, 0);

function report(products: number, few: Figures, many: Figures, quality: Quality): boolean {
  const sorted = many.cpuMs.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
  const more = many.megabytes - few.megabytes;
  const { precision, exact, known, misspelled, wrong } = quality;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const withTypo = MISSPELLED.length / (KNOWN.length + MISSPELLED.length);
  const allKnown = known * (1 - withTypo) + misspelled * withTypo;
  const inMs = (ms: number) => `${ms.toFixed(1)} ms`;
  console.log(
    [
      ...wrong,
      `${products} products, ${ASKED.length} texts with facts: precision at 10 ${percent(precision)} (at least ${percent(MIN_PRECISION)}), ` +
        `total exact for ${percent(exact)} (all)`,
      `${KNOWN.length + MISSPELLED.length} known pieces among the first three: ${percent(allKnown)} (at least ${percent(MIN_KNOWN)}); ` +
        `${MISSPELLED.length} of them misspelled: ${percent(misspelled)}`,
      `processor time of a search, uncached: median ${inMs(at(0.5))}, p95 ${inMs(at(0.95))} (at most ${MAX_P95_MS}), ` +
        `longest ${inMs(at(1))}`,
      `memory: ${many.megabytes.toFixed(0)} MB PSS, ${more.toFixed(0)} MB more than with ${FEW} products (at most ${MAX_MORE_MB})`,
      `ready ${(many.readyMs / 1000).toFixed(1)} s after the start (at most ${MAX_READY_MS / 1000}), ` +
        `with ${(many.readyCpuMs / 1000).toFixed(1)} s of a processor`,
    ].join('\n'),
  );
  return (
    precision >= MIN_PRECISION &&
    exact === 1 &&
    allKnown >= MIN_KNOWN &&
    at(0.95) <= MAX_P95_MS &&
    more <= MAX_MORE_MB &&
    many.readyMs <= MAX_READY_MS
  );
}
