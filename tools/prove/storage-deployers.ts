import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readFile, readRegistry, readRelease } from '@shop/build/bundle';
import { openStorage, type Storage } from '@shop/storage';
import { eventually } from '@shop/test-kit';
import { execa } from 'execa';
import { ROOT, setVariables } from '../../infra/config.ts';

const ROUNDS = 4;
const KILLS = 4;
const FILES = 40;
const FILE_BYTES = 20_000;
const REFUSED = 'Deploy mfe-checkout again if it is to replace that';

type Slice = 'mfe-checkout' | 'mfe-account';

interface Ended {
  isDone: boolean;
  output: string;
}

/**
 * `npm run deploy` of several processes at once on one storage, some killed.
 *
 * @returns whether each told the truth, and every live bundle is whole
 */
export async function raceDeployers(
  address: string,
  environment: Record<string, string>,
  random: () => number,
): Promise<boolean> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prove-deployers-'));
  // Of S3, for the client of this process.
  setVariables(environment);
  const storage = openStorage(address);
  const failures: string[] = [];
  let builds = 0;
  const build = (slice: Slice) => writeBuild(path.join(folder, `build-${++builds}`), slice, `${builds} ${random()}`);
  const start = (slice: Slice, dist: string) =>
    execa(process.execPath, [path.join(ROOT, 'infra/deploy/deploy.ts'), slice, '--dist', dist], {
      env: { ...environment, STORAGE_URL: address, SHOP_RUN_FOLDER: path.join(folder, 'run') },
      extendEnv: false,
      all: true,
      reject: false,
    });
  const deploy = async (slice: Slice, dist: string): Promise<Ended> => {
    const { failed, all } = await start(slice, dist);
    return { isDone: !failed, output: all };
  };
  const expectLive = async (what: string, expected: Partial<Record<Slice, string[]>>) => {
    const live = await liveVersions(storage, failures);
    for (const [slice, versions] of Object.entries(expected)) {
      if (!versions.includes(live[slice] ?? 'none'))
        failures.push(`${what}: ${slice} ${live[slice]} is live, not ${versions.join(' or ')}`);
    }
  };
  try {
    let told = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const [checkout, account] = [build('mfe-checkout'), build('mfe-account')];
      const ended = await Promise.all([deploy('mfe-checkout', checkout), deploy('mfe-account', account)]);
      for (const { isDone, output } of ended) if (!isDone) failures.push(`different slices: ${output}`);
      told += ended.filter(({ output }) => output.includes('was first')).length;
      const versions = ended.map(({ output }) => versionIn(output));
      await expectLive('different slices', { 'mfe-checkout': [versions[0]!], 'mfe-account': [versions[1]!] });
    }
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const ended = await Promise.all([1, 2].map(() => deploy('mfe-checkout', build('mfe-checkout'))));
      const done = ended.filter(({ isDone }) => isDone);
      const losers = ended.filter(({ isDone }) => !isDone);
      refused += losers.length;
      if (done.length === 0 || losers.some(({ output }) => !output.includes(REFUSED)))
        failures.push(`the same slice: ${ended.map(({ output }) => output).join('; ')}`);
      await expectLive('the same slice', { 'mfe-checkout': done.map(({ output }) => versionIn(output)) });
    }
    if (told === 0 || refused === 0) failures.push(`no two deployers met: ${told} told, ${refused} refused`);
    const same = build('mfe-checkout');
    const revisions = [await revisionOf(storage)];
    const twice = await Promise.all([deploy('mfe-checkout', same), deploy('mfe-checkout', same)]);
    revisions.push(await revisionOf(storage));
    if (twice.some(({ isDone }) => !isDone) || revisions[1] !== revisions[0]! + 1)
      failures.push(
        `the same build: revisions ${revisions.join(', ')}; ${twice.map(({ output }) => output).join('; ')}`,
      );
    for (let kill = 0; kill < KILLS; kill++) {
      const dist = build('mfe-checkout');
      const before = await liveVersions(storage, failures);
      const known = await count(storage);
      const deployer = start('mfe-checkout', dist);
      const enough = known + 1 + Math.floor(random() * FILES);
      await eventually(async () => (await count(storage)) >= enough, {
        what: `${enough} stored files`,
        withinMs: 60_000,
      });
      deployer.kill('SIGKILL');
      await deployer;
      await expectLive('killed', { 'mfe-checkout': [before['mfe-checkout']!] });
      const again = await deploy('mfe-checkout', dist);
      if (!again.isDone) failures.push(`after a kill: ${again.output}`);
      else await expectLive('after a kill', { 'mfe-checkout': [versionIn(again.output)] });
    }
    for (const failure of failures) console.log(`✗ deployers: ${failure}`);
    if (failures.length === 0) {
      console.log(
        `✓ deployers: ${ROUNDS} pairs of different slices all live, ${told} told of the other; ${ROUNDS} pairs of the same slice, ` +
          `${refused} refused; the same build twice is one change; ${KILLS} killed, what was live stayed, the next went live`,
      );
    }
    return failures.length === 0;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const versionIn = (output: string): string => /mfe-\w+ (\S+) (?:is live|was live already)/.exec(output)?.[1] ?? output;

const revisionOf = async (storage: Storage): Promise<number> => (await readRegistry(storage))!.registry.revision;

async function count(storage: Storage): Promise<number> {
  let keys = 0;
  for await (const _ of storage.list('bundles/mfe-checkout/')) keys++;
  return keys;
}

/** By slice. Every file of each is read. */
async function liveVersions(storage: Storage, failures: string[]): Promise<Record<string, string>> {
  const live: Record<string, string> = {};
  for (const { slice, version } of Object.values((await readRegistry(storage))!.registry.remotes)) {
    live[slice] = version;
    try {
      const release = (await readRelease(storage, slice, version))!;
      for (const file of Object.keys(release.integrity)) await readFile(storage, release, file);
    } catch (error) {
      failures.push((error as Error).message);
    }
  }
  return live;
}

function writeBuild(folder: string, slice: Slice, text: string): string {
  const name = slice.replace('mfe-', '');
  const remote = { name, packageVersion: '0.0.0', pages: [], parts: [], shared: {} };
  const files: Record<string, string> = {
    'browser/remoteEntry.1a2b3c4d.js': `// ${text}`,
    'browser/mf-manifest.json': JSON.stringify({ exposes: [] }),
    'browser/remote.json': JSON.stringify(remote),
    'server/server.mjs': 'export default {};',
  };
  for (let number = 0; number < FILES; number++) {
    files[`browser/chunk-${number}.js`] = `// ${text} ${number}\n`.padEnd(FILE_BYTES, '/');
  }
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), content);
  }
  return folder;
}
