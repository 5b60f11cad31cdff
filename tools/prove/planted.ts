import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { inheritedEnvironment, readConfig } from '../../infra/config.ts';
import { copyOfProject } from './project-copy.ts';
import { seedOf } from './seeded.ts';

export const description =
  'The proof of purchases finds planted faults: each patch of tools/prove/planted breaks one promise (--only NAME, --histories N, --seed S)';

export const PATCHES = path.join(import.meta.dirname, 'planted');
const HISTORIES = '200';
/** Away from the ports of a shop, and of the proof of purchases itself. */
const PORT_OFFSET = 2_000;

/** Names of the planted faults: `double-refund`. */
export const plantedFaults = (): string[] =>
  fs
    .readdirSync(PATCHES)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => path.basename(file, '.patch'))
    .sort();

export const patchOf = (fault: string): string => path.join(PATCHES, `${fault}.patch`);

/** @returns whether every planted fault was found */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      histories: { type: 'string', default: HISTORIES },
      seed: { type: 'string' },
    },
  });
  const seed = seedOf(values.seed);
  const faults = plantedFaults().filter((fault) => values.only === undefined || fault === values.only);
  if (faults.length === 0) throw new Error(`--only must be one of ${plantedFaults().join(', ')}`);
  const missed: string[] = [];
  for (const fault of faults) {
    const broken = await brokenPromises(fault, ['--histories', values.histories, '--seed', String(seed)]);
    if (broken.length === 0) missed.push(fault);
    console.log(`${broken.length > 0 ? '✓' : '✗'} ${fault}${broken.map((line) => `\n    ${line}`).join('')}`);
  }
  if (missed.length > 0) console.log(`Not found with --seed ${seed}: ${missed.join(', ')}`);
  return missed.length === 0;
}

/** Plays purchases in a patched copy of the project. @returns the promises that it found broken */
async function brokenPromises(fault: string, options: string[]): Promise<string[]> {
  const copy = await copyOfProject();
  try {
    await execa('git', ['apply', patchOf(fault)], { cwd: copy });
    const { all } = await execa(process.execPath, ['tools/prove/run.ts', 'purchases', ...options], {
      cwd: copy,
      extendEnv: false,
      env: { ...inheritedEnvironment(), SHOP_PORT_BASE: String(readConfig().SHOP_PORT_BASE + PORT_OFFSET) },
      all: true,
      reject: false,
    });
    const lines = all.split('\n');
    if (!lines.some((line) => line.startsWith('✓') || line.startsWith('✗'))) {
      throw new Error(`The proof of purchases did not get to its checks with ${fault} planted:\n${all}`);
    }
    return lines.filter((line) => line.startsWith('✗')).map((line) => line.slice(2));
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}
