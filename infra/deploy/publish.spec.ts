import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Registry } from '@shop/build/registry';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-publish-'));
const deployed = path.join(folder, 'run/deploy');
const distOf = (slice: string) => path.join(folder, 'dist', slice);

let publish: typeof import('./publish.ts');
beforeAll(async () => {
  // Read from the environment once, at import.
  process.env['SHOP_RUN_FOLDER'] = path.join(folder, 'run');
  publish = await import('./publish.ts');
});
beforeEach(() => {
  fs.rmSync(deployed, { recursive: true, force: true });
  fs.rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const write = (slice: string, file: string, content: string | object) => {
  const to = path.join(distOf(slice), file);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.writeFileSync(to, typeof content === 'string' ? content : JSON.stringify(content));
};

/** A build of a remote; another `text` makes another version. */
function buildRemote(name: string, text: string, { kit = '1.0.0', page = `/${name}` } = {}): string {
  const slice = `mfe-${name}`;
  const part = `${name}/${name}-page`;
  write(slice, 'browser/remoteEntry.1a2b3c4d.js', `// ${text}`);
  write(slice, 'browser/mf-manifest.json', { exposes: [] });
  write(slice, 'browser/remote.json', {
    name,
    packageVersion: '0.0.0',
    pages: [{ path: page, part }],
    parts: [part],
    shared: { '@shop/mfe-kit': kit },
  });
  write(slice, 'server/server.mjs', 'export default {};');
  return slice;
}

/** A build of a shell whose renderer renders every page. */
function buildShell(text: string, { kit = '1.0.0' } = {}): string {
  write('shell', 'browser/main.js', `// ${text}`);
  write('shell', 'browser/shell.json', {
    packageVersion: '0.0.0',
    entry: ['main.js'],
    shared: { '@shop/mfe-kit': kit },
  });
  write(
    'shell',
    'server/render-worker.mjs',
    `import { parentPort } from 'node:worker_threads';
     const body = new TextEncoder().encode('<main id="page">');
     parentPort.on('message', () => parentPort.postMessage({ type: 'rendered', page: { body } }));
     parentPort.postMessage({ type: 'ready', failed: [] });`,
  );
  return 'shell';
}

const registry = (): Registry => JSON.parse(fs.readFileSync(path.join(deployed, 'registry.json'), 'utf8')) as Registry;
const live = (slice: string) => publish.currentOf(registry(), slice)?.version;
const ship = async (...slices: string[]) => publish.publishBuilt(slices, { distOf });
const filesOf = (slice: string, version: string) => path.join(deployed, slice, version);
/** Makes a version have stopped being live `days` ago. */
const age = (slice: string, version: string, days: number) => {
  const then = new Date(Date.now() - days * 24 * 3600 * 1000);
  fs.utimesSync(path.join(filesOf(slice, version), 'release.json'), then, then);
};

describe('several frontends together', () => {
  const everything = (kit: string, text: string) => [
    buildShell(text, { kit }),
    buildRemote('checkout', text, { kit }),
    buildRemote('account', text, { kit }),
  ];

  it('go live in one step, also with a version of a shared package that would be refused one by one', async () => {
    await ship(...everything('1.0.0', 'one'));
    const before = registry();
    everything('2.0.0', 'two');
    await expect(ship('mfe-checkout')).rejects.toThrow('checkout was built with @shop/mfe-kit 2.0.0');
    await expect(ship('shell')).rejects.toThrow('the shell brings 2.0.0');
    expect(registry()).toEqual(before);
    await ship('shell', 'mfe-checkout', 'mfe-account');
    expect(registry().revision).toBe(before.revision + 1);
    for (const slice of ['shell', 'mfe-checkout', 'mfe-account'])
      expect(live(slice)).not.toBe(before.history[slice]![0]);
  });

  it('that come one by one wait for the shell that they were built for, and go live with it in one step', async () => {
    const arrive = async (slice: string) => (await publish.publishBuilt([slice], { distOf, waitForShell: true }))[0]!;
    for (const slice of everything('1.0.0', 'one').toReversed()) expect((await arrive(slice)).changed).toBe(true);
    const before = registry();
    everything('2.0.0', 'two');
    for (const slice of ['mfe-checkout', 'mfe-account']) {
      expect(await arrive(slice)).toMatchObject({ changed: false, waits: true });
      expect(live(slice)).toBe(before.history[slice]![0]);
    }
    expect((await arrive('shell')).changed).toBe(true);
    for (const slice of ['shell', 'mfe-checkout', 'mfe-account'])
      expect(live(slice)).not.toBe(before.history[slice]![0]);
    expect(registry().waiting).toEqual({});
  });

  it('change nothing when one of them is refused', async () => {
    await ship(...everything('1.0.0', 'one'));
    const before = registry();
    buildRemote('checkout', 'two');
    buildRemote('account', 'two', { page: '/checkout' });
    await expect(ship('mfe-checkout', 'mfe-account')).rejects.toThrow('have a page at /checkout');
    expect(registry()).toEqual(before);
  });

  it('do not switch anything when all of them are live already', async () => {
    await ship(...everything('1.0.0', 'one'));
    const { revision } = registry();
    expect((await ship('shell', 'mfe-checkout')).map(({ changed }) => changed)).toEqual([false, false]);
    expect(registry().revision).toBe(revision);
  });
});

describe('a build that is not live', () => {
  const names = () => publish.notLive(['mfe-checkout', 'mfe-account'], distOf);

  it('is named until it is deployed', async () => {
    await ship(buildRemote('checkout', 'one'), buildRemote('account', 'one'));
    expect(names()).toEqual([]);
    buildRemote('checkout', 'two');
    expect(names()).toEqual(['mfe-checkout']);
    await ship('mfe-checkout');
    expect(names()).toEqual([]);
  });

  it('is not named while it is rolled back, but when there is a newer one', async () => {
    await ship(buildRemote('checkout', 'one'), buildRemote('account', 'one'));
    await ship(buildRemote('checkout', 'two'));
    await publish.rollBack('mfe-checkout');
    expect(names()).toEqual([]);
    buildRemote('checkout', 'three');
    expect(names()).toEqual(['mfe-checkout']);
  });
});

describe('a deployment that died', () => {
  const lock = path.join(deployed, '.lock');

  it('leaves a lock that the next one takes over, even one with the same process id, as in a container', async () => {
    await ship(buildRemote('checkout', 'one'));
    fs.writeFileSync(lock, JSON.stringify({ pid: process.pid, started: 'earlier' }));
    await ship(buildRemote('checkout', 'two'));
    expect(registry().history['mfe-checkout']).toHaveLength(2);
    expect(fs.readdirSync(deployed).filter((file) => file.startsWith('.lock'))).toEqual([]);
  });
});

describe('a rollback', () => {
  const build = (text: string) => buildRemote('checkout', text);
  async function rolledBack() {
    await ship(build('one'));
    const old = live('mfe-checkout');
    await ship(build('two'));
    await publish.rollBack('mfe-checkout');
    expect(live('mfe-checkout')).toBe(old);
    return old;
  }
  const start = () => publish.publishBuilt(['mfe-checkout'], { distOf, keepRollbacks: true });

  it('is kept by a start that builds the same again, and ended by a deployment', async () => {
    const old = await rolledBack();
    expect(await start()).toEqual([{ slice: 'mfe-checkout', version: old, changed: false }]);
    expect(publish.rolledBack(registry())).toEqual(['mfe-checkout']);
    await ship('mfe-checkout');
    expect(live('mfe-checkout')).not.toBe(old);
    expect(publish.rolledBack(registry())).toEqual([]);
  });

  it('is ended by a start with a build that nobody rolled back, which itself goes back to what was live before', async () => {
    const old = await rolledBack();
    build('three, mended');
    expect((await start())[0]).toMatchObject({ changed: true });
    expect(live('mfe-checkout')).not.toBe(old);
    await publish.rollBack('mfe-checkout');
    expect(live('mfe-checkout')).toBe(old);
  });

  it('says so when there is nothing to go back to', async () => {
    await ship(build('one'));
    await expect(publish.rollBack('mfe-checkout')).rejects.toThrow('no earlier version of mfe-checkout');
  });
});

describe('files of old versions', () => {
  const build = (text: string) => buildRemote('checkout', text);
  const versions = () => registry().history['mfe-checkout']!;

  it('stay for 30 days after they were live, and are gone with the deployment after that', async () => {
    for (const text of ['one', 'two', 'three', 'four']) await ship(build(text));
    const [, , second, first] = versions();
    age('mfe-checkout', first!, 31);
    age('mfe-checkout', second!, 29);
    await ship(build('five'));
    expect(fs.existsSync(filesOf('mfe-checkout', first!))).toBe(false);
    expect(fs.existsSync(path.join(filesOf('mfe-checkout', second!), 'browser/remoteEntry.1a2b3c4d.js'))).toBe(true);
    expect(versions()).toHaveLength(4);
    expect(versions()).not.toContain(first);
  });

  it('count their days from when they stopped being live, not from when they were published', async () => {
    await ship(build('one'));
    const long = live('mfe-checkout')!;
    age('mfe-checkout', long, 400);
    for (const text of ['two', 'three', 'four']) await ship(build(text));
    expect(fs.existsSync(filesOf('mfe-checkout', long))).toBe(true);
  });

  it('are kept for a rollback however old they are', async () => {
    await ship(build('one'));
    const old = live('mfe-checkout')!;
    await ship(build('two'));
    age('mfe-checkout', old, 400);
    await ship(buildRemote('account', 'other'));
    await publish.rollBack('mfe-checkout');
    expect(live('mfe-checkout')).toBe(old);
  });
});
