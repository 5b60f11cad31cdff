import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { identify, isAlive } from './process.ts';
import { Supervisor } from './supervisor.ts';
import { temporaryFolder, testProgram } from './test-program.ts';

const RUNS = 'console.log("ready"); setInterval(() => {}, 1000)';

describe('the supervisor', () => {
  let supervisor = new Supervisor(() => {});
  const fresh = (): Supervisor => (supervisor = new Supervisor(() => {}));
  const stateOf = (name: string) => supervisor.states.find((part) => part.name === name)!;

  afterEach(() => supervisor.stop(0));

  it('starts a crashed part again and counts it', async () => {
    const folder = temporaryFolder();
    await fresh().start(testProgram('crashes', folder, RUNS));
    const first = stateOf('crashes').process!;
    process.kill(first.pid, 'SIGKILL');
    await eventually(() => stateOf('crashes').restarts === 1 && stateOf('crashes').process!.pid !== first.pid);
    expect(stateOf('crashes').lastExit).toContain('SIGKILL');
    expect(isAlive(stateOf('crashes').process!)).toBe(true);
  });

  it('keeps trying when a part does not come up again at once', async () => {
    const folder = temporaryFolder();
    const count = path.join(folder, 'starts');
    // The second start fails, the third one works.
    const script = `const fs = require('node:fs');
      fs.appendFileSync(${JSON.stringify(count)}, 'x');
      if (fs.readFileSync(${JSON.stringify(count)}).length === 2) process.exit(1);
      ${RUNS}`;
    const log = path.join(folder, 'stubborn.log');
    const program = testProgram('stubborn', folder, script, {
      ready: async () => {
        const starts = fs.existsSync(count) ? fs.readFileSync(count, 'utf8').length : 0;
        const said = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').match(/ready/g) : null;
        return starts !== 2 && said && said.length >= Math.min(starts, 2) ? undefined : 'not yet';
      },
    });
    await fresh().start(program);
    process.kill(stateOf('stubborn').process!.pid, 'SIGKILL');
    await eventually(() => fs.readFileSync(count, 'utf8').length === 3 && stateOf('stubborn').restarts === 2);
    await eventually(() => isAlive(stateOf('stubborn').process!));
  });

  it('starts a part only when those before it are ready', async () => {
    const folder = temporaryFolder();
    const log = path.join(folder, 'first.log');
    const script = `console.log(require('node:fs').readFileSync(${JSON.stringify(log)}, 'utf8').trim()); ${RUNS}`;
    fresh();
    const first = supervisor.start(testProgram('first', folder, `setTimeout(() => { ${RUNS} }, 200)`));
    await supervisor.start(testProgram('second', folder, script, { after: ['first'] }));
    await first;
    expect(fs.readFileSync(path.join(folder, 'second.log'), 'utf8')).toMatch(/^ready/);
  });

  it('fails the start of a part that ends, with its log, and does not try again', async () => {
    const folder = temporaryFolder();
    const program = testProgram('fails', folder, 'console.error("bad configuration"); process.exit(1)');
    await expect(fresh().start(program)).rejects.toThrow(/bad configuration/);
    expect(stateOf('fails').restarts).toBe(0);
  });

  it('does not take another program on its port for the part', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as net.AddressInfo;
    const program = testProgram('late-comer', temporaryFolder(), RUNS, { port, ready: async () => undefined });
    await expect(fresh().start(program)).rejects.toThrow(new RegExp(`${port} is taken by .*pid ${process.pid}`));
    other.close();
  });

  it('launches nothing once it is stopped, and ends what it launches in that moment', async () => {
    const late = testProgram('late', temporaryFolder(), RUNS);
    const begun = testProgram('begun', temporaryFolder(), RUNS);
    fresh();
    const starting = supervisor.start(late).catch((error: Error) => error.name);
    const running = supervisor.run(begun).catch((error: Error) => error.name);
    await supervisor.stop();
    expect([await starting, await running]).toEqual(['AbortError', 'AbortError']);
    // The log is opened before a program is launched.
    expect([late, begun].map(({ log }) => fs.existsSync(log))).toEqual([false, true]);
  });

  it('does not count a wanted restart as a crash', async () => {
    const folder = temporaryFolder();
    await fresh().start(testProgram('restarted', folder, RUNS));
    const first = stateOf('restarted').process!;
    await supervisor.restart('restarted');
    expect(stateOf('restarted').process!.pid).not.toBe(first.pid);
    expect(stateOf('restarted').restarts).toBe(0);
    expect(isAlive(first)).toBe(false);
  });

  it('lets the next generation take over before it ends the old one', async () => {
    const folder = temporaryFolder();
    await fresh().start(testProgram('part', folder, RUNS));
    const old = stateOf('part').process!;
    let oldRanWhileStarting = false;
    const next = testProgram('part', folder, RUNS, {
      successor: { env: { SUCCEEDS: 'yes' } },
      ready: async () => {
        oldRanWhileStarting = isAlive(old);
        return undefined;
      },
    });
    await supervisor.restart('part', next);
    expect(oldRanWhileStarting).toBe(true);
    expect(isAlive(old)).toBe(false);
    const { pid } = stateOf('part').process!;
    expect(pid).not.toBe(old.pid);
    expect(fs.readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain('SUCCEEDS=yes');
    // After a crash there is no process that it would take over from.
    process.kill(pid, 'SIGKILL');
    await eventually(() => stateOf('part').restarts === 1 && stateOf('part').process?.pid !== pid);
    await eventually(() => fs.existsSync(`/proc/${stateOf('part').process!.pid}`));
    expect(fs.readFileSync(`/proc/${stateOf('part').process!.pid}/environ`, 'utf8')).not.toContain('SUCCEEDS');
  });

  it('keeps the old generation when the next one does not become ready', async () => {
    const folder = temporaryFolder();
    await fresh().start(testProgram('part', folder, RUNS));
    const old = stateOf('part').process!;
    const next = testProgram('part', folder, 'process.exit(1)', {
      successor: { env: {} },
      ready: async () => 'not yet',
    });
    await expect(supervisor.restart('part', next)).rejects.toThrow(/part stopped while it was starting/);
    expect(isAlive(old)).toBe(true);
    expect(supervisor.states.map((part) => part.name)).toEqual(['part']);
  });

  it('waits for a part that finishes what it has, and kills one that has had its time', async () => {
    const folder = temporaryFolder();
    const done = path.join(folder, 'done');
    const finishes = `process.on('SIGTERM', () => {
        console.log('finishing');
        setInterval(() => {
          if (!require('node:fs').existsSync(${JSON.stringify(done)})) return;
          console.log('finished');
          process.exit(0);
        }, 10);
      });
      ${RUNS}`;
    const log = (name: string) => fs.readFileSync(path.join(folder, `${name}.log`), 'utf8');
    fresh();
    await supervisor.start(testProgram('patient', folder, finishes, { stoppedWithinMs: 60_000 }));
    await supervisor.start(testProgram('late', folder, finishes, { stoppedWithinMs: 100 }));
    const patient = stateOf('patient').process!;
    const restarting = [supervisor.restart('patient'), supervisor.restart('late')];
    await restarting[1];
    expect(log('late')).not.toContain('finished');
    await eventually(() => log('patient').includes('finishing'));
    expect(isAlive(patient)).toBe(true);
    fs.writeFileSync(done, '');
    await restarting[0];
    expect(log('patient')).toContain('finished');
  });

  it('leaves nothing running when it stops, not even what is just starting', async () => {
    const folder = temporaryFolder();
    fresh();
    await supervisor.start(testProgram('up', folder, RUNS));
    const late = supervisor.start(testProgram('late', folder, 'setInterval(() => {}, 1000)')).catch(() => 'aborted');
    await eventually(() => stateOf('late').process !== undefined);
    const pids = supervisor.states.map((part) => part.process!.pid);
    await supervisor.stop();
    expect(await late).toBe('aborted');
    expect(pids.map(identify)).toEqual([undefined, undefined]);
  });
});
