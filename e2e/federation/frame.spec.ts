import { afterAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
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
  /** Shows the part of the shell that is checked. */
  show(page: Page): Promise<unknown>;
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
const tool = (page: Page, name: RegExp | string) => page.getByRole('banner').getByRole('button', { name });

const STATES: Record<string, State> = {
  'the frame': { show: (page) => open(page) },
  'the frame on a scrolled page': {
    async show(page) {
      await open(page, '/product/ring');
      await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }));
      await page.locator('header[data-scrolled]').waitFor();
    },
  },
  'the footer': {
    async show(page) {
      await open(page);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    },
  },
  'the menu of wide screens': {
    from: 1024,
    async show(page) {
      await open(page);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Materials' }).focus();
    },
  },
  'a category of that menu': {
    from: 1024,
    async show(page) {
      await open(page);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().hover();
    },
  },
  'the menu of narrow screens': {
    upTo: 1023,
    async show(page) {
      await open(page);
      await page.locator('summary[aria-label="Menu"]').click();
      await page.getByRole('navigation', { name: 'Menu' }).locator('summary').first().click();
    },
  },
  'the country picker': {
    async show(page) {
      await open(page);
      await tool(page, /^Country/).click();
      await page.getByRole('button', { name: /United States/ }).waitFor();
    },
  },
  'the sign-in panel': {
    async show(page) {
      await open(page);
      await tool(page, 'Sign in').click();
      await page.getByRole('dialog').getByRole('heading', { name: 'SIGN IN' }).waitFor();
    },
  },
  'the search': {
    async show(page) {
      await open(page);
      await tool(page, 'Search').click();
      await page.getByRole('dialog').getByRole('searchbox').waitFor();
    },
  },
  'the menu of the account': {
    signedIn: true,
    async show(page) {
      await open(page);
      await tool(page, /^Account of/).click();
    },
  },
  'the cart drawer': {
    signedIn: true,
    async show(page) {
      await open(page);
      await tool(page, /^Account of/).waitFor();
      await page.locator(CART).click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
  },
  'a toast': {
    async show(page) {
      await open(page);
      await page.locator(CART).click();
      await page.getByRole('list', { name: 'Messages' }).getByText('Please login').waitFor();
    },
  },
  '404': { show: (page) => page.goto('/no/such/page').then(() => untilHydrated(page, HEADING)) },
  'the notice of a remote that did not come': {
    async show(page) {
      await broken('checkout', '/about')(page);
      await page.locator('[data-notice]').waitFor();
    },
  },
  'a page whose code did not come': {
    async show(page) {
      await open(page);
      await breakRemote(page, 'storefront', 'gone');
      await page.getByRole('banner').getByRole('link').first().click();
      await page.locator('#page [data-missing]').waitFor();
    },
  },
  'an overlay whose code did not come': {
    async show(page) {
      await broken('account', '/about')(page);
      await untilHydrated(page, CART);
      await tool(page, 'Sign in').click();
      await page.getByRole('dialog').locator('[data-missing]').waitFor();
    },
  },
};

/** Elements that fade in do not have their final colours yet. */
const untilAnimationsEnd = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Cookies of a signed-in user, shared by all states. */
let signedIn: Promise<NonNullable<BrowserContextOptions['storageState']>> | undefined;
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

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  it.each(Object.entries(STATES))('%s has no finding and nothing sticks out', async (_, state) => {
    for (const width of [NARROW, 768, WIDE]) {
      if (width < (state.from ?? 0) || width > (state.upTo ?? Infinity)) continue;
      await visit(
        async (page) => {
          await state.show(page);
          await untilAnimationsEnd(page);
          expect({ width, findings: await axeFindings(page) }).toEqual({ width, findings: [] });
          expect({ width, sticksOut: await sticksOut(page) }).toEqual({ width, sticksOut: false });
        },
        {
          colorScheme,
          reducedMotion: 'reduce',
          viewport: { width, height: 800 },
          tolerates: /404|Failed to load|remoteEntry|Loading|RUNTIME-|ERR_/,
          ...(state.signedIn && { storageState: await (signedIn ??= somebody()) }),
        },
      );
    }
  });
});
