import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { findProgram } from '../provision/find.ts';
import { end, identify, isAlive, launch, untilReady, type Program } from './process.ts';
import { temporaryFolder, testProgram } from './test-program.ts';

const folder = temporaryFolder();
const SLEEP = 'console.log("ready"); setInterval(() => {}, 1000)';
const started: ChildProcess[] = [];
/** Ends its first thread before the others, which Node cannot; elsewhere than on Linux `ps` tells no threads apart. */
const python = process.platform === 'linux' ? findProgram('python3') : undefined;

async function start(program: Program): Promise<ChildProcess> {
  const child = launch(program);
  started.push(child);
  await once(child, 'spawn');
  return child;
}

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

describe('the identity of a process', () => {
  it('is the same as long as the process lives, and gone afterwards', async () => {
    const child = await start(testProgram('lives', folder, SLEEP));
    const identity = identify(child.pid!)!;
    expect(isAlive(identity)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(identity)).toBe(false);
    expect(identify(child.pid!)).toBeUndefined();
  });

  // A killed server with several threads is like this for a moment, and its successor finds the port taken.
  if (python) {
    it('lives on with its last thread, which holds its port', async () => {
      const code = [
        'import ctypes, socket, threading',
        'server = socket.create_server(("127.0.0.1", 0))',
        'print("port", server.getsockname()[1], flush=True)',
        'threading.Thread(target=server.accept).start()',
        'ctypes.CDLL(None).pthread_exit(None)',
      ];
      const program = { ...testProgram('threads', folder, ''), command: python, args: ['-c', code.join('\n')] };
      const child = await start(program);
      const identity = identify(child.pid!)!;
      const stateOf = () => fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]![0];
      await eventually(() => stateOf() === 'Z', { what: 'the end of the first thread' });
      expect(isAlive(identity)).toBe(true);
      const port = Number(/port (\d+)/.exec(fs.readFileSync(program.log, 'utf8'))![1]);
      await end(identity);
      const next = net.createServer().listen(port, '127.0.0.1');
      await once(next, 'listening');
      next.close();
      expect(isAlive(identity)).toBe(false);
    });
  }

  it('tells a process from a later one with the same pid', async () => {
    const child = await start(testProgram('later', folder, SLEEP));
    expect(isAlive({ pid: child.pid!, started: 'another moment' })).toBe(false);
  });
});

describe('the log of a program', () => {
  const modeOf = (file: string) => (fs.statSync(file).mode & 0o777).toString(8);

  it('is for its owner alone, and so is its folder', async () => {
    const own = path.join(folder, 'logs-of-a-first-start');
    const program = { ...testProgram('private', folder, SLEEP), log: path.join(own, 'private.log') };
    await start(program);
    expect([modeOf(own), modeOf(program.log)]).toEqual(['700', '600']);
  });

  it('is closed to others where an earlier version left it open', async () => {
    const own = path.join(folder, 'logs-of-before');
    const program = { ...testProgram('open', folder, SLEEP), log: path.join(own, 'open.log') };
    fs.mkdirSync(own, { mode: 0o755 });
    fs.writeFileSync(program.log, 'earlier lines', { mode: 0o644 });
    await start(program);
    expect([modeOf(own), modeOf(program.log)]).toEqual(['700', '600']);
    expect(fs.readFileSync(program.log, 'utf8')).toContain('earlier lines');
  });
});

describe('ending a process', () => {
  it('leaves another process alone that has its pid by now', async () => {
    const child = await start(testProgram('bystander', folder, SLEEP));
    await end({ pid: child.pid!, started: 'another moment' }, { graceMs: 100 });
    expect(identify(child.pid!)).toBeDefined();
  });

  it('kills one that does not listen', async () => {
    const deaf = testProgram('deaf', folder, `process.on('SIGTERM', () => {}); ${SLEEP}`);
    const child = await start(deaf);
    await untilReady(deaf, () => child.exitCode === null);
    const identity = identify(child.pid!)!;
    await end(identity, { graceMs: 200 });
    expect(isAlive(identity)).toBe(false);
  });

  it('takes along what a killed process had started', async () => {
    const parent = testProgram(
      'parent',
      folder,
      `const c = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
       console.log('child ' + c.pid + ' ready'); setInterval(() => {}, 1000)`,
    );
    const child = await start(parent);
    await untilReady(parent, () => child.exitCode === null);
    const childPid = Number(/child (\d+)/.exec(fs.readFileSync(parent.log, 'utf8'))![1]);
    const identity = identify(child.pid!)!;
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(identify(childPid)).toBeDefined();
    await end(identity);
    await eventually(() => identify(childPid) === undefined, { what: 'the end of the grandchild' });
  });
});

describe('waiting for a program', () => {
  it('ends with the last lines of its log when it stops instead', async () => {
    const broken = testProgram('broken', folder, 'console.error("no such database"); process.exit(2)');
    const child = await start(broken);
    const waiting = untilReady(broken, () => child.exitCode === null);
    await expect(waiting).rejects.toThrow(/broken stopped while it was starting[^]*no such database/);
  });

  it('says why it was not ready when time is over', async () => {
    const slow = testProgram('slow', folder, 'setInterval(() => {}, 1000)', { readyWithinMs: 50 });
    const child = await start(slow);
    await expect(untilReady(slow, () => child.exitCode === null)).rejects.toThrow(/has not said ready/);
  });
});
