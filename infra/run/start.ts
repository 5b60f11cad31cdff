// `npm start`: runs the shop until Ctrl-C. `npm start -- --detach` returns once every part is ready. With `--empty` the first start loads
// no demo data, and no later one does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { readConfig, RUN_FOLDER } from '../config.ts';
import { openLog } from './files.ts';
import { LOG_FOLDER } from './programs.ts';
import { ShopRunner } from './shop-runner.ts';
import { becomeStarter, endOrphans, readState, resignAsStarter, type ShopState } from './state.ts';

/** A second Ctrl-C after this long kills at once. Earlier ones are duplicates: npm forwards the terminal's signal. */
const DUPLICATE_SIGNAL_MS = 1000;

/** `--background` is what `--detach` starts. */
const OPTIONS = new Set(['--detach', '--empty', '--background']);

interface RunOptions {
  onReady?: () => void;
  /** Ctrl-C does not reach it: the closing line names `npm run stop`. */
  isDetached?: boolean;
  /** Without demo data. */
  isEmpty?: boolean;
}

/**
 * Runs the shop in this process until SIGINT, SIGTERM or SIGHUP. If the start fails, everything that was started is stopped.
 * `onReady` is called once all is ready.
 *
 * @returns the exit code
 */
export async function runShop({ watched, ...options }: { watched: string[] } & RunOptions): Promise<number> {
  const startedAt = Date.now();
  const config = readConfig();
  // Stdout may be closed: the terminal, or `| head`.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    const other = becomeStarter();
    if (other) {
      const { phase, url } = readState() ?? {};
      console.log(`The shop ${phase === 'starting' ? 'is being started' : 'runs'} already (pid ${other.pid}): ${url}`);
      console.log('`npm run status` shows its parts, `npm run stop` stops it.');
      if (options.isEmpty) {
        console.error('Whether it is empty is decided when a shop is started for the first time.');
        return 1;
      }
      if (watched.length > 0) {
        console.error('`npm run dev` starts the shop itself: `npm run stop` first.');
        return 1;
      }
      options.onReady?.();
      return 0;
    }
  } catch (error) {
    console.error(`The shop cannot write into ${RUN_FOLDER}: ${(error as Error).message}`);
    return 1;
  }
  try {
    const shop = new ShopRunner(config, { watched, isEmpty: options.isEmpty === true });
    return await runAsStarter(shop, startedAt, options);
  } finally {
    resignAsStarter();
  }
}

async function runAsStarter(
  shop: ShopRunner,
  startedAt: number,
  { onReady, isDetached = false, isEmpty = false }: RunOptions,
): Promise<number> {
  let exitCode = 0;
  let stopping: Promise<void> | undefined;
  let signalledAt = 0;
  const stopRequested = new Promise<void>((resolve) => {
    const stop = () => {
      stopping ??= shop.stop();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (!signalledAt) {
          signalledAt = Date.now();
          console.log('\nStopping the shop …');
          stop();
        } else if (Date.now() - signalledAt > DUPLICATE_SIGNAL_MS) {
          void shop.stop(0);
        }
      });
    }
    process.on('uncaughtException', (error) => {
      exitCode = 1;
      console.error(error);
      stop();
    });
  });
  try {
    const orphans = await endOrphans();
    if (orphans.length > 0) console.log(`Stopped orphans of a killed start: ${orphans.join(', ')}.`);
    await shop.start();
    const isTerminal = process.stdout.isTTY;
    console.log(opened(shop.state, { tookMs: Date.now() - startedAt, isDetached, isEmpty, isTerminal }));
    onReady?.();
    await stopRequested;
  } catch (error) {
    if (!signalledAt) {
      exitCode = 1;
      console.error(`\n${(error as Error).message}`);
    }
  }
  await (stopping ?? shop.stop());
  console.log(
    exitCode === 0 ? 'The shop is stopped.' : 'The shop is not running; everything that was started is stopped.',
  );
  return exitCode;
}

/** What is printed when the shop is open. The admin's password is shown to people only: other output ends in logs. */
export function opened(
  { url, mailbox, admin }: Pick<ShopState, 'url' | 'mailbox' | 'admin'>,
  {
    tookMs,
    isDetached,
    isEmpty,
    isTerminal,
  }: Record<'isDetached' | 'isEmpty' | 'isTerminal', boolean> & { tookMs: number },
): string {
  return [
    '',
    `The shop is open after ${(tookMs / 1000).toFixed(1)} s:  ${url}`,
    `  Admin area   ${url}/admin  (${admin.email}, ${isTerminal ? `password ${admin.password}` : 'password: npm run status'})`,
    `  Mailbox      ${mailbox}  (sign-in codes arrive there)`,
    ...(isEmpty ? ['', 'It is empty: the dashboard of the admin area leads to its first order.'] : []),
    '',
    isDetached
      ? 'npm run stop stops it. Also: npm run status, npm run logs -- catalog, npm run restart -- catalog'
      : 'Ctrl-C stops it. In another terminal: npm run status, npm run logs -- catalog, npm run restart -- catalog',
  ].join('\n');
}

/** Starts a shop in the background and shows its output until it is ready. @returns the exit code */
async function detach(options: readonly string[]): Promise<number> {
  const log = path.join(LOG_FOLDER, 'start.log');
  let shown = 0;
  let output: number;
  try {
    // Appended to: a running shop writes to it as well.
    output = openLog(log);
    shown = fs.fstatSync(output).size;
  } catch (error) {
    console.error(`The shop cannot write into ${RUN_FOLDER}: ${(error as Error).message}`);
    return 1;
  }
  const child = spawn(process.execPath, [import.meta.filename, '--background', ...options], {
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  fs.closeSync(output);
  const forwardStop = () => child.kill('SIGTERM');
  process.on('SIGINT', forwardStop).on('SIGTERM', forwardStop);

  const show = () => {
    const text = fs.readFileSync(log);
    process.stdout.write(text.subarray(shown));
    shown = text.length;
  };
  const timer = setInterval(show, 100);
  const ready = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)]);
  clearInterval(timer);
  show();
  if (!ready) return child.exitCode ?? 1;
  const { admin } = readState() ?? {};
  if (process.stdout.isTTY && admin) console.log(`Admin's password: ${admin.password}`);
  child.disconnect();
  child.unref();
  return 0;
}

if (import.meta.main) {
  const given = new Set(process.argv.slice(2));
  const unknown = [...given].find((option) => !OPTIONS.has(option));
  if (unknown !== undefined) {
    console.error(`npm start has no option "${unknown}"; there are: npm start -- --detach, npm start -- --empty`);
    process.exit(1);
  }
  const isEmpty = given.has('--empty');
  if (given.has('--detach')) process.exit(await detach(isEmpty ? ['--empty'] : []));
  const onReady = () => {
    process.send?.('ready');
  };
  process.exit(await runShop({ watched: [], onReady, isDetached: given.has('--background'), isEmpty }));
}
