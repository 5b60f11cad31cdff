import { afterAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, openContext, visit } from '../browser.ts';
import { newPerson, register } from './accounts.ts';
import { untilHydrated } from './page-watch.ts';
import { breakRemote } from './remote-faults.ts';

afterAll(closeBrowser);

const HEADING = '#page h1';
const CART = '[data-part="checkout/cart-button"] button';
const NARROW = 390;
const WIDE = 1440;

interface State {
  /** Opens the page, and the part of the shell that is checked. */
  show(page: Page): Promise<unknown>;
  /** Waits for that part; called at each width, because a resized page may close it. */
  shown(page: Page): Promise<unknown>;
  /** Needs a signed-in user. */
  signedIn?: boolean;
  /** Minimum and maximum width of the viewport. */
  from?: number;
  upTo?: number;
}

const open = async (page: Page, path = '/about') => {
  await page.goto(path);
  await untilHydrated(page, HEADING);
  await untilHydrated(page, CART);
};
const broken = (name: string, path: string) => async (page: Page) => {
  await breakRemote(page, name, 'gone');
  await page.goto(path);
};
const banner = (page: Page) => page.getByRole('banner');
const tool = (page: Page, name: RegExp | string) => banner(page).getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const narrowMenu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

const STATES: Record<string, State> = {
  'the frame': { show: (page) => open(page), shown: (page) => banner(page).waitFor() },
  'the frame on a scrolled page': {
    async show(page) {
      await open(page, '/product/ring');
      await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }));
    },
    shown: (page) => page.locator('header[data-scrolled]').waitFor(),
  },
  'the footer': {
    show: (page) => open(page),
    shown: (page) => page.getByRole('contentinfo').scrollIntoViewIfNeeded(),
  },
  'the menu of wide screens': {
    from: 1024,
    async show(page) {
      await open(page);
      await mainMenu(page).getByRole('button', { name: 'Materials' }).focus();
    },
    shown: (page) => mainMenu(page).getByRole('link', { name: 'gold', exact: true }).first().waitFor(),
  },
  'a category of that menu': {
    from: 1024,
    async show(page) {
      await open(page);
      await mainMenu(page).getByRole('link').first().hover();
    },
    shown: (page) => mainMenu(page).getByRole('link').nth(1).waitFor(),
  },
  'the menu of narrow screens': {
    upTo: 1023,
    async show(page) {
      await open(page);
      await page.locator('summary[aria-label="Menu"]').click();
      await narrowMenu(page).locator('summary').first().click();
    },
    shown: (page) => narrowMenu(page).locator('details[open] a').first().waitFor(),
  },
  'the country picker': {
    async show(page) {
      await open(page);
      await tool(page, /^Country/).click();
    },
    shown: (page) => page.getByRole('button', { name: /United States/ }).waitFor(),
  },
  'the sign-in panel': {
    async show(page) {
      await open(page);
      await tool(page, 'Sign in').click();
    },
    shown: (page) => dialog(page).getByRole('heading', { name: 'SIGN IN' }).waitFor(),
  },
  'the search': {
    async show(page) {
      await open(page);
      await tool(page, 'Search').click();
    },
    shown: (page) => dialog(page).getByRole('searchbox').waitFor(),
  },
  'the menu of the account': {
    signedIn: true,
    async show(page) {
      await open(page);
      await tool(page, /^Account of/).click();
    },
    shown: (page) => banner(page).getByRole('link', { name: 'Logout' }).waitFor(),
  },
  'the cart drawer': {
    signedIn: true,
    async show(page) {
      await open(page);
      await tool(page, /^Account of/).waitFor();
      await page.locator(CART).click();
    },
    shown: (page) => dialog(page).getByRole('heading').first().waitFor(),
  },
  'a toast': {
    show: async () => {},
    // Again at each width, because it goes after four seconds.
    async shown(page) {
      await open(page);
      await page.locator(CART).click();
      await page.getByRole('list', { name: 'Messages' }).getByText('Please login').waitFor();
    },
  },
  '404': { show: (page) => page.goto('/no/such/page'), shown: (page) => untilHydrated(page, HEADING) },
  'the notice of a remote that did not come': {
    show: broken('checkout', '/about'),
    shown: (page) => page.locator('[data-notice]').waitFor(),
  },
  'a page whose code did not come': {
    async show(page) {
      await open(page);
      await breakRemote(page, 'storefront', 'gone');
      await banner(page).getByRole('link').first().click();
    },
    shown: (page) => page.locator('#page [data-missing]').waitFor(),
  },
  'an overlay whose code did not come': {
    async show(page) {
      await broken('account', '/about')(page);
      await untilHydrated(page, CART);
      await tool(page, 'Sign in').click();
    },
    shown: (page) => dialog(page).locator('[data-missing]').waitFor(),
  },
};

/** Elements that fade in do not have their final colours yet. */
const untilAnimationsEnd = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Cookies of a signed-in user. */
async function somebody() {
  const context = await openContext();
  try {
    const page = await context.newPage();
    await page.goto('/about');
    await register(page, newPerson('Asha'));
    return await context.storageState();
  } finally {
    await context.close();
  }
}

const widthsOf = ({ from = 0, upTo = Infinity }: State) =>
  [NARROW, 768, WIDE].filter((width) => width >= from && width <= upTo);

describe('in the light and the dark theme', () => {
  it.each(Object.entries(STATES))('%s has no finding and nothing sticks out', async (_, state) => {
    const looks = widthsOf(state).flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })));
    await visit(
      async (page) => {
        for (const look of looks) {
          await page.setViewportSize({ width: look.width, height: 800 });
          await page.emulateMedia({ colorScheme: look.theme });
          if (look === looks[0]) await state.show(page);
          await state.shown(page);
          await untilAnimationsEnd(page);
          expect({ look, findings: await axeFindings(page) }).toEqual({ look, findings: [] });
          expect({ look, sticksOut: await sticksOut(page) }).toEqual({ look, sticksOut: false });
        }
      },
      {
        reducedMotion: 'reduce',
        tolerates: /404|Failed to load|remoteEntry|Loading|RUNTIME-|ERR_/,
        ...(state.signedIn && { storageState: await somebody() }),
      },
    );
  });
});
