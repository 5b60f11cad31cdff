import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { machineEnvironment, readConfig, ROOT } from '../../infra/config.ts';
import { check, type Outcome } from './outcome.ts';
import { short, type Project } from '../../infra/workspace.ts';

const NX = path.join(ROOT, 'node_modules/nx/dist/bin/nx.js');
// What nx prints in its style `static-failures-only`: a line for what went well, and for what failed a header with all that
// the task wrote after it.
const GOOD = /^[✔√] +nx run (\S+:\S+)(?: +\[(.*)\])?$/;
const BAD = /^> nx run (\S+:\S+)/;
const SUMMARY = /^ *NX +Running targets? .*(failed|did not complete)/;

/** Where jest writes its counts for the project in `folder`; nx keeps the file together with the cached result. */
export const resultFile = (root: string, folder: string): string => path.join(root, '.nx/results', `${folder}.json`);

/**
 * Surroundings in which nx asks no network, starts no daemon, and runs everything on the pinned Node. Of the shop's own
 * settings tests hear only where their servers are, so that a result says the same whoever kept it.
 */
export function nxEnvironment(): Record<string, string> {
  const { SHOP_PORT_BASE, TEST_MONGODB_URI, TEST_RABBITMQ_URL, TEST_REDIS_URL } = readConfig();
  const servers = Object.entries({ TEST_MONGODB_URI, TEST_RABBITMQ_URL, TEST_REDIS_URL });
  return {
    ...machineEnvironment(),
    ...Object.fromEntries(servers.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    SHOP_PORT_BASE: String(SHOP_PORT_BASE),
    PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${machineEnvironment().PATH}`,
    CI: 'true',
    NX_DAEMON: 'false',
    NX_NO_CLOUD: 'true',
    NX_ISOLATE_PLUGINS: 'false',
    NX_TUI: 'false',
    FORCE_COLOR: '0',
  };
}

/**
 * Runs `targets` of the projects that have them, what did not change from nx's cache, and tells `done` each outcome as it
 * comes. What jest counted counts as so many tests, a build as one check. Stops when `interrupted`.
 */
export async function runTargets(
  root: string,
  targets: string[],
  projects: Project[],
  done: (outcome: Outcome) => void,
  interrupted?: AbortSignal,
): Promise<void> {
  const which = ['run-many', '-t', ...targets, '-p', ...projects.map(({ name }) => name)];
  const options = { cwd: root, extendEnv: false, env: nxEnvironment(), stdin: 'ignore' } as const;
  const { stdout: graph } = await execa(process.execPath, [NX, ...which, '--graph=stdout'], options);
  // Tasks that these only lean on are not counted; one that fails is shown with those that then did not run.
  const asked = targets.flatMap((target) => projects.map(({ name }) => `${name}:${target}`));
  const tasks = Object.keys(JSON.parse(graph).tasks.tasks);
  const waiting = new Set(asked.filter((task) => tasks.includes(task)));
  if (waiting.size === 0) return;
  // So that nobody takes an old count for this run's.
  for (const { folder } of projects) fs.rmSync(resultFile(root, folder), { force: true });

  const tell = (task: string, output?: string, cached = false) => {
    waiting.delete(task);
    const [, name, target] = /^(.+):(.+)$/.exec(task)!;
    const project = projects.find((one) => one.name === name)!;
    done({ ...outcomeOf(root, project, target!, output), cached });
  };
  const nx = execa(process.execPath, [NX, ...which, '--output-style=static-failures-only'], {
    ...options,
    reject: false,
    all: true,
    buffer: false,
    ...(interrupted && { cancelSignal: interrupted }),
  });
  let failed: { task: string; lines: string[] } | undefined;
  const besides: string[] = [];
  for await (const line of createInterface({ input: nx.all, crlfDelay: Infinity })) {
    const plain = stripVTControlCharacters(line).trimEnd();
    const good = GOOD.exec(plain);
    const bad = BAD.exec(plain);
    const heads = [good?.[1], bad?.[1]].some((task) => task !== undefined && waiting.has(task));
    if (failed && (heads || SUMMARY.test(plain))) {
      tell(failed.task, failed.lines.join('\n'));
      failed = undefined;
    }
    if (heads && good) tell(good[1]!, undefined, good[2]?.includes('cache'));
    else if (heads && bad) failed = { task: bad[1]!, lines: [] };
    else (failed?.lines ?? besides).push(line);
  }
  if (failed) tell(failed.task, failed.lines.join('\n'));
  await nx;
  for (const task of waiting) done(check(task, false, `It did not run.\n${besides.join('\n')}`));
}

/** `output` is what a failed task printed, undefined when nx called it good. */
function outcomeOf(root: string, project: Project, target: string, output: string | undefined): Outcome {
  const name = `${target} ${short(project)}`;
  const good = output === undefined;
  const file = resultFile(root, project.folder);
  if (target === 'build') return check(name, good, output);
  if (!fs.existsSync(file)) return check(name, false, output ?? 'It left no count of its tests.');
  const counted = JSON.parse(fs.readFileSync(file, 'utf8')) as JestCounts;
  // A file that cannot even be loaded counts as one failed test, and so does a project in which no test was run.
  const failed = counted.numFailedTests + counted.numRuntimeErrorTestSuites;
  const sound = good && counted.numPassedTests > 0;
  return {
    name,
    passed: counted.numPassedTests,
    failed: sound ? failed : Math.max(1, failed),
    skipped: counted.numPendingTests + counted.numTodoTests,
    output: output ?? (sound ? '' : 'No test was run.'),
    failures: namesOf(counted, ({ status }) => status === 'failed'),
    unsteady: namesOf(counted, ({ status, invocations = 1 }) => status === 'passed' && invocations > 1),
  };
}

const namesOf = ({ testResults }: JestCounts, isMeant: (test: JestTest) => boolean): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(isMeant).map(({ fullName }) => `${path.basename(name)}: ${fullName}`),
  );

interface JestTest {
  status: string;
  fullName: string;
  /** More than 1 when jest tried again. */
  invocations?: number;
}

interface JestCounts {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; assertionResults: JestTest[] }[];
}
