// `npm start`: runs the shop until Ctrl-C. `npm start -- --detach` returns once every part is ready.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { readConfig, RUN_FOLDER } from '../config.ts';
import { LOG_FOLDER } from './parts.ts';
import type { ProcessIdentity } from './process.ts';
import { Shop } from './shop.ts';
import { becomeStarter, endOrphans, readState, resignAsStarter } from './state.ts';

/**
 * Runs the shop in this process until SIGINT, SIGTERM or SIGHUP and answers the exit code. Whatever goes wrong on the way
 * up, nothing that was started is left running. `onReady` is called once all is ready.
 */
export async function runShop({ watched, onReady }: { watched: string[]; onReady?: () => void }): Promise<number> {
  const began = Date.now();
  const config = readConfig();
  let other: ProcessIdentity | undefined;
  try {
    other = becomeStarter();
  } catch (error) {
    console.error(`The shop cannot write into ${RUN_FOLDER}: ${(error as Error).message}`);
    return 1;
  }
  if (other) {
    const running = readState();
    console.log(`The shop runs already${running ? `: ${running.url}` : ''} (pid ${other.pid}).`);
    console.log('`npm run status` shows its parts, `npm run stop` stops it.');
    onReady?.();
    return 0;
  }

  let stopping: Promise<void> | undefined;
  let exitCode = 0;
  try {
    const orphans = await endOrphans();
    if (orphans.length > 0) console.log(`Ended what a killed start had left running: ${orphans.join(', ')}.`);
    const shop = new Shop(config, watched);
    const told = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.on(signal, () => {
          if (stopping) {
            // Who asks twice does not want to wait.
            void shop.stop(0);
            return;
          }
          console.log('\nStopping the shop …');
          stopping = shop.stop();
          resolve();
        });
      }
    });
    try {
      await shop.start();
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      const { url, mailbox, admin } = shop.state;
      console.log(
        [
          '',
          `The shop is open after ${seconds} s:  ${url}`,
          `  Admin area   ${url}/admin  (${admin.email}, password ${admin.password})`,
          `  Mailbox      ${mailbox}  (sign-in codes arrive there)`,
          '',
          'Ctrl-C stops it. In another terminal: npm run status, npm run logs -- catalog, npm run restart -- catalog',
        ].join('\n'),
      );
      onReady?.();
      await told;
    } catch (error) {
      if (!stopping) {
        exitCode = 1;
        console.error(`\n${(error as Error).message}`);
      }
    }
    stopping ??= shop.stop();
    await stopping;
  } catch (error) {
    exitCode = 1;
    console.error((error as Error).message);
  } finally {
    resignAsStarter();
  }
  console.log(exitCode === 0 ? 'The shop is stopped.' : 'The shop did not start; nothing was left running.');
  return exitCode;
}

/** Starts a shop in the background, shows what it says until it is ready, and answers the exit code. */
async function detach(): Promise<number> {
  const log = path.join(LOG_FOLDER, 'start.log');
  fs.mkdirSync(LOG_FOLDER, { recursive: true });
  const output = fs.openSync(log, 'w');
  const child = spawn(process.execPath, [import.meta.filename, '--background'], {
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  fs.closeSync(output);
  const stopIt = () => child.kill('SIGTERM');
  process.on('SIGINT', stopIt).on('SIGTERM', stopIt);

  let shown = 0;
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
  child.disconnect();
  child.unref();
  return 0;
}

if (import.meta.main) {
  const [option] = process.argv.slice(2);
  if (option === '--detach') process.exit(await detach());
  if (option !== undefined && option !== '--background') {
    console.error(`npm start knows no "${option}"; there is: npm start -- --detach`);
    process.exit(1);
  }
  const onReady = () => {
    process.send?.('ready');
  };
  process.exit(await runShop({ watched: [], onReady }));
}
