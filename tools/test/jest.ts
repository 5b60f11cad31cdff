// `node tools/test/jest.ts <folder> [jest arguments]`: runs the tests of one project from the root, e.g. `node
// tools/test/jest.ts services/catalog stock`. Writes jest's counts where `npm test` sums them up. Temporary files of the tests
// are removed at the end.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CACHE_FOLDER, inheritedEnvironment } from '../../infra/config.ts';
import { findHeadlessProgram } from '../../infra/provision/chromium.ts';
import { resultFile } from './nx.ts';
import { slowQueries } from './query-plans.ts';
import { brokenShardKeys } from './shard-keys.ts';

// How long jest may take to end after it wrote its results.
const END_MS = 20_000;

const [folder = '', ...rest] = process.argv.slice(2);
const config = path.join(folder, 'jest.config.mjs');
if (!fs.existsSync(config)) {
  console.error(`There is no ${config}: node tools/test/jest.ts <folder> [pattern]`);
  process.exit(1);
}
const results = resultFile(process.cwd(), folder);
fs.mkdirSync(path.dirname(results), { recursive: true });
fs.rmSync(results, { force: true });
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-test-'));
// What the tests of a service ask of MongoDB is recorded there: see query-plans.ts and shard-keys.ts.
const queries = path.join(temporary, 'queries');
fs.mkdirSync(queries);
const jest = path.join(import.meta.dirname, '../../node_modules/jest/bin/jest.js');
const child = spawn(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest],
    // Jest's own cache is a temporary folder.
    ...[`--config=${config}`, `--cacheDirectory=${path.join(CACHE_FOLDER, 'jest')}`],
    ...['--json', `--outputFile=${results}`, ...rest],
  ],
  {
    stdio: 'inherit',
    env: { ...inheritedEnvironment(), TMPDIR: temporary, TEST_QUERIES: queries, TEST_CHROMIUM: findHeadlessProgram() },
  },
);
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isInterrupted = true;
    child.kill(signal);
  });
}

/** What jest leaves out when it is interrupted: the shops of the journeys would run on. */
async function tearDown(): Promise<void> {
  const { globalTeardown, rootDir } = (await import(path.resolve(config))).default as Record<string, string>;
  if (!globalTeardown) return;
  const file = path.resolve(globalTeardown.replace('<rootDir>', rootDir ?? folder));
  await (await import(file)).default();
}

// A server that a test left open would keep jest, and the whole run, waiting for ever.
let untilKilled: NodeJS.Timeout | undefined;
const untilDone = setInterval(() => {
  if (!fs.existsSync(results)) return;
  clearInterval(untilDone);
  untilKilled = setTimeout(() => {
    console.error(`Jest did not end ${END_MS / 1000} s after its last test: a test of ${folder} left something open.`);
    child.kill('SIGKILL');
  }, END_MS).unref();
}, 500).unref();

child.on('exit', async (code) => {
  clearInterval(untilDone);
  clearTimeout(untilKilled);
  try {
    if (isInterrupted) await tearDown();
    // The collections of other projects are made up for their tests.
    const keys = folder.startsWith('services/') ? brokenShardKeys(queries) : [];
    const wrong = [...(await slowQueries(queries)), ...keys];
    for (const line of wrong) console.error(line);
    // Null if it was killed.
    process.exitCode = (code ?? 1) || (wrong.length > 0 ? 1 : 0);
  } finally {
    // A process that a test started may still be writing there.
    fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
});
