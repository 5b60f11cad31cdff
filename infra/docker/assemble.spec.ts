import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readRegistry } from '@shop/build/bundle';
import { openStorage } from '@shop/storage';
import { execa } from 'execa';
import { machineEnvironment } from '../config.ts';
import { assemble } from './assemble.ts';
import { PART_PASSWORDS } from './users.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-image-'));
const storageUrl = pathToFileURL(path.join(folder, 'volume')).href;
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A build of a remote. */
function buildRemote(dist: string): void {
  const remote = { name: 'checkout', packageVersion: '0.0.0', pages: [], parts: [], shared: {} };
  for (const [file, content] of Object.entries({
    'browser/remoteEntry.1a2b3c4d.js': '',
    'browser/mf-manifest.json': JSON.stringify({ exposes: [] }),
    'browser/remote.json': JSON.stringify(remote),
    'server/server.mjs': 'export default {};',
  })) {
    fs.mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
    fs.writeFileSync(path.join(dist, file), content);
  }
}

// Real: the image's files, run by Node outside of the project.
it('the image of a frontend holds all that it publishes itself with', async () => {
  buildRemote(path.join(folder, 'dist'));
  await assemble('mfe-checkout', path.join(folder, 'image'), path.join(folder, 'dist'));
  const run = await execa(process.execPath, ['infra/docker/frontend.ts', 'mfe-checkout'], {
    cwd: path.join(folder, 'image'),
    extendEnv: false,
    env: { SHOP_RUN_FOLDER: path.join(folder, 'run'), STORAGE_URL: storageUrl },
    reject: false,
  });
  expect([run.stderr, run.stdout]).toEqual(['', expect.stringMatching(/^mfe-checkout 0\.0\.0-\w+ is live$/)]);
  const { registry } = (await readRegistry(openStorage(storageUrl)))!;
  expect(Object.keys(registry.remotes)).toEqual(['checkout']);
});

describe('the image of operators', () => {
  const image = path.join(folder, 'operator');
  beforeAll(() => assemble('operator', image));
  const run = (args: string[], env: Record<string, string>) =>
    execa('sh', ['infra/docker/operator.sh', ...args], {
      cwd: image,
      extendEnv: false,
      env: { PATH: machineEnvironment()['PATH']!, SHOP_RUN_FOLDER: path.join(folder, 'run'), ...env },
      reject: false,
    });
  const nowhere = {
    // Refused at once, unlike a server that does not answer.
    MONGODB_URI: 'mongodb://127.0.0.1/?no=option',
    RABBITMQ_URL: 'amqp://127.0.0.1:9',
    BACKUP_PASSWORD: 'of reading',
    STORAGE_URL: storageUrl,
  };

  it.each([
    ['events', 'lag'],
    ['backup', path.join(folder, 'backup')],
    ['restore', path.join(folder, 'backup')],
    ['users', 'mongodb'],
  ])('holds all that `%s` runs with', async (...args) => {
    const { exitCode, stderr } = await run(args, nowhere);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/ECONNREFUSED|option no is not supported/)]);
  });

  it('writes the users of the servers, and names a password that is missing', async () => {
    const [missing, ...others] = [...PART_PASSWORDS, 'RABBITMQ_PASSWORD', 'REDIS_PASSWORD'];
    const passwords = Object.fromEntries(others.map((name) => [name, `of ${name}`]));
    const refused = await run(['users', 'files', folder], passwords);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(`${missing}: is missing`)]);
    const { exitCode, stderr } = await run(['users', 'files', folder], { ...passwords, [missing!]: 'now given' });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(fs.readFileSync(path.join(folder, 'redis.acl'), 'utf8')).toContain('user catalog on #');
    expect(JSON.parse(fs.readFileSync(path.join(folder, 'rabbitmq.json'), 'utf8')).users.length).toBeGreaterThan(
      PART_PASSWORDS.length,
    );
  });

  it('says what it runs to who names nothing', async () => {
    const { exitCode, stderr } = await run([], {});
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('backup')]);
  });
});
