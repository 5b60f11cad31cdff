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
      await mainMenu(page).getByRole('button', { name: 'Materials' }).press('Enter');
    },
    shown: (page) => mainMenu(page).getByRole('link', { name: 'gold', exact: true }).first().waitFor(),
  },
  'a category of that menu': {
    from: 1024,
    async show(page) {
      await open(page);
      await mainMenu(page).getByRole('link').first().hover();
    },
    shown: (page) => mainMenu(page).getByText('By price').first().waitFor(),
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
      await banner(page).getByRole('link', { name: 'Aranya' }).click();
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

describe('the header', () => {
  /** As the shop has them, or copies of the first one: the number of categories is what staff want. */
  const haveCategories = (page: Page, count: number) =>
    page.evaluate((wanted) => {
      const entries = document.querySelector('nav[aria-label=Main] > ul')!;
      const first = entries.firstElementChild!;
      while (entries.querySelectorAll(':scope > li > a[href^="/product/"]').length < wanted) {
        first.after(first.cloneNode(true));
      }
    }, count);
  const measure = (page: Page) =>
    page.evaluate(() => {
      const seen = (selector: string) =>
        [...document.querySelectorAll(selector)]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .map((element) => ({ name: element.textContent || element.ariaLabel, box: element.getBoundingClientRect() }));
      const parts = seen('header summary, header button, header a');
      // Without the gutter of the scroll bar.
      const screen = document.querySelector('header')!.getBoundingClientRect();
      const off = parts.filter(({ box }) => box.left < screen.left || box.right > screen.right);
      const covered = parts.filter(({ box }, i) =>
        parts.some(
          ({ box: other }, j) =>
            i < j &&
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
        ),
      );
      const logo = document.querySelector('header a[href="/"]')!.getBoundingClientRect();
      return {
        off: off.map(({ name }) => name),
        covered: covered.map(({ name }) => name),
        fromTheMiddle: Math.abs(logo.left + logo.right - screen.left - screen.right) / 2,
        isScrollable: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        social: seen('header a[target=_blank]').length,
      };
    });

  it.each([6, 10])('has every part on the screen and the name in the middle, with %i categories', async (count) => {
    await visit(async (page) => {
      await open(page);
      await haveCategories(page, count);
      for (const width of [320, 360, 390, 768, 1023, 1024, 1064, 1280, 1440, 2560]) {
        await page.setViewportSize({ width, height: 800 });
        const seen = await measure(page);
        expect({ width, ...seen, fromTheMiddle: seen.fromTheMiddle < (width < 360 ? 16 : 2) }).toEqual({
          ...{ width, off: [], covered: [], fromTheMiddle: true, isScrollable: false },
          social: width < 1024 ? 0 : 3,
        });
      }
    });
  });

  it('has a menu on phones that a tap beside it closes, and the page behind stays where it is', async () => {
    await visit(
      async (page) => {
        await open(page, '/product/ring');
        const menu = page.getByRole('banner').locator('details').first();
        await page.locator('summary[aria-label="Menu"]').click();
        await narrowMenu(page).waitFor();
        const beside = NARROW - 30;
        await page.mouse.move(beside, 500);
        await page.mouse.wheel(0, 400);
        // Two frames: a scroll would have begun.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        expect(await page.evaluate(() => window.scrollY)).toBe(0);
        await page.mouse.click(beside, 500);
        await page.waitForFunction(() => !document.querySelector('header details[open]'));
        expect(await menu.getAttribute('open')).toBeNull();
        expect(new URL(page.url()).pathname).toBe('/product/ring');
      },
      { viewport: { width: NARROW, height: 800 } },
    );
  });
});
