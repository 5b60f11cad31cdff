import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { execa, type Subprocess } from 'execa';
import type { Page } from 'playwright-core';
import { ROOT } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { closeBrowser, visit } from '../browser.ts';
import { config } from '../config.ts';
import { commandOptions, shopUnderTest } from '../shop-under-test.ts';
import { signInAsAdmin } from './accounts.ts';
import { remotesJson } from './remote-faults.ts';

// `npm run alone`, next to the running shop: it uses the shop's gateway, but none of its other remotes.
let host: Subprocess | undefined;
afterEach(async () => {
  host?.kill('SIGTERM');
  await host?.catch(() => {});
});
afterAll(closeBrowser);

/** Starts the host of one remote; resolves to its URL when the remote is built. */
async function runAlone(remote: string): Promise<string> {
  const url = `http://localhost:${portsFrom(shopUnderTest().portBase).alone}`;
  host = execa(process.execPath, [path.join(ROOT, 'infra/run/alone.ts'), `mfe-${remote}`], {
    ...commandOptions(),
    reject: false,
  }) as Subprocess;
  await eventually(async () => (await (await fetch(url)).text()).includes(`${remote} alone`), {
    what: `${remote} runs alone`,
  });
  return url;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor();

it('says that a remote is being built while files of its build are missing, and goes on when they are there', async () => {
  const url = await runAlone('checkout');
  const dist = path.join(config.runFolder, 'alone/mfe-checkout');
  const entry = fs.readdirSync(dist).find((file) => /^remoteEntry\.\w+\.js$/.test(file))!;
  for (const file of [entry, 'remote.json']) {
    const whole = fs.readFileSync(path.join(dist, file));
    fs.rmSync(path.join(dist, file));
    expect((await fetch(url)).status).toBe(503);
    fs.writeFileSync(path.join(dist, file), file === entry ? whole : whole.subarray(0, 10));
    expect((await fetch(url)).status).toBe(file === entry ? 200 : 503);
    fs.writeFileSync(path.join(dist, file), whole);
    expect((await fetch(url)).status).toBe(200);
  }
});

describe.each([
  { remote: 'storefront', at: '/product/ring', shows: heading('Rings') },
  {
    remote: 'checkout',
    at: '/#checkout/cart-button',
    shows: (page: Page) => page.locator('[data-part="checkout/cart-button"] button').waitFor(),
  },
  {
    remote: 'account',
    at: '/user/profile',
    shows: (page: Page) => page.getByText(shopUnderTest().admin.email).first().waitFor(),
  },
  { remote: 'admin', at: '/admin/dashboard', shows: heading('Dashboard') },
])('$remote', ({ remote, at, shows }) => {
  it('runs alone in a small host, against the gateway and without any other remote', async () => {
    const url = await runAlone(remote);
    const others = (await remotesJson()).remotes.map(({ entry }) => new URL(entry).origin);
    await visit(
      async (page) => {
        await page.goto('/about');
        // Cookies are shared between ports.
        await signInAsAdmin(page);
        // Cancels the shop page's requests, so that only the host's are recorded.
        await page.goto('about:blank');
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.goto(url + at);
        await page.getByText(`${remote} alone`).waitFor();
        await shows(page);
        expect(asked.some((one) => one.startsWith(`${url}/remote/remoteEntry`))).toBe(true);
        expect(asked.filter((one) => others.includes(new URL(one).origin))).toEqual([]);
      },
      { tolerates: /favicon|404/ },
    );
  });
});
