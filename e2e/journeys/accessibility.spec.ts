import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { untilHydrated, untilStill } from '../federation/page-watch.ts';
import { shopUnderTest } from '../shop-under-test.ts';

afterAll(closeBrowser);

// Each screen at five widths, and what axe finds: `screens/every-screen.spec.ts`.
const PUBLIC = [
  '/',
  '/product/ring',
  '/shop?filter.price.lte=1',
  '/product/group/AR-1001',
  '/product/group/AR-1067',
  '/search?q=ring',
  '/search?q=zzzzzz',
  '/wishlist',
  '/wishlist/mails',
  '/order/find',
  '/order/link/over',
  '/size-guide/ring',
  '/faqs',
  '/shipping-policy',
  '/no/such/page',
];

const untilReady = async (page: Page) => {
  await untilHydrated(page, '#page h1');
  await untilStill(page);
};

it('at 200 % zoom of 1280 px nothing sticks out to the side', async () => {
  await visit(
    async (page) => {
      for (const path of PUBLIC) {
        await page.goto(path);
        await untilReady(page);
        await page.evaluate(() => document.fonts.ready);
        const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const);
        expect({ path, fits: width[0] <= width[1] }).toEqual({ path, fits: true });
      }
    },
    { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, tolerates: /404|410/ },
  );
});

it('everything of a product page can be reached and used by keyboard', async () => {
  await visit(
    async (page) => {
      await page.goto('/product/group/AR-1001');
      await untilReady(page);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: 'Ready Available' }).focus();
      await page.keyboard.press('ArrowRight');
      expect(await page.getByRole('tab', { name: 'Customization' }).getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowRight');
      expect(
        await page
          .getByRole('radiogroup', { name: /Metal purity/ })
          .getByRole('radio')
          .nth(1)
          .isChecked(),
      ).toBe(true);
    },
    { reducedMotion: 'reduce' },
  );
});

/** A product with several pictures. */
async function groupWithPictures(): Promise<string> {
  const ask = async <Answer>(path: string) =>
    (await (await fetch(`${shopUnderTest().url}/api/v1${path}`)).json()) as Answer;
  for (let page = 1; ; page++) {
    const { products } = await ask<{ products: { productGroup: string }[] }>(`/products?page=${page}`);
    if (products.length === 0) break;
    for (const { productGroup } of products) {
      const { product } = await ask<{ product: { images: string[] } }>(`/product/group/${productGroup}`);
      if (product.images.length > 1) return productGroup;
    }
  }
  throw new Error('No piece has several pictures');
}

it('the pictures of a piece are led by the keyboard', async () => {
  await visit(
    async (page) => {
      const group = await groupWithPictures();
      await page.goto(`/product/group/${group}`);
      await untilReady(page);
      await page.getByRole('button', { name: 'Enlarge picture 1' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(
        () => document.querySelector('[aria-label="Picture 2"]')?.getAttribute('aria-current') === 'true',
      );
    },
    { reducedMotion: 'reduce', viewport: { width: 390, height: 844 } },
  );
});
