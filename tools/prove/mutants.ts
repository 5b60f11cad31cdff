import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { LogLevel } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { CACHE_FOLDER } from '../../infra/config.ts';
import { countOf } from './seeded.ts';
import { type Equivalent, judge, type Report } from './mutants-judge.ts';

export const description =
  'Mutants of the pure files of money, written numbers, tax, stock, checkout, payment, groups and media: found, or called equivalent ([PATH …] [--fresh] [--concurrency N])';

/** Where the pure files of these areas are: `*.rules.ts` and `*.machine.ts`, each with its spec beside it. */
const AREAS = [
  'packages/contracts/src',
  'packages/mfe-kit/src',
  'mfe-admin/src/components/number-field',
  'mfe-checkout/src',
  'services/cart-order/src',
  'services/catalog/src/media-in-use',
  'services/catalog/src/prices',
  'services/catalog/src/product-groups',
  'services/catalog/src/stock',
  'services/content/src/media',
  'services/payment/src',
];
const PURE = /\.(rules|machine)\.ts$/;
const EQUIVALENT = path.join(import.meta.dirname, 'mutants-equivalent.json');
const SEED = path.join(import.meta.dirname, 'mutants-seed.ts');
const FOLDER = '.run/mutants';

/** @returns whether enough mutants are found in each file, and each other one is called equivalent with a reason. */
export async function run(args: string[]): Promise<boolean> {
  const options = { fresh: { type: 'boolean' }, concurrency: { type: 'string', default: '2' } } as const;
  const { positionals: wanted, values } = parseArgs({ args, options, allowPositionals: true });
  const all = AREAS.flatMap((area) =>
    fs
      .readdirSync(area, { recursive: true, encoding: 'utf8' })
      .filter((file) => PURE.test(file))
      .map((file) => path.posix.join(area, file)),
  );
  const files = all.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
  if (files.length === 0) throw new Error(`No pure file has ${wanted.join(' or ')} in its path`);
  const missing = files.map((file) => file.replace(/\.ts$/, '.spec.ts')).filter((spec) => !fs.existsSync(spec));
  if (missing.length > 0) throw new Error(`A pure file has a spec beside it: ${missing.join(', ')}`);

  const report = path.join(FOLDER, 'report.json');
  await new Stryker({
    mutate: files,
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    jest: { projectType: 'custom', config: JEST },
    coverageAnalysis: 'perTest',
    concurrency: countOf('--concurrency', values.concurrency),
    // Only mutants of changed files and specs are tested again.
    incremental: true,
    incrementalFile: path.join(CACHE_FOLDER, 'mutants.json'),
    force: values.fresh ?? false,
    // A mutant that loops is ended by its count of steps: a busy machine must not look like one.
    timeoutMS: 60_000,
    disableTypeChecks: false,
    tempDirName: path.join(FOLDER, 'sandbox'),
    // All but the sources is left out of the copy that is mutated.
    ignorePatterns: [
      '**',
      '!package.json',
      ...AREAS.map((area) => `!${area}/**/*.ts`),
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

/** Of its own, because only the specs of pure files run: without decorators, servers and pages. */
const JEST = {
  roots: AREAS.map((area) => `<rootDir>/${area}`),
  testMatch: ['**/*.{rules,machine}.spec.ts'],
  testEnvironment: 'node',
  setupFilesAfterEnv: [SEED],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } }],
  },
  // Internal packages are symlinked TypeScript sources, so their real path is not under node_modules.
  transformIgnorePatterns: ['/node_modules/'],
};
