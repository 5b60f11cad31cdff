import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { LogLevel } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { sources } from '@shop/test-kit/jest-preset';
import { CACHE_FOLDER, ROOT } from '../../infra/config.ts';
import { PURE_AREAS, pureFileComplaints, pureFiles } from '../../infra/guards/pure-files.ts';
import { countOf } from './seeded.ts';
import { type Equivalent, judge, type Report } from './mutants-judge.ts';

export const description =
  'Mutants of the pure files of money, written numbers, tax, stock, checkout, payment, groups and media: found, or called equivalent ([PATH …] [--fresh] [--concurrency N])';

const EQUIVALENT = path.join(import.meta.dirname, 'mutants-equivalent.json');
const SEED = path.join(import.meta.dirname, 'mutants-seed.ts');
const FOLDER = '.run/mutants';

/** @returns whether enough mutants are found in each file, and each other one is called equivalent with a reason. */
export async function run(args: string[]): Promise<boolean> {
  const options = { fresh: { type: 'boolean' }, concurrency: { type: 'string', default: '2' } } as const;
  const { positionals: wanted, values } = parseArgs({ args, options, allowPositionals: true });
  const all = pureFiles(ROOT);
  const files = all.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
  if (files.length === 0) throw new Error(`No pure file has ${wanted.join(' or ')} in its path`);
  const missing = pureFileComplaints(ROOT);
  if (missing.length > 0) throw new Error(missing.join('\n'));

  const report = path.join(FOLDER, 'report.json');
  await new Stryker({
    mutate: files,
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    jest: { projectType: 'custom', config: { ...JEST, roots: rootsOf(files) } },
    coverageAnalysis: 'perTest',
    // Jest keeps the modules of each run: a runner grows by some 20 MB a mutant.
    maxTestRunnerReuse: 50,
    concurrency: countOf('--concurrency', values.concurrency),
    // Only mutants of changed files and specs are tested again.
    incremental: true,
    incrementalFile: path.join(CACHE_FOLDER, 'mutants.json'),
    force: values.fresh ?? false,
    // A mutant that loops is ended by its count of steps: a busy machine must not look like one.
    timeoutMS: 60_000,
    disableTypeChecks: false,
    tempDirName: path.join(FOLDER, 'sandbox'),
    // Found from the sandbox, which is below them: to link them, Stryker reads every folder, also those of servers that run.
    symlinkNodeModules: false,
    // All but the sources is left out of the copy that is mutated.
    ignorePatterns: [
      '**',
      '!package.json',
      ...PURE_AREAS.map((area) => `!${area}/**/*.ts`),
      '!services/catalog/src/**/*.ts',
    ],
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
    logLevel: 'error' as LogLevel,
    warnings: { slow: false, unknownOptions: true, preprocessorErrors: true, unserializableOptions: true },
  }).runMutationTest();
  const tested = JSON.parse(fs.readFileSync(report, 'utf8')) as Report;
  const equivalents = JSON.parse(fs.readFileSync(EQUIVALENT, 'utf8')) as Equivalent[];
  const { lines, isMet } = judge(
    { files: Object.fromEntries(files.map((file) => [file, tested.files[file] ?? { source: '', mutants: [] }])) },
    equivalents.filter(({ file }) => files.includes(file) || !all.includes(file)),
  );
  for (const line of lines) console.log(line);
  return isMet;
}

/** Only specs of their own areas: a mutant of a constant is a run of all of them. */
const rootsOf = (files: readonly string[]): string[] =>
  PURE_AREAS.filter((area) => files.some((file) => file.startsWith(`${area}/`))).map((area) => `<rootDir>/${area}`);

/** Without the servers and the shared modules of the projects' own: a mutant is a whole run of the specs that cover it. */
const JEST = {
  ...sources,
  testMatch: ['**/*.{rules,machine}.spec.ts'],
  testEnvironment: 'node',
  setupFilesAfterEnv: [SEED],
};
