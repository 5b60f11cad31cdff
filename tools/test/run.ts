// `npm test [-- <project> …]`: runs every check and test of the repository, ending in `N passed, N failed`.
import { execa } from 'execa';
import { stopShops } from '../../e2e/shop-under-test.ts';
import { guards } from '../../infra/guards/run.ts';
import { inheritedEnvironment, ROOT } from '../../infra/config.ts';
import { provideHeadlessChromium } from '../../infra/provision/chromium.ts';
import * as infra from './infra.ts';
import { runTargets } from './nx.ts';
import { check, conclude, line, type Outcome } from './outcome.ts';
import { checkTypes } from './types.ts';
import { projectsNamed, projectsOf } from '../../infra/workspace.ts';

const HELP = `npm test                              every check and every test
npm test -- catalog mfe-admin         those of some projects (folder or short name)
npm run types -- catalog              types alone

One spec file, or one sentence of it:
npx node tools/test/infra.ts up       MongoDB, RabbitMQ and Redis for tests (\`down\` stops them)
npx node tools/test/jest.ts services/cart-order orders -t "is numbered"`;

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  console.log(HELP);
  process.exit(0);
}

const began = Date.now();
const outcomes: Outcome[] = [];

let currentStep = '';
/** Empty until the servers are there, and where there is no S3. */
let s3: Record<string, string> = {};
// Build servers end a job that prints nothing for minutes.
const heartbeat = setInterval(() => say(`… ${currentStep}`), 30_000).unref();

function say(text: string): void {
  heartbeat.refresh();
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}  ${text}`);
}

function done(outcome: Outcome): void {
  outcomes.push(outcome);
  say(line(outcome));
}

/** Runs a program of node_modules as one check. */
async function program(name: string, command: string, ...args: string[]): Promise<void> {
  const { failed, all } = await execa(`node_modules/.bin/${command}`, args, {
    cwd: ROOT,
    stdin: 'ignore',
    reject: false,
    all: true,
  });
  done(check(name, !failed, failed && name === 'format' ? `${all}\n\nnpm run format` : all));
}

/** The checks that read files only. */
async function checkFiles(places: string[]): Promise<void> {
  await program('format', 'prettier', '--check', '--cache', '--log-level=warn', ...places);
  await program('lint', 'oxlint', '--deny-warnings', ...places);
  for (const { name, complaints } of guards) {
    const wrong = await complaints();
    done(check(name, wrong.length === 0, wrong.join('\n\n')));
  }
}

async function test(names: string[]): Promise<void> {
  const projects = projectsNamed(projectsOf(ROOT), names);
  const places = names.length === 0 ? ['.'] : projects.map(({ folder }) => folder);

  // Servers start while the checks that do not need them run.
  const provided = provide();
  try {
    currentStep = 'checks, types and builds';
    const run = (target: string) => runTargets(ROOT, [target], projects, done, { interrupted: interrupted.signal, s3 });
    await all(checkFiles(places), checkTypes(ROOT, projects, done), run('build'));
    currentStep = 'starting MongoDB, RabbitMQ and Redis';
    const { problem } = await provided;
    if (problem) throw problem;
    interrupted.signal.throwIfAborted();
    currentStep = 'tests and journeys';
    // Together, because both wait for servers and browsers for a good part of their time.
    await all(run('test'), run('e2e'));
  } finally {
    // The end of nx comes before jest tears down.
    if (interrupted.signal.aborted) await stopShops();
    if ((await provided).started) await infra.down();
  }
}

/** Waits for all of them before one fails, so that the closing line is the last one. */
async function all(...steps: Promise<void>[]): Promise<void> {
  for (const step of await Promise.allSettled(steps)) if (step.status === 'rejected') throw step.reason;
}

/** The keys of a given S3 are in the environment. */
function variablesOfS3({ S3_ENDPOINT, ...keys }: infra.TestAddresses): Record<string, string> {
  if (!S3_ENDPOINT) return {};
  const all = { ...inheritedEnvironment(), ...keys };
  return Object.fromEntries([
    ['S3_ENDPOINT', S3_ENDPOINT],
    ...Object.entries(all).filter(([name]) => name.startsWith('AWS_')),
  ]);
}

/** Starts the servers that tests need; leaves them running if they were already up. Never rejects. */
async function provide(): Promise<{ started: boolean; problem?: Error }> {
  let started = false;
  try {
    await provideHeadlessChromium();
    const addresses = await infra.up((text) => {
      started = true;
      say(text);
    });
    s3 = variablesOfS3(addresses);
    return { started };
  } catch (problem) {
    return { started, problem: problem as Error };
  }
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!interrupted.signal.aborted) console.log('Interrupted: stopping started servers …');
    interrupted.abort(new Error('interrupted'));
  });
}

try {
  await test(process.argv.slice(2));
} catch (error) {
  done(check('the test run', false, (error as Error).message));
}
const storage = s3['S3_ENDPOINT'] ? 'a folder and S3' : 'a folder alone: there is no S3_ENDPOINT and no go';
const isStorageTested = outcomes.some(({ name }) => name === 'test storage');
const { text, exitCode } = conclude(outcomes, isStorageTested ? [`Storage was tested on ${storage}.`] : []);
console.log(`\n${text}`);
process.exitCode = exitCode;
