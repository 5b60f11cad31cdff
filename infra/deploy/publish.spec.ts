import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fileKey, readFile, readRegistry, readRelease, REGISTRY_KEY, releaseKey } from '@shop/build/bundle';
import { currentOf, type Registry } from '@shop/build/registry';
import { openStorage, type PutOptions, type Storage } from '@shop/storage';
import { storageKinds } from '@shop/test-kit';
import { identify } from '../run/process.ts';
import { rolledBack } from './history.ts';
import type { Published } from './publish.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-publish-'));
const distOf = (slice: string) => path.join(folder, 'dist', slice);

let publish: typeof import('./publish.ts');
let server: typeof import('./shell-server.ts');
let control: typeof import('../run/control.ts');
let state: typeof import('../run/state.ts');
beforeAll(async () => {
  // Read from the environment once, at import.
  process.env['SHOP_RUN_FOLDER'] = path.join(folder, 'run');
  publish = await import('./publish.ts');
  server = await import('./shell-server.ts');
  control = await import('../run/control.ts');
  state = await import('../run/state.ts');
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

const DAY_MS = 24 * 3600 * 1000;
const before = (ms: number) => new Date(Date.now() - ms).toISOString();

describe.each(storageKinds())('in %s', (_, fresh) => {
  let storage: Storage;
  beforeEach(async () => {
    fs.rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
    storage = openStorage(await fresh());
  });

  const registry = async (): Promise<Registry> => (await readRegistry(storage))!.registry;
  const live = async (slice: string) => currentOf(await registry(), slice)?.version;
  const ship = async (...slices: string[]) => publish.publishBuilt(slices, { storage, distOf });
  const rollBack = (slice: string) => publish.rollBack(slice, { storage });
  async function keysBelow(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of storage.list(prefix)) keys.push(key);
    return keys;
  }
  const isThere = async (slice: string, version: string) => (await readRelease(storage, slice, version)) !== undefined;
  /** Changes the registry as if it had been written so. */
  async function rewrite(change: (registry: Registry) => void): Promise<void> {
    const changed = await registry();
    change(changed);
    await storage.put(REGISTRY_KEY, Buffer.from(JSON.stringify(changed)), { type: 'application/json' });
  }
  /** Makes a version have stopped being live `days` ago. */
  const age = (slice: string, version: string, days: number) =>
    rewrite(({ retired }) => (retired![slice]![version] = before(days * DAY_MS)));
  /** A storage in which `work` comes before the next `times` replacements of the registry. */
  function overtakenBy(work: () => Promise<unknown>, times = 1): Storage {
    let left = times;
    return {
      get: (key, options) => storage.get(key, options),
      head: (key) => storage.head(key),
      list: (prefix) => storage.list(prefix),
      delete: (key) => storage.delete(key),
      async put(key: string, bytes: Uint8Array, options: PutOptions) {
        if (key === REGISTRY_KEY && left-- > 0) await work();
        return storage.put(key, bytes, options);
      },
    };
  }

  describe('several frontends together', () => {
    const everything = (kit: string, text: string) => [
      buildShell(text, { kit }),
      buildRemote('checkout', text, { kit }),
      buildRemote('account', text, { kit }),
    ];

    it('go live in one step, also with a version of a shared package that would be refused one by one', async () => {
      await ship(...everything('1.0.0', 'one'));
      const earlier = await registry();
      everything('2.0.0', 'two');
      await expect(ship('mfe-checkout')).rejects.toThrow('checkout was built with @shop/mfe-kit 2.0.0');
      await expect(ship('shell')).rejects.toThrow('the shell brings 2.0.0');
      expect(await registry()).toEqual(earlier);
      await ship('shell', 'mfe-checkout', 'mfe-account');
      expect((await registry()).revision).toBe(earlier.revision + 1);
      for (const slice of ['shell', 'mfe-checkout', 'mfe-account'])
        expect(await live(slice)).not.toBe(earlier.history[slice]![0]);
    });

    it('that come one by one wait for the shell that they were built for, and go live with it in one step', async () => {
      const arrive = async (slice: string) =>
        (await publish.publishBuilt([slice], { storage, distOf, waitForShell: true }))[0]!;
      for (const slice of everything('1.0.0', 'one').toReversed()) expect((await arrive(slice)).changed).toBe(true);
      const earlier = await registry();
      everything('2.0.0', 'two');
      for (const slice of ['mfe-checkout', 'mfe-account']) {
        expect(await arrive(slice)).toMatchObject({ changed: false, waits: true });
        expect(await live(slice)).toBe(earlier.history[slice]![0]);
      }
      expect((await arrive('shell')).changed).toBe(true);
      for (const slice of ['shell', 'mfe-checkout', 'mfe-account'])
        expect(await live(slice)).not.toBe(earlier.history[slice]![0]);
      expect((await registry()).waiting).toEqual({});
    });

    it('change nothing when one of them is refused', async () => {
      await ship(...everything('1.0.0', 'one'));
      const earlier = await registry();
      buildRemote('checkout', 'two');
      buildRemote('account', 'two', { page: '/checkout' });
      await expect(ship('mfe-checkout', 'mfe-account')).rejects.toThrow('have a page at /checkout');
      expect(await registry()).toEqual(earlier);
    });

    it('do not switch anything when all of them are live already', async () => {
      await ship(...everything('1.0.0', 'one'));
      const { revision } = await registry();
      expect((await ship('shell', 'mfe-checkout')).map(({ changed }) => changed)).toEqual([false, false]);
      expect((await registry()).revision).toBe(revision);
    });
  });

  describe('a build that is not live', () => {
    const names = () => publish.notLive(['mfe-checkout', 'mfe-account'], { storage, distOf });

    it('is named until it is deployed', async () => {
      await ship(buildRemote('checkout', 'one'), buildRemote('account', 'one'));
      expect(await names()).toEqual([]);
      buildRemote('checkout', 'two');
      expect(await names()).toEqual(['mfe-checkout']);
      await ship('mfe-checkout');
      expect(await names()).toEqual([]);
    });

    it('is not named while it is rolled back, but when there is a newer one', async () => {
      await ship(buildRemote('checkout', 'one'), buildRemote('account', 'one'));
      await ship(buildRemote('checkout', 'two'));
      await rollBack('mfe-checkout');
      expect(await names()).toEqual([]);
      buildRemote('checkout', 'three');
      expect(await names()).toEqual(['mfe-checkout']);
    });
  });

  describe('a deployment that died', () => {
    it('leaves what was live, and files that the same deployment completes', async () => {
      await ship(buildRemote('checkout', 'one'));
      const one = await live('mfe-checkout');
      buildRemote('checkout', 'two');
      const dying = overtakenBy(() => Promise.reject(new Error('killed')));
      await expect(publish.publishBuilt(['mfe-checkout'], { storage: dying, distOf })).rejects.toThrow('killed');
      expect(await live('mfe-checkout')).toBe(one);
      const files = await keysBelow('bundles/mfe-checkout/');
      const lost = files.find((key) => !key.includes(one!) && key.endsWith('.js'));
      await storage.delete(lost!);
      await ship('mfe-checkout');
      expect(await storage.head(lost!)).toBeDefined();
      expect((await registry()).history['mfe-checkout']).toHaveLength(2);
    });

    it('never went live, and its files are removed by the first deployment that comes a day later', async () => {
      buildRemote('checkout', 'lost');
      const dying = overtakenBy(() => Promise.reject(new Error('killed')));
      await expect(publish.publishBuilt(['mfe-checkout'], { storage: dying, distOf })).rejects.toThrow('killed');
      const lost = (await keysBelow('bundles/mfe-checkout/'))[0]!.split('/')[2]!;
      await ship(buildRemote('checkout', 'one'));
      expect(await isThere('mfe-checkout', lost)).toBe(true);
      const { bytes, type } = (await storage.get(releaseKey('mfe-checkout', lost)))!;
      const older = { ...(JSON.parse(bytes.toString()) as object), publishedAt: before(2 * DAY_MS) };
      await storage.put(releaseKey('mfe-checkout', lost), Buffer.from(JSON.stringify(older)), { type });
      await ship(buildRemote('checkout', 'two'));
      expect(await keysBelow(`bundles/mfe-checkout/${lost}/`)).toEqual([]);
      expect((await registry()).removing).toEqual({ 'mfe-checkout': {} });
    });
  });

  describe('two deployers', () => {
    const lines: string[] = [];
    const late = (slice: string, first: () => Promise<unknown>, times = 1) =>
      publish.publishBuilt([slice], {
        storage: overtakenBy(first, times),
        distOf,
        report: (line) => lines.push(line),
      });
    beforeEach(() => {
      lines.length = 0;
    });

    it('of different slices both succeed, and the later is told of the earlier', async () => {
      await ship(buildRemote('checkout', 'one'), buildRemote('account', 'one'));
      const [checkout, account] = [buildRemote('checkout', 'two'), buildRemote('account', 'two')];
      expect(await late(checkout, () => ship(account))).toMatchObject([{ changed: true }]);
      expect(await publish.notLive([checkout, account], { storage, distOf })).toEqual([]);
      expect(lines).toEqual([expect.stringMatching(/^\S+@\S+ was first: mfe-account 0\.0\.0-\w+; trying again$/)]);
    });

    it('of the same slice: the later is refused, and told what is live', async () => {
      await ship(buildRemote('checkout', 'one'));
      buildRemote('checkout', 'two');
      const first = async () => {
        await ship(buildRemote('checkout', 'three'));
        buildRemote('checkout', 'two');
      };
      await expect(late('mfe-checkout', first)).rejects.toThrow(
        /was first: mfe-checkout 0\.0\.0-\w+\. Deploy mfe-checkout again if it is to replace that\.$/,
      );
      const { history } = await registry();
      expect(history['mfe-checkout']).toHaveLength(2);
      expect((await ship('mfe-checkout'))[0]).toMatchObject({ changed: true });
    });

    it('of the same build change it once', async () => {
      await ship(buildRemote('checkout', 'one'));
      buildRemote('checkout', 'two');
      expect(await late('mfe-checkout', () => ship('mfe-checkout'))).toMatchObject([{ changed: false }]);
      expect((await registry()).history['mfe-checkout']).toHaveLength(2);
    });

    it('the first of all, in an empty storage, do not undo each other', async () => {
      const [checkout, account] = [buildRemote('checkout', 'one'), buildRemote('account', 'one')];
      await late(checkout, () => ship(account));
      expect(Object.keys((await registry()).remotes).sort()).toEqual(['account', 'checkout']);
    });

    it('what they make live together is checked together', async () => {
      await ship(buildRemote('checkout', 'one'), buildRemote('account', 'one'));
      buildRemote('checkout', 'two', { page: '/same' });
      buildRemote('account', 'two', { page: '/same' });
      await expect(late('mfe-checkout', () => ship('mfe-account'))).rejects.toThrow('have a page at /same');
    });

    it('that roll back the same slice take it back once', async () => {
      for (const text of ['one', 'two', 'three']) await ship(buildRemote('checkout', text));
      const [, two] = (await registry()).history['mfe-checkout']!;
      const slow = overtakenBy(() => rollBack('mfe-checkout'));
      expect(await publish.rollBack('mfe-checkout', { storage: slow })).toMatchObject({ version: two, changed: false });
      expect(await live('mfe-checkout')).toBe(two);
    });

    it('go on as long as others are first', async () => {
      await ship(buildRemote('checkout', 'one'));
      const checkout = buildRemote('checkout', 'two');
      let text = 0;
      await late(checkout, () => ship(buildRemote('account', `${text++}`)), 4);
      expect(lines).toHaveLength(4);
      expect(await publish.notLive([checkout], { storage, distOf })).toEqual([]);
    });
  });

  describe('what is stored', () => {
    it('is every file of a build, under its digest and with its type', async () => {
      const { version } = (await ship(buildRemote('checkout', 'one')))[0]!;
      expect(version).toMatch(/^0\.0\.0-[0-9a-f]{32}$/);
      const release = (await readRelease(storage, 'mfe-checkout', version))!;
      expect(await keysBelow('bundles/')).toEqual(
        [...Object.keys(release.integrity), 'release.json'].map((file) => fileKey(release, file)).sort(),
      );
      const { bytes, type } = await readFile(storage, release, 'browser/remoteEntry.1a2b3c4d.js');
      expect([bytes.toString(), type]).toEqual(['// one', 'text/javascript; charset=utf-8']);
    });

    it('is refused by whoever reads it if it is not what was published, and mended by a deployment', async () => {
      const { version } = (await ship(buildRemote('checkout', 'one')))[0]!;
      const release = (await readRelease(storage, 'mfe-checkout', version))!;
      const key = fileKey(release, 'server/server.mjs');
      await storage.put(key, Buffer.from('export default { tampered: true };'), { type: 'text/javascript' });
      await expect(readFile(storage, release, 'server/server.mjs')).rejects.toThrow(
        `mfe-checkout ${version}: server/server.mjs is not what was published`,
      );
      await ship(buildRemote('checkout', 'two'));
      await expect(rollBack('mfe-checkout')).rejects.toThrow('server/server.mjs is not what was published');
      await ship(buildRemote('checkout', 'one'));
      expect((await readFile(storage, release, 'server/server.mjs')).bytes.toString()).toBe('export default {};');
      const described = JSON.stringify({
        ...release,
        integrity: { ...release.integrity, 'browser/more.js': 'sha384-x' },
      });
      await storage.put(releaseKey('mfe-checkout', version), Buffer.from(described), { type: 'application/json' });
      await expect(readRelease(storage, 'mfe-checkout', version)).rejects.toThrow(
        'release.json is not what was published',
      );
    });
  });

  describe('a rollback', () => {
    const build = (text: string) => buildRemote('checkout', text);
    async function rolledBackOnce() {
      await ship(build('one'));
      const old = await live('mfe-checkout');
      await ship(build('two'));
      await rollBack('mfe-checkout');
      expect(await live('mfe-checkout')).toBe(old);
      return old;
    }
    const start = () => publish.publishBuilt(['mfe-checkout'], { storage, distOf, keepRollbacks: true });

    it('is kept by a start that builds the same again, and ended by a deployment', async () => {
      const old = await rolledBackOnce();
      expect(await start()).toEqual([{ slice: 'mfe-checkout', version: old, changed: false }]);
      expect(rolledBack(await registry())).toEqual(['mfe-checkout']);
      await ship('mfe-checkout');
      expect(await live('mfe-checkout')).not.toBe(old);
      expect(rolledBack(await registry())).toEqual([]);
    });

    it('is ended by a start with a build that nobody rolled back, which itself goes back to what was live before', async () => {
      const old = await rolledBackOnce();
      build('three, mended');
      expect((await start())[0]).toMatchObject({ changed: true });
      expect(await live('mfe-checkout')).not.toBe(old);
      await rollBack('mfe-checkout');
      expect(await live('mfe-checkout')).toBe(old);
    });

    it('is written down with what it replaced, as each deployment is, and what changes nothing is not', async () => {
      const old = await rolledBackOnce();
      const { changes, history } = await registry();
      const [newer] = history['mfe-checkout']!;
      expect(changes).toMatchObject([
        { slice: 'mfe-checkout', version: old, replaced: newer, kind: 'rolled-back' },
        { slice: 'mfe-checkout', version: newer, replaced: old, kind: 'deployed' },
        { slice: 'mfe-checkout', version: old, replaced: null, kind: 'deployed' },
      ]);
      expect(changes!.every(({ by, at }) => by !== '' && Date.parse(at) > 0)).toBe(true);
      await start();
      expect((await registry()).changes).toEqual(changes);
      const release = await readRelease(storage, 'mfe-checkout', old!);
      // Both builds are as long as each other.
      expect(release!.bytes).toBe(
        [
          'browser/remoteEntry.1a2b3c4d.js',
          'browser/mf-manifest.json',
          'browser/remote.json',
          'server/server.mjs',
        ].reduce((sum, file) => sum + fs.statSync(path.join(distOf('mfe-checkout'), file)).size, 0),
      );
    });

    it('of many leaves the last hundred changes', async () => {
      await ship(build('one'));
      const [change] = (await registry()).changes!;
      await rewrite((one) => (one.changes = Array.from({ length: 100 }, () => change!)));
      await ship(build('two'));
      const { changes, history } = await registry();
      expect([changes!.length, changes![0]!.version]).toEqual([100, history['mfe-checkout']![0]]);
    });

    it('says so when there is nothing to go back to', async () => {
      await ship(build('one'));
      await expect(rollBack('mfe-checkout')).rejects.toThrow('no earlier version of mfe-checkout');
    });
  });

  describe('a shell that does not start', () => {
    const restart = () => Promise.reject(new Error('its port is taken'));
    const serve = (published: Published, more: Parameters<typeof server.serveShell>[1] = {}) =>
      server.serveShell(published, { storage, restart, running: () => undefined, ...more });
    async function twice(): Promise<{ one: string; two: Published }> {
      const [{ version: one }] = (await ship(buildShell('one'), buildRemote('checkout', 'one'))) as [Published];
      const [two] = (await ship(buildShell('two'), buildRemote('checkout', 'two'))) as [Published];
      return { one, two };
    }

    it('is not left live, nor is what went live with it, and the next deployment tries again', async () => {
      const { one, two } = await twice();
      const checkout = (await registry()).history['mfe-checkout']!;
      await expect(serve(two)).rejects.toThrow(
        `shell ${two.version} did not start; what was live is live again.\nits port is taken`,
      );
      expect([await live('shell'), await live('mfe-checkout')]).toEqual([one, checkout[1]]);
      expect(rolledBack(await registry())).toEqual(['shell', 'mfe-checkout']);
      expect((await ship('shell'))[0]).toMatchObject({ version: two.version, changed: true });
    });

    it('is not left live by a rollback either, which goes no further when it is repeated', async () => {
      await ship(buildShell('zero'));
      const { one, two } = await twice();
      for (const _ of [1, 2]) {
        const back = await rollBack('shell');
        expect(back.version).toBe(one);
        await expect(serve(back)).rejects.toThrow('what was live is live again');
        expect(await live('shell')).toBe(two.version);
      }
    });

    it('stays live where there was none before, or another is live since, and that is said', async () => {
      const [first] = (await ship(buildShell('one'))) as [Published];
      await expect(serve(first)).rejects.toThrow(`shell ${first.version} is live, but its server did not start`);
      expect(await live('shell')).toBe(first.version);
      const [second] = (await ship(buildShell('two'))) as [Published];
      const [third] = (await ship(buildShell('three'))) as [Published];
      await expect(serve(second)).rejects.toThrow(`another deployer made ${third.version} live`);
      expect(await live('shell')).toBe(third.version);
    });

    it('is started by the next deployment of what is live already, unless the server is that version', async () => {
      const { one } = await twice();
      const [again] = (await ship('shell')) as [Published];
      expect(again.changed).toBe(false);
      await serve(again);
      await serve(again, { running: () => again.version });
      const asked: string[] = [];
      await serve(again, { running: () => one, restart: async (name) => asked.push(name) > 0 });
      expect(asked).toEqual(['shell']);
    });
  });

  describe('files of old versions', () => {
    const build = (text: string) => buildRemote('checkout', text);
    const versions = async () => (await registry()).history['mfe-checkout']!;

    it('stay for 30 days after they were live, and are gone with the deployment after that', async () => {
      for (const text of ['one', 'two', 'three', 'four']) await ship(build(text));
      const [, , second, first] = await versions();
      await age('mfe-checkout', first!, 31);
      await age('mfe-checkout', second!, 29);
      await ship(build('five'));
      expect(await keysBelow(`bundles/mfe-checkout/${first}/`)).toEqual([]);
      expect(await isThere('mfe-checkout', second!)).toBe(true);
      expect(await versions()).toHaveLength(4);
      expect(await versions()).not.toContain(first);
      expect((await registry()).retired!['mfe-checkout']).not.toHaveProperty(first!);
    });

    it('count their days from when they stopped being live, and again when they are live again', async () => {
      for (const text of ['one', 'two', 'three', 'four']) await ship(build(text));
      const first = (await versions())[3]!;
      await age('mfe-checkout', first, 400);
      await ship(build('one'));
      expect(await live('mfe-checkout')).toBe(first);
      for (const text of ['five', 'six', 'seven']) await ship(build(text));
      expect(await isThere('mfe-checkout', first)).toBe(true);
    });

    it('are kept for a rollback however old they are', async () => {
      await ship(build('one'));
      const old = (await live('mfe-checkout'))!;
      await ship(build('two'));
      await age('mfe-checkout', old, 400);
      await ship(buildRemote('account', 'other'));
      await rollBack('mfe-checkout');
      expect(await live('mfe-checkout')).toBe(old);
    });

    it('are not removed by a deployer that another has overtaken with the same version', async () => {
      for (const text of ['one', 'two', 'three', 'four']) await ship(build(text));
      const first = (await versions())[3]!;
      await age('mfe-checkout', first, 31);
      const account = buildRemote('account', 'one');
      await publish.publishBuilt([account], { storage: overtakenBy(() => ship(build('one'))), distOf });
      expect(await live('mfe-checkout')).toBe(first);
      expect(await isThere('mfe-checkout', first)).toBe(true);
    });

    it("cannot go live while they are being removed, and can once a dead deployer's removal is finished", async () => {
      for (const text of ['one', 'two']) await ship(build(text));
      const first = (await versions())[1]!;
      const removingSince = (ms: number) =>
        rewrite((changed) => {
          changed.history['mfe-checkout'] = changed.history['mfe-checkout']!.filter((one) => one !== first);
          changed.removing = { 'mfe-checkout': { [first]: before(ms) } };
        });
      await removingSince(60_000);
      build('one');
      await expect(ship('mfe-checkout')).rejects.toThrow(`mfe-checkout ${first} is being removed since`);
      await removingSince(2 * 3_600_000);
      await ship('mfe-checkout');
      expect(await live('mfe-checkout')).toBe(first);
      expect((await registry()).removing).toEqual({ 'mfe-checkout': {} });
      expect(await isThere('mfe-checkout', first)).toBe(true);
    });
  });
});

it('where only MongoDB was started, no server is asked to restart', async () => {
  const starter = identify(process.pid)!;
  const nothing = { url: '', mailbox: '', admin: { email: '', password: '' }, parts: [] };
  state.writeState({ starter, phase: 'starting', portBase: 0, controlSocket: '', ...nothing });
  expect(await control.restartPart('shell')).toBe(false);
});
