import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson, register } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { arriveAtOrder, openPiece, payButton, payByCard, untilCartHas, writeAddress } from './shopper-steps.ts';

afterAll(closeBrowser);

/** `cookie country`, `local storage sizes`: the table of docs/privacy.md. */
const listed = new Set(
  Array.from(
    fs
      .readFileSync(path.resolve(import.meta.dirname, '../../docs/privacy.md'), 'utf8')
      .matchAll(/^\| (cookie|local storage|session storage) +\| `([^`]+)`/gm),
    ([, where, name]) => `${where} ${name}`,
  ),
);

/** Everything that the shop's pages have put into this browser. */
async function keptBy(page: Page): Promise<string[]> {
  const { origin } = new URL(shopUnderTest().url);
  const cookies = (await page.context().cookies()).map(({ name }) => `cookie ${name}`);
  const { origins } = await page.context().storageState();
  const local = origins
    .filter((one) => one.origin === origin)
    .flatMap(({ localStorage }) => localStorage.map(({ name }) => `local storage ${name}`));
  const session = await page.evaluate(() => Object.keys(sessionStorage).map((name) => `session storage ${name}`));
  const caches = await page.evaluate(async () => [
    ...(await globalThis.caches.keys()),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  ]);
  return [...cookies, ...local, ...session, ...caches];
}

it('a visit and a purchase leave in the browser what docs/privacy.md lists, and ask no other host before Pay', async () => {
  await visit(async (page) => {
    const shop = shopUnderTest();
    const foreign: string[] = [];
    page.on('request', (request) => {
      const { protocol, hostname, href } = new URL(request.url());
      if (/^(https?|wss?):$/.test(protocol) && hostname !== new URL(shop.url).hostname) foreign.push(href);
    });
    for (const at of ['/', '/product/ring', '/search?q=ring', '/collections', '/faqs', '/product/group/AR-1006']) {
      await page.goto(at);
      await untilHydrated(page, '#page h1');
    }
    await page
      .getByRole('button', { name: /^Save .* to the wishlist|wishlist/i })
      .first()
      .click();
    await page.getByLabel('Delivery to pincode').fill('560001');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Bengaluru').waitFor();
    const ofGuest = await keptBy(page);
    expect(ofGuest.filter((name) => !listed.has(name))).toEqual([]);
    expect(ofGuest).toContain('local storage shop:wishlist');

    await register(page, newPerson('Leela'));
    await openPiece(page, 'AR-1105');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await untilCartHas(page, 1);
    await page.goto('/checkout');
    await writeAddress(page);
    expect(foreign).toEqual([]);
    await payButton(page).click();
    await payByCard(page, 'Success');
    await arriveAtOrder(page);
    const ofBuyer = await keptBy(page);
    expect(ofBuyer.filter((name) => !listed.has(name))).toEqual([]);
    expect(ofBuyer).toContain('cookie access');
  });
});
