import { afterAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { shopUnderTest } from '../shop-under-test.ts';

afterAll(closeBrowser);

const SCREENS = {
  home: '/',
  listing: '/product/ring',
  'listing without a match': '/shop?filter.price.lte=1',
  'product page': '/product/group/AR-1001',
  'product page of a necklace': '/product/group/AR-1067',
  search: '/search?q=ring',
  'search without a match': '/search?q=zzzzzz',
  wishlist: '/wishlist',
  'mails about pieces': '/wishlist/mails',
  'finding an order': '/order/find',
  'a link to an order that is over': '/order/link/over',
  'size guide': '/size-guide/ring',
  questions: '/faqs',
  policy: '/shipping-policy',
  '404': '/no/such/page',
};

const untilAnimationsEnd = async (page: Page) => {
  await untilHydrated(page, '#page h1');
  // Elements that fade in do not have their final colours yet.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
};

async function expectNoFinding(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await untilAnimationsEnd(page);
    const findings = await axeFindings(page, { targetSize: true });
    expect({ colorScheme, findings }).toEqual({ colorScheme, findings: [] });
  }
}

describe('in the light and the dark theme', () => {
  it.each(Object.entries(SCREENS))('%s has no finding', async (_, path) => {
    await visit(
      async (page) => {
        await page.goto(path);
        await expectNoFinding(page);
      },
      { reducedMotion: 'reduce', tolerates: /404|410/ },
    );
  });

  it('customization, size guide and search overlay have no finding', async () => {
    await visit(
      async (page) => {
        await page.goto('/product/group/AR-1067');
        await untilAnimationsEnd(page);
        await page.getByRole('tab', { name: 'Customization' }).click();
        await expectNoFinding(page);
        await page.getByRole('link', { name: 'Size guide' }).click();
        await page.getByRole('dialog').getByRole('heading', { name: 'Necklace lengths' }).waitFor();
        await expectNoFinding(page);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
        await page.getByRole('dialog').getByRole('searchbox').fill('ring');
        await page.getByRole('dialog').getByRole('heading', { name: 'Products' }).waitFor();
        await expectNoFinding(page);
      },
      { reducedMotion: 'reduce' },
    );
  });
});

describe('narrow and zoomed', () => {
  it.each([
    ['320 px', { width: 320, height: 640 }, 1],
    // 200 % of 1280 px leaves 640 CSS pixels.
    ['200 % zoom', { width: 640, height: 400 }, 2],
  ])('at %s nothing sticks out to the side', async (_, viewport, deviceScaleFactor) => {
    await visit(
      async (page) => {
        for (const path of Object.values(SCREENS)) {
          await page.goto(path);
          await untilAnimationsEnd(page);
          await page.evaluate(() => document.fonts.ready);
          const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const);
          expect({ path, fits: width[0] <= width[1] }).toEqual({ path, fits: true });
        }
      },
      { viewport, deviceScaleFactor, javaScriptEnabled: true, tolerates: /404|410/ },
    );
  });
});

it('everything of a product page can be reached and used by keyboard', async () => {
  await visit(
    async (page) => {
      await page.goto('/product/group/AR-1001');
      await untilAnimationsEnd(page);
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
      await untilAnimationsEnd(page);
      await page.getByRole('button', { name: 'Enlarge picture 1' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(
        () => document.querySelector('[aria-label="Picture 2"]')?.getAttribute('aria-current') === 'true',
      );
    },
    { reducedMotion: 'reduce', viewport: { width: 390, height: 844 } },
  );
});
