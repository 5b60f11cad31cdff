// `npm test [-- <project> …]`: runs every check and test of the repository, ending in `N passed, N failed`.
import { execa } from 'execa';
import { guards } from '../../infra/guards/run.ts';
import { ROOT } from '../../infra/config.ts';
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
    currentStep = 'checks and types';
    // Both end before anything is concluded, so that the closing line is the last one.
    const checked = await Promise.allSettled([checkFiles(places), checkTypes(ROOT, projects, done)]);
    for (const one of checked) if (one.status === 'rejected') throw one.reason;
    currentStep = 'starting MongoDB, RabbitMQ and Redis';
    const { problem } = await provided;
    if (problem) throw problem;
    for (const targets of [['build', 'test'], ['e2e']]) {
      interrupted.signal.throwIfAborted();
      currentStep = targets.join(' and ');
      await runTargets(ROOT, targets, projects, done, interrupted.signal);
    }
  } finally {
    if ((await provided).started) await infra.down();
  }
}

/** Starts the servers that tests need; leaves them running if they were already up. Never rejects. */
async function provide(): Promise<{ started: boolean; problem?: Error }> {
  let started = false;
  try {
    await provideHeadlessChromium();
    await infra.up((text) => {
      started = true;
      say(text);
    });
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
const { text, exitCode } = conclude(outcomes);
console.log(`\n${text}`);
process.exitCode = exitCode;
