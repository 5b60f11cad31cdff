import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Locator, Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { shopUnderTest } from '../shop-under-test.ts';

afterAll(closeBrowser);

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const bar = (page: Page) => page.getByRole('region', { name: 'Filters' });
const menu = (page: Page, name: string) => bar(page).locator('summary').filter({ hasText: name });
const prices = (page: Page) => page.locator('#page article p').allTextContents();
const found = (page: Page) => page.locator('#page header p').filter({ hasText: /pieces?$/ });
/** The number at the end of `Gold 16`. */
const countOf = async (value: Locator) => Number(/\d+$/.exec(await value.innerText())![0]);

const open = async (page: Page, path: string) => {
  await page.goto(path);
  await untilHydrated(page, '#page h1');
};

describe('the filters of a listing', () => {
  it('narrow it to exactly as many pieces as a value says, several values at a time, and are taken back', async () => {
    await visit(
      async (page) => {
        await open(page, '/product/ring');
        const all = await found(page).innerText();
        await menu(page, 'Metal').click();
        const platinum = bar(page).getByRole('link', { name: /^Platinum/ });
        const pieces = await countOf(platinum);
        await platinum.click();
        await page.waitForURL(/filter\.metal=platinum$/);
        await found(page)
          .filter({ hasText: `${pieces} piece` })
          .waitFor();
        // The menu stays open for a second value, which widens the listing.
        await bar(page)
          .getByRole('link', { name: /^Silver/ })
          .click();
        await page.waitForURL(/filter\.metal=platinum,silver$/);
        await page.keyboard.press('Escape');
        expect(await menu(page, 'Metal (2)').evaluate((name) => name === document.activeElement)).toBe(true);
        await bar(page).getByRole('link', { name: 'Remove Silver' }).click();
        await page.waitForURL(/filter\.metal=platinum$/);
        expect(await axeFindings(page)).toEqual([]);
        await bar(page).getByRole('link', { name: 'Clear all' }).click();
        await found(page).filter({ hasText: all }).waitFor();
        await page.goBack();
        await found(page)
          .filter({ hasText: `${pieces} piece` })
          .waitFor();
      },
      { viewport: DESK },
    );
  });

  it('are a drawer on phones, behind a bar that stays in sight', async () => {
    await visit(
      async (page) => {
        await open(page, '/product/ring');
        await bar(page).getByRole('link', { name: 'Filter', exact: true }).click();
        const drawer = page.getByRole('dialog', { name: 'Filter' });
        const value = drawer.getByRole('link', { name: /^18K/ });
        const pieces = await countOf(value);
        await value.click();
        await drawer.getByRole('button', { name: new RegExp(`^Show ${pieces} piece`) }).waitFor();
        expect(await axeFindings(page)).toEqual([]);
        await drawer.getByRole('button', { name: /^Show/ }).click();
        await drawer.waitFor({ state: 'detached' });
        await page.mouse.wheel(0, 1_500);
        await eventually(async () => {
          expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
          const filter = bar(page).getByRole('link', { name: 'Filter (1)' });
          expect((await filter.boundingBox())!.y).toBeGreaterThanOrEqual(0);
        });
      },
      { viewport: PHONE, hasTouch: true },
    );
  });

  it.each([
    ['a desk', DESK],
    ['a phone', PHONE],
  ])('work without scripts, on %s', async (_, viewport) => {
    await visit(
      async (page) => {
        await page.goto('/search?q=ring');
        if (viewport === PHONE) await bar(page).getByRole('link', { name: 'Filter', exact: true }).click();
        await menu(page, 'Metal').click();
        const platinum = bar(page).getByRole('link', { name: /^Platinum/ });
        const pieces = await countOf(platinum);
        await platinum.click();
        await page.getByText(`Results (${pieces})`, { exact: true }).waitFor();
        if (viewport === PHONE) await bar(page).getByRole('link', { name: 'Filter (1)' }).click();
        await menu(page, 'Price').click();
        await page.getByLabel('To (₹)').fill('1');
        await page.getByRole('button', { name: 'Apply' }).click();
        await page.getByText('Items not found').waitFor();
        const address = new URL(page.url()).searchParams;
        expect([address.get('q'), address.get('filter.metal')]).toEqual(['ring', 'platinum']);
      },
      { viewport, javaScriptEnabled: false },
    );
  });

  it('take price limits in the currency of the visitor, and keep rupees in the address', async () => {
    await visit(
      async (page) => {
        await page.context().addCookies([{ name: 'country', value: 'US', url: shopUnderTest().url }]);
        await open(page, '/shop');
        await menu(page, 'Price').click();
        await page.getByLabel('From ($)').fill('100');
        await page.getByLabel('To ($)').fill('200');
        await page.getByRole('button', { name: 'Apply' }).click();
        await page.waitForURL(/filter\.price\.gte=88\d\d/);
        await eventually(async () => {
          const shown = (await prices(page)).filter((text) => text.startsWith('$'));
          expect(shown.length).toBeGreaterThan(0);
          for (const price of shown) {
            expect(Number(price.replace(/[$,]/g, ''))).toBeGreaterThanOrEqual(100);
            expect(Number(price.replace(/[$,]/g, ''))).toBeLessThanOrEqual(200);
          }
        });
        expect(await page.getByLabel('From ($)').inputValue()).toBe('100');
      },
      { viewport: DESK },
    );
  });
});
