// `npm run walls`: the checks that concern more than one project.
import { execa } from 'execa';
import { ROOT } from '../config.ts';
import { diamondComplaints } from './diamonds.ts';
import { documentComplaints } from './documents.ts';
import { licenceComplaints } from './licences.ts';
import { providerNameComplaints } from './provider-names.ts';
import { pureFileComplaints } from './pure-files.ts';
import { timeLimitComplaints } from './time-limits.ts';
import { explain, importBreaches, lineBreaches } from './walls.ts';
import { wordComplaints } from './words.ts';

export interface Guard {
  name: string;
  /** One paragraph per breach, with the remedy. */
  complaints(): Promise<string[]>;
}

export const guards: Guard[] = [
  { name: 'imports stay in their rooms', complaints: async () => (await importBreaches(ROOT)).map(explain) },
  { name: 'lines stay in their rooms', complaints: async () => (await lineBreaches(ROOT)).map(explain) },
  { name: 'payment providers stay in their folders', complaints: async () => providerNameComplaints(ROOT) },
  { name: 'specs have no time limits of their own', complaints: async () => timeLimitComplaints(ROOT) },
  { name: 'pure files have specs', complaints: async () => pureFileComplaints(ROOT) },
  { name: 'contracts', complaints: contractComplaints },
  { name: 'licences of what is shipped', complaints: licenceComplaints },
  { name: 'what documents name is there', complaints: async () => documentComplaints(ROOT) },
  { name: 'texts say “laboratory-grown diamond”', complaints: async () => diamondComplaints(ROOT) },
  { name: 'comments and documents are in plain words', complaints: async () => wordComplaints(ROOT) },
];

/** `npm run contracts -- check`: contracts are consistent and backward compatible. */
async function contractComplaints(): Promise<string[]> {
  const { failed, all } = await execa(process.execPath, ['packages/contracts/tools/run.ts', 'check'], {
    cwd: ROOT,
    all: true,
    reject: false,
  });
  return failed ? [all] : [];
}

if (import.meta.main) {
  for (const { name, complaints } of guards) {
    const wrong = await complaints();
    console.log(`${wrong.length === 0 ? '✓' : '✗'} ${name}`);
    for (const paragraph of wrong) console.log(`\n  ${paragraph}`);
    if (wrong.length > 0) process.exitCode = 1;
  }
}
