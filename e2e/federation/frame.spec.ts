import { afterAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { untilHydrated } from './page-watch.ts';

afterAll(closeBrowser);

const HEADING = '#page h1';
const CART = '[data-part="checkout/cart-button"] button';
const NARROW = 390;

const open = async (page: Page, path = '/about') => {
  await page.goto(path);
  await untilHydrated(page, HEADING);
  await untilHydrated(page, CART);
};
const narrowMenu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

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
