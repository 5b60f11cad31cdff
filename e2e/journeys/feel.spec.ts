import { afterAll, describe, expect, it } from '@jest/globals';
import { BROWSER_FLAGS } from '@shop/test-kit';
import { chromium, type Page } from 'playwright-core';
import { provideChromium } from '../../infra/provision/chromium.ts';
import { closeBrowser, openContext, visit } from '../browser.ts';
import { newPerson } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { newAccount, signInByPanel } from './shopper-steps.ts';

afterAll(closeBrowser);

/** Public pages, one of each kind. */
const PUBLIC = [
  '/',
  '/shop',
  '/product/ring',
  '/product/group/AR-1006',
  '/search?q=ring',
  '/collections',
  '/gifts',
  '/about',
  '/faqs',
  '/size-guide/ring',
  '/wishlist',
];

declare global {
  interface Window {
    /** Whether the document came back from the browser's cache. */
    cameBack?: boolean;
    /** Pseudo-elements that the last view transition moved. */
    moved?: string[];
  }
}

/** Opens each page, another document, and goes back. Returns those that were loaded again. */
async function loadedAgain(page: Page): Promise<string[]> {
  await page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      window.cameBack = persisted;
    }),
  );
  const again: string[] = [];
  for (const path of PUBLIC) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await untilHydrated(page, '#page h1');
    await page.goto('/robots.txt');
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => window.cameBack !== undefined);
    if (!(await page.evaluate(() => window.cameBack))) again.push(path);
  }
  return again;
}

describe('going back', () => {
  it("brings every public page from the browser's own cache, for guests and in an account", async () => {
    // The headless shell has no such cache, and Playwright switches it off.
    const browser = await chromium.launch({
      executablePath: await provideChromium(),
      args: [...BROWSER_FLAGS],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    try {
      const context = await openContext({}, browser);
      const guest = await context.newPage();
      expect(await loadedAgain(guest)).toEqual([]);
      const person = newPerson('Meera');
      await newAccount(person);
      const buyer = await context.newPage();
      await buyer.goto('/');
      await untilHydrated(buyer, '#page h1');
      await buyer.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
      await signInByPanel(buyer, person);
      expect(await loadedAgain(buyer)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe('going on', () => {
  /** What moves between a listing and the page of a piece of it. */
  const movedTo = async (page: Page) => {
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        void transition.ready.then(() => {
          window.moved = document
            .getAnimations()
            .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
            .filter((name) => name.startsWith('::view-transition-group(piece'));
        });
        return transition;
      };
    });
    await page.goto('/product/ring');
    await untilHydrated(page, '#page article h2');
    await page.locator('#page article h2 a').nth(4).click();
    await page.getByRole('button', { name: 'Add to cart' }).first().waitFor();
    return page.waitForFunction(() => window.moved).then((moved) => moved.jsonValue());
  };

  it('lets the picture of a pressed card grow into the one of its page', async () => {
    await visit(async (page) => {
      expect(await movedTo(page)).toHaveLength(1);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    });
  });

  it('moves nothing where less motion is wanted', async () => {
    await visit(async (page) => expect(await movedTo(page)).toEqual([]), { reducedMotion: 'reduce' });
  });
});
