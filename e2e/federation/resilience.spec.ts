import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { closeBrowser, openContext, visit } from '../browser.ts';
import { signInAsAdmin } from './accounts.ts';
import { untilHydrated, isHydrated, seenOn, watchPage } from './page-watch.ts';
import { breakRemote, type Fault } from './remote-faults.ts';

afterAll(closeBrowser);

const PAGE = '#page h1';
const CART = '[data-part="checkout/cart-button"] button';
const NOTICE = '[data-notice]';
/** Errors that the browser logs because of the fault. */
const PROVOKED =
  /^(404|500) GET http|Failed to load resource|ERR_|integrity|Loading (chunk|script)|remoteEntry|RUNTIME-|ScriptNetworkError/;

const faults: Fault[] = ['gone', '500', 'refused', 'hanging', 'tampered entry', 'tampered chunk'];
const remotes = [
  { name: 'storefront', own: PAGE, other: CART },
  { name: 'checkout', own: CART, other: PAGE },
];

/** The admin's cookies, shared by all visits that need a user. */
let admin: Promise<NonNullable<BrowserContextOptions['storageState']>> | undefined;
async function asAdmin() {
  const context = await openContext();
  const page = await context.newPage();
  await page.goto('/about');
  await signInAsAdmin(page);
  const state = await context.storageState();
  await context.close();
  return state;
}

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
          await untilHydrated(page, other);
          const notice = page.locator(NOTICE);
          await notice.waitFor();
          expect(await isHydrated(page, own)).toBe(false);
          expect(await page.locator(own).textContent()).toBe(before);
          await openedCleanly(page);

          await heal();
          await notice.getByRole('button', { name: 'Retry' }).click();
          await untilHydrated(page, own);
          expect(await notice.count()).toBe(0);
          expect(page.url()).toMatch(/\/about$/);
          await openedCleanly(page);
        },
        { tolerates: PROVOKED },
      );
    },
  );

  it('are refused at first, the second try brings everything without a notice', async () => {
    await visit(
      async (page) => {
        await watchPage(page);
        await breakRemote(page, name, 'refused at first');
        await page.goto('/about');
        await untilHydrated(page, other);
        await untilHydrated(page, own);
        expect(await page.locator(NOTICE).count()).toBe(0);
        await openedCleanly(page);
      },
      { tolerates: PROVOKED },
    );
  });

  it('are slow, everything comes alive with nothing lost and without a notice', async () => {
    await visit(async (page) => {
      await watchPage(page);
      await breakRemote(page, name, 'slow');
      await page.goto('/about');
      await untilHydrated(page, other);
      await untilHydrated(page, own);
      expect(await page.locator(NOTICE).count()).toBe(0);
      await openedCleanly(page);
    });
  });

  it('are slow, and the session of somebody arrives first, nothing is lost: not one card of a listing', async () => {
    const storageState = await (admin ??= asAdmin());
    await visit(
      async (page) => {
        await watchPage(page);
        await breakRemote(page, name, 'slow');
        await page.goto('/product/ring');
        const cards = await page.locator('#page a[href^="/product/group/"]').count();
        await page.getByRole('button', { name: /^Account of/ }).waitFor();
        await untilHydrated(page, other);
        await untilHydrated(page, own);
        expect(cards).toBeGreaterThanOrEqual(12);
        expect(await page.locator('#page a[href^="/product/group/"]').count()).toBe(cards);
        await openedCleanly(page);
      },
      { storageState },
    );
  });

  it('are gone, links still lead through the shop', async () => {
    await visit(
      async (page) => {
        await breakRemote(page, name, 'gone');
        await page.goto('/about');
        await page.locator(NOTICE).waitFor();
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
          await untilHydrated(page, PAGE);
          await untilHydrated(page, CART);
          const heal = await breakRemote(page, 'storefront', fault);
          await page.evaluate(() => Object.assign(window, { sameDocument: true }));
          await page.getByRole('banner').getByRole('link', { name: 'Aranya' }).click();
          const missing = page.locator('#page [data-missing]');
          await missing.waitFor();
          expect(await page.getByRole('banner').isVisible()).toBe(true);
          expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
          // Focus and announcement moved to the error.
          await eventually(async () => {
            expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/could not be loaded/);
            expect(await page.locator('#announcer').textContent()).toMatch(/^Not available right now/);
          });
          await heal();
          await missing.getByRole('button', { name: 'Retry' }).click();
          await page.locator(PAGE).and(page.locator(':not([data-missing] *)')).waitFor();
          await eventually(async () => expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1'));
          expect(await page.title()).not.toMatch(/Not available/);
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
          await untilHydrated(page, CART);
          await page.getByRole('button', { name: 'Sign in' }).click();
          const missing = page.getByRole('dialog').locator('[data-missing]');
          await missing.waitFor();
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

describe.each([
  { name: 'account', path: '/user/profile', link: 'Profile', heading: /profile/i },
  { name: 'admin', path: '/admin/dashboard', link: 'Dashboard', heading: 'Dashboard' },
])('on a page of one person, which the browser renders, when the files of $name', ({ name, path, link, heading }) => {
  const shown = (page: Page) => page.locator('#page').getByRole('heading', { level: 1, name: heading });

  const onArrival = async (fault: Fault, comes: (page: Page, heal: () => Promise<void>) => Promise<void>) => {
    const storageState = await (admin ??= asAdmin());
    const first = visit(
      async (page) => {
        const heal = await breakRemote(page, name, fault);
        await page.goto(path);
        await comes(page, heal);
      },
      { storageState, tolerates: PROVOKED },
    );
    const navigation = visit(
      async (page) => {
        await page.goto('/about');
        await untilHydrated(page, PAGE);
        const heal = await breakRemote(page, name, fault);
        await page.getByRole('button', { name: /^Account of/ }).click();
        await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click();
        await comes(page, heal);
      },
      { storageState, tolerates: PROVOKED },
    );
    // At the same time, because both mostly wait.
    await Promise.all([first, navigation]);
  };

  it.each<Fault>(['gone', '500', 'refused', 'hanging', 'tampered entry', 'tampered chunk'])(
    'are %s, the first page and a navigation say what is missing, and Retry brings it without a reload',
    async (fault) => {
      await onArrival(fault, async (page, heal) => {
        const missing = page.locator('#page [data-missing]');
        await missing.waitFor();
        expect(await missing.innerText()).toMatch(/could not be loaded/);
        expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
        await heal();
        await page.evaluate(() => Object.assign(window, { sameDocument: true }));
        await missing.getByRole('button', { name: 'Retry' }).click();
        await shown(page).waitFor();
        expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
      });
    },
  );

  it('are slow, they come, and nothing is said to be missing', async () => {
    await onArrival('slow', async (page) => {
      await shown(page).waitFor();
      expect(await page.locator('[data-missing]').count()).toBe(0);
    });
  });
});
