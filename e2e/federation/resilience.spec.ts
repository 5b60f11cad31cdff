import { afterAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { breakRemote, comesAlive, isAlive, seenOn, watchPage, type Fault } from './support.ts';

afterAll(closeBrowser);

const PAGE = '#page h1';
const CART = '[data-part="checkout/cart-button"] button';
const NOTICE = '[data-notice]';
/** What the fault itself makes the browser say. */
const PROVOKED =
  /^(404|500) GET http|Failed to load resource|ERR_|integrity|Loading (chunk|script)|remoteEntry|RUNTIME-|ScriptNetworkError/;

const faults: Fault[] = ['gone', '500', 'refused', 'hanging', 'tampered entry', 'tampered chunk'];
const remotes = [
  { name: 'storefront', own: PAGE, other: CART },
  { name: 'checkout', own: CART, other: PAGE },
];

const openedCleanly = async (page: Page) => {
  const seen = await seenOn(page);
  expect(seen.removed).toEqual([]);
  expect(seen.shift).toBeLessThan(0.02);
  expect(seen.tampered).toBe(false);
};

describe.each(remotes)('when the files of $name', ({ name, own, other }) => {
  it.each(faults)(
    'are %s on the first page, the rest comes alive, the HTML stays, and one Retry brings it back',
    async (fault) => {
      await visit(
        async (page) => {
          await watchPage(page);
          const heal = await breakRemote(page, name, fault);
          await page.goto('/about');
          const before = await page.locator(own).textContent();
          await comesAlive(page, other);
          const notice = page.locator(NOTICE);
          await notice.waitFor({ timeout: 20_000 });
          expect(await isAlive(page, own)).toBe(false);
          expect(await page.locator(own).textContent()).toBe(before);
          await openedCleanly(page);

          await heal();
          await notice.getByRole('button', { name: 'Retry' }).click();
          await comesAlive(page, own);
          expect(await notice.count()).toBe(0);
          expect(page.url()).toMatch(/\/about$/);
          await openedCleanly(page);
        },
        { tolerates: PROVOKED },
      );
    },
  );

  it('are slow, everything comes alive with nothing lost and without a notice', async () => {
    await visit(async (page) => {
      await watchPage(page);
      await breakRemote(page, name, 'slow');
      await page.goto('/about');
      await comesAlive(page, other);
      await comesAlive(page, own);
      expect(await page.locator(NOTICE).count()).toBe(0);
      await openedCleanly(page);
    });
  });

  it('are gone, links still lead through the shop', async () => {
    await visit(
      async (page) => {
        await breakRemote(page, name, 'gone');
        await page.goto('/about');
        await page.locator(NOTICE).waitFor({ timeout: 20_000 });
        await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
        await page.waitForURL('**/contact');
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.locator('[data-missing]').count()).toBe(0);
      },
      { tolerates: PROVOKED },
    );
  });
});

describe('on a navigation inside the browser', () => {
  it.each<Fault>(['gone', '500', 'refused', 'hanging', 'tampered chunk'])(
    'a page whose code is %s is named as missing, and Retry brings it without a reload',
    async (fault) => {
      await visit(
        async (page) => {
          await page.goto('/about');
          await comesAlive(page, PAGE);
          await comesAlive(page, CART);
          const heal = await breakRemote(page, 'storefront', fault);
          await page.evaluate(() => Object.assign(window, { sameDocument: true }));
          await page.getByRole('banner').getByRole('link').first().click();
          const missing = page.locator('#page [data-missing]');
          await missing.waitFor({ timeout: 20_000 });
          expect(await page.getByRole('banner').isVisible()).toBe(true);
          expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
          await heal();
          await missing.getByRole('button', { name: 'Retry' }).click();
          await page.locator(PAGE).waitFor();
          expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
        },
        { tolerates: PROVOKED },
      );
    },
  );

  it.each<Fault>(['gone', '500', 'refused', 'hanging', 'tampered entry', 'tampered chunk'])(
    'an overlay whose remote is %s says so, and Retry brings it',
    async (fault) => {
      await visit(
        async (page) => {
          const heal = await breakRemote(page, 'account', fault);
          await page.goto('/about');
          await comesAlive(page, CART);
          await page.getByRole('button', { name: 'Sign in' }).click();
          const missing = page.getByRole('dialog').locator('[data-missing]');
          await missing.waitFor({ timeout: 20_000 });
          expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
          await heal();
          await missing.getByRole('button', { name: 'Retry' }).click();
          await page.getByRole('dialog').getByRole('heading', { name: 'SIGN IN' }).waitFor();
        },
        { tolerates: PROVOKED },
      );
    },
  );
});
