import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { writeJson } from './files.ts';
import { identify } from './process.ts';
import { becomeStarter, inStopOrder, resignAsStarter } from './state.ts';
import { temporaryFolder } from './test-program.ts';

describe('becoming the starter', () => {
  const folder = temporaryFolder();
  afterEach(() => resignAsStarter(folder));

  it('is refused to a second one, who learns the pid of the first', () => {
    expect(becomeStarter(folder)).toBeUndefined();
    expect(becomeStarter(folder)).toEqual(identify(process.pid));
  });

  it("closes the folder to others: it holds secrets, logs and everybody's data", () => {
    fs.chmodSync(folder, 0o755);
    becomeStarter(folder);
    expect((fs.statSync(folder).mode & 0o777).toString(8)).toBe('700');
  });

  it('is possible again after the first has resigned', () => {
    becomeStarter(folder);
    resignAsStarter(folder);
    expect(becomeStarter(folder)).toBeUndefined();
  });

  it('is not blocked by a starter that was killed', async () => {
    const killed = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(killed, 'spawn');
    writeJson(path.join(folder, 'starter.json'), identify(killed.pid!));
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(becomeStarter(folder)).toBeUndefined();
  });

  it('is not blocked by a process that has the pid of an earlier starter', () => {
    writeJson(path.join(folder, 'starter.json'), { pid: process.pid, started: 'before the reboot' });
    expect(becomeStarter(folder)).toBeUndefined();
  });
});

describe('stopping in order', () => {
  it('stops a part only after all that depend on it', async () => {
    const stopped: string[] = [];
    const parts = [
      { name: 'database' },
      { name: 'service', after: ['database'] },
      { name: 'edge', after: ['service', 'database'] },
      { name: 'other' },
    ];
    await inStopOrder(parts, async ({ name }) => {
      await Promise.resolve();
      stopped.push(name);
    });
    expect(stopped.filter((name) => name !== 'other')).toEqual(['edge', 'service', 'database']);
    expect(stopped).toContain('other');
  });
});
