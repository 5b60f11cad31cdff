import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { execa } from 'execa';
import { writeJson } from './files.ts';
import { identify } from './process.ts';
import type { ShopState } from './state.ts';
import { temporaryFolder } from './test-program.ts';

// Real: the command in a process of its own, and the files by which two are kept apart. No MongoDB is needed to be refused.
describe('the MongoDB of a shop', () => {
  const folder = temporaryFolder();
  /** Who holds it. */
  let other: ChildProcess;
  beforeAll(async () => {
    other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(other, 'spawn');
  });
  afterAll(() => void other.kill('SIGKILL'));
  beforeEach(() => writeJson(path.join(folder, 'starter.json'), identify(other.pid!)));

  const heldAs = (phase: ShopState['phase'], controlSocket: string) =>
    writeJson(path.join(folder, 'state.json'), {
      ...{ starter: identify(other.pid!), phase, controlSocket, portBase: 1, url: '', mailbox: '', parts: [] },
      admin: { email: '', password: '' },
    });
  const used = async () => {
    const program = `
      import { readConfig } from '${path.resolve(import.meta.dirname, '../config.ts')}';
      import { withMongodb } from '${path.resolve(import.meta.dirname, 'shop-mongodb.ts')}';
      await withMongodb(readConfig(), async () => console.log('used')).catch(({ message }) => console.log(message));`;
    const { stdout } = await execa(process.execPath, ['--input-type=module', '-e', program], {
      env: { SHOP_RUN_FOLDER: folder },
    });
    return stdout;
  };

  it('is used beside a shop that is ready', async () => {
    heldAs('ready', '/control.sock');
    expect(await used()).toBe('used');
  });

  it.each([
    ['was started for another command, with which it ends', 'starting', ''],
    ['belongs to a shop that is being stopped', 'stopping', '/control.sock'],
  ] as const)('is refused where it %s', async (_, phase, controlSocket) => {
    heldAs(phase, controlSocket);
    expect(await used()).toBe(
      `The shop is being started or stopped, or another command has its MongoDB (pid ${other.pid}): try again`,
    );
  });
});
