import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { ROOT } from '../../infra/config.ts';
import { closeBrowser, openBrowser, visit } from '../browser.ts';
import { commandOptions } from '../shop-under-test.ts';
import { untilHydrated } from './page-watch.ts';
import { remotesJson } from './remote-faults.ts';

const VISITORS = 20;
/** Visitors that load a document at the same time; limited, because the test machine has two cores. */
const CONCURRENCY = 4;
/** Visitors read a page before they go on; without that they take the processor from the deployment. */
const READING_MS = 1_000;
const folders: string[] = [];

/** A copy of a slice's build with another version. */
function anotherBuild(slice: string, note: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'another-build-'));
  folders.push(folder);
  fs.cpSync(path.join(ROOT, slice, 'dist'), folder, { recursive: true });
  const file = path.join(folder, 'browser', slice === 'shell' ? 'shell.json' : 'remote.json');
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, 'utf8')), note }));
  return folder;
}

const command = (script: string, ...args: string[]) =>
  execa(process.execPath, [path.join(ROOT, 'infra/deploy', script), ...args], commandOptions());

const versionOf = async (slice: string): Promise<string> => {
  const { shell, remotes } = await remotesJson();
  return slice === 'shell' ? shell.version : remotes.find(({ name }) => `mfe-${name}` === slice)!.version;
};

let running = 0;
const queue: (() => void)[] = [];
/** Runs at most `CONCURRENCY` works at a time. */
async function limited(work: () => Promise<void>): Promise<void> {
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => queue.push(resolve));
  else running++;
  try {
    await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

/** Clicks through the shop, once and then until `isOver`. Every error and every failed request fails the visit. */
async function clickThrough(page: Page, isOver: () => boolean): Promise<number> {
  const failed: string[] = [];
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      failed.push(`${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  let pages = 0;
  do {
    await limited(async () => {
      await page.goto('/about');
      await untilHydrated(page, '#page h1');
    });
    for (const name of ['Contact', 'FAQs', 'Privacy Policy']) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      await page.waitForURL((url) => url.pathname !== '/about');
      await page.locator('#page h1').waitFor();
      pages++;
      await wait(READING_MS);
    }
  } while (!isOver());
  expect(failed).toEqual([]);
  return pages;
}

/** Runs `change` while visitors click through the shop. */
async function underTraffic(change: () => Promise<void>): Promise<void> {
  let isOver = false;
  const visitors = Array.from({ length: VISITORS }, () =>
    visit(
      async (page) => {
        expect(await clickThrough(page, () => isOver)).toBeGreaterThan(0);
      },
      { reducedMotion: 'reduce' },
    ),
  );
  const changing = change().finally(() => {
    isOver = true;
  });
  await Promise.all([...visitors, changing]);
}

// Opened here, so that its start does not count as part of the visits.
beforeAll(async () => {
  await openBrowser();
});
afterAll(async () => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  await closeBrowser();
});

describe.each(['mfe-storefront', 'shell'])('a new version of %s', (slice) => {
  it(`goes live, and back again, while ${VISITORS} visitors click through without a failed request`, async () => {
    const before = await versionOf(slice);
    let next = '';
    await underTraffic(async () => {
      await command('deploy.ts', slice, '--dist', anotherBuild(slice, `${Date.now()}`));
      await eventually(async () => (next = await versionOf(slice)) !== before, { what: 'the new version is live' });
      await visit(async (page) => {
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.goto('/about');
        await untilHydrated(page, '#page h1');
        expect(asked.some((url) => url.includes(`/${next}/`))).toBe(true);
        expect(asked.some((url) => url.includes(`/${before}/`))).toBe(false);
      });
      await command('rollback.ts', slice);
      await eventually(async () => (await versionOf(slice)) === before, { what: 'the old version is live' });
    });
  });
});

describe('a build that does not fit', () => {
  const refused = (slice: string, dist: string) =>
    expect(command('deploy.ts', slice, '--dist', dist)).rejects.toMatchObject({
      all: expect.stringContaining('what was live stays live'),
    });

  it('because it was built with other shared packages is refused, and nothing changes', async () => {
    const before = (await remotesJson()).revision;
    const dist = anotherBuild('mfe-checkout', 'other React');
    const file = path.join(dist, 'browser/remote.json');
    const built = JSON.parse(fs.readFileSync(file, 'utf8')) as { shared: Record<string, string> };
    fs.writeFileSync(file, JSON.stringify({ ...built, shared: { ...built.shared, react: '20.0.0' } }));
    await refused('mfe-checkout', dist);
    expect((await remotesJson()).revision).toBe(before);
  });

  it('because its server bundle names what the deployed kit does not have is refused', async () => {
    const before = (await remotesJson()).revision;
    const dist = anotherBuild('mfe-checkout', 'other kit');
    const file = path.join(dist, 'server/server.mjs');
    fs.writeFileSync(file, `import { noSuchThing } from '@shop/mfe-kit';\n${fs.readFileSync(file, 'utf8')}`);
    await refused('mfe-checkout', dist);
    expect((await remotesJson()).revision).toBe(before);
  });
});

describe('a server bundle that', () => {
  it.each([
    ['throws', 'throw new Error("broken");'],
    ['loops forever', 'for (;;);'],
    ['eats its memory', 'const all = []; for (;;) all.push(new Array(1e6).fill({ n: all.length }));'],
  ])(
    '%s in a page goes live, and its page still comes: the browser renders it, the server the others',
    async (what, code) => {
      const before = await versionOf('mfe-storefront');
      const dist = anotherBuild('mfe-storefront', what);
      const at = (file: string) => path.join(dist, 'server', file);
      fs.renameSync(at('server.mjs'), at('whole.mjs'));
      fs.writeFileSync(
        at('server.mjs'),
        `import whole from './whole.mjs';
       const broken = () => { ${code} };
       export default { ...whole, 'text-page': { ...whole['text-page'], default: broken } };`,
      );
      try {
        await command('deploy.ts', 'mfe-storefront', '--dist', dist);
        await eventually(async () => (await versionOf('mfe-storefront')) !== before, {
          what: 'the bad version is live',
        });
        await visit(
          async (page) => {
            const response = await page.goto('/about');
            // For crawlers and caches it is not there; a browser shows it all the same.
            expect(response!.status()).toBe(503);
            expect(response!.headers()).toMatchObject({
              'cache-control': 'no-store',
              'retry-after': expect.any(String),
            });
            const html = await response!.text();
            expect(html).toContain('<footer');
            expect(html).toContain('data-part="checkout/cart-button"');
            expect(html).not.toContain('<h1');
            await page.locator('#page').getByRole('heading', { level: 1 }).waitFor();
            expect(await (await page.request.get('/product/ring')).text()).toContain('<h1');
          },
          { tolerates: /503/ },
        );
      } finally {
        await command('rollback.ts', 'mfe-storefront');
        await eventually(async () => (await versionOf('mfe-storefront')) === before, {
          what: 'the old version is live',
        });
      }
    },
  );
});
