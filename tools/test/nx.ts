import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { machineEnvironment, readConfig, ROOT } from '../../infra/config.ts';
import { check, type Outcome } from './outcome.ts';
import { short, type Project } from '../../infra/workspace.ts';

const NX = path.join(ROOT, 'node_modules/nx/dist/bin/nx.js');
// Output of nx in its style `static-failures-only`: one line per success, and per failure a header followed by all
// output of the task.
const GOOD = /^[✔√] +nx run (\S+:\S+)(?: +\[(.*)\])?$/;
const BAD = /^> nx run (\S+:\S+)/;
const SUMMARY = /^ *NX +Running targets? .*(failed|did not complete)/;

/** Where jest writes its counts for the project in `folder`; nx stores the file with the cached result. */
export const resultFile = (root: string, folder: string): string => path.join(root, '.nx/results', `${folder}.json`);

/**
 * Environment in which nx uses no network and no daemon and runs everything on the pinned Node. Of the shop's settings,
 * tests get only the server addresses, so that a cached result is valid in every checkout.
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
 * Runs `targets` of the projects that have them, unchanged ones from nx's cache, and reports each outcome to `done`. A
 * jest run counts as its number of tests, a build as one check. Stops on `interrupted`. Tests find S3 by the
 * variables `s3`.
 */
export async function runTargets(
  root: string,
  targets: string[],
  projects: Project[],
  done: (outcome: Outcome) => void,
  { interrupted, s3 = {} }: { interrupted?: AbortSignal; s3?: Record<string, string> } = {},
): Promise<void> {
  const which = ['run-many', '-t', ...targets, '-p', ...projects.map(({ name }) => name)];
  const options = { cwd: root, extendEnv: false, env: { ...nxEnvironment(), ...s3 }, stdin: 'ignore' } as const;
  const { stdout: graph } = await execa(process.execPath, [NX, ...which, '--graph=stdout'], options);
  // Dependency tasks are not counted; a failed one is shown with the tasks that could not run because of it.
  const requested = targets.flatMap((target) => projects.map(({ name }) => `${name}:${target}`));
  const tasks = Object.keys(JSON.parse(graph).tasks.tasks);
  const pending = new Set(requested.filter((task) => tasks.includes(task)));
  if (pending.size === 0) return;
  // Stale counts must not be taken for this run's.
  for (const { name, folder } of projects) {
    if (targets.some((target) => target !== 'build' && pending.has(`${name}:${target}`)))
      fs.rmSync(resultFile(root, folder), { force: true });
  }

  const report = (task: string, output?: string, cached = false) => {
    pending.delete(task);
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
  const otherOutput: string[] = [];
  for await (const line of createInterface({ input: nx.all, crlfDelay: Infinity })) {
    const plain = stripVTControlCharacters(line).trimEnd();
    const good = GOOD.exec(plain);
    const bad = BAD.exec(plain);
    const heads = [good?.[1], bad?.[1]].some((task) => task !== undefined && pending.has(task));
    if (failed && (heads || SUMMARY.test(plain))) {
      report(failed.task, failed.lines.join('\n'));
      failed = undefined;
    }
    if (heads && good) report(good[1]!, undefined, good[2]?.includes('cache'));
    else if (heads && bad) failed = { task: bad[1]!, lines: [] };
    else (failed?.lines ?? otherOutput).push(line);
  }
  if (failed) report(failed.task, failed.lines.join('\n'));
  await nx;
  for (const task of pending) done(check(task, false, `It did not run.\n${otherOutput.join('\n')}`));
}

/** @param output what a failed task printed; undefined on success */
function outcomeOf(root: string, project: Project, target: string, output: string | undefined): Outcome {
  const name = `${target} ${short(project)}`;
  const good = output === undefined;
  const file = resultFile(root, project.folder);
  if (target === 'build') return check(name, good, output);
  if (!fs.existsSync(file)) return check(name, false, output ?? 'It wrote no test counts.');
  const counted = JSON.parse(fs.readFileSync(file, 'utf8')) as JestCounts;
  // A file that cannot be loaded counts as one failed test, and so does a project in which no test ran.
  const failed = counted.numFailedTests + counted.numRuntimeErrorTestSuites;
  const sound = good && counted.numPassedTests > 0;
  return {
    name,
    passed: counted.numPassedTests,
    failed: sound ? failed : Math.max(1, failed),
    skipped: counted.numPendingTests + counted.numTodoTests,
    output: output ?? (sound ? '' : 'No tests ran.'),
    failures: failuresOf(counted),
  };
}

/** What e2e/trace.ts appends to the error of a failed journey. */
const TRACE = /^ *Trace: \S+$/gm;

const failuresOf = ({ testResults }: JestCounts): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => {
        const traces = new Set(failureMessages.flatMap((text) => (text.match(TRACE) ?? []).map((line) => line.trim())));
        return [`${path.basename(name)}: ${fullName}`, ...traces].join('\n    ');
      }),
  );

interface JestTest {
  status: string;
  fullName: string;
  failureMessages: string[];
}

interface JestCounts {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; assertionResults: JestTest[] }[];
}
