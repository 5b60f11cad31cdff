import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from '@jest/globals';
import { readRegistry } from '@shop/build/bundle';
import { openStorage } from '@shop/storage';
import { execa } from 'execa';
import { assemble } from './assemble.ts';

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

it('the image of the event tools holds all that they run with', async () => {
  const image = path.join(folder, 'events');
  await assemble('tools/events', image);
  const run = await execa(process.execPath, ['tools/events/run.ts', 'lag'], {
    cwd: image,
    extendEnv: false,
    env: { MONGODB_URI: 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=1', RABBITMQ_URL: 'amqp://127.0.0.1:9' },
    reject: false,
  });
  expect([run.exitCode, run.stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
});
