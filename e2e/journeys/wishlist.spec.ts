import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { newAccount, signInByPanel } from './shopper-steps.ts';

afterAll(closeBrowser);

const heart = (page: Page, n: number) => page.getByRole('button', { name: /^Save .* to the wishlist$/ }).nth(n);
const names = (page: Page) => page.locator('#page article h2').allInnerTexts();

describe('a wishlist', () => {
  it('is kept by the browser of a guest, joins the account, and is shown by a link until that is taken back', async () => {
    const person = newPerson('Meera');
    await newAccount(person);
    let link = '';
    let saved: string[] = [];
    await visit(async (page) => {
      await page.goto('/shop');
      await untilHydrated(page, '#page article button');
      for (const n of [0, 1, 2]) {
        await heart(page, n).click();
        await page.locator(`#page article button[aria-pressed=true] >> nth=${n}`).waitFor();
      }
      await page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).click();
      await page.getByRole('heading', { name: 'Your wishlist (3)' }).waitFor();
      await page.locator('#page article').nth(2).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      saved = await names(page);
      await page
        .getByRole('button', { name: /^Remove / })
        .nth(1)
        .click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: 'Your wishlist (3)' }).waitFor();
      expect(await names(page)).toEqual(saved);
      await page.locator('#page').getByRole('button', { name: 'Sign in' }).click();
      await signInByPanel(page, person);
      await page.getByRole('button', { name: 'Share this list' }).click();
      const shown = page.getByRole('checkbox', { name: 'Show my first name' });
      // It is checked once the server has saved it.
      await shown.click();
      await eventually(() => shown.isChecked(), { what: 'the name being shown' });
      link = await page.getByLabel(/Who has this link/).inputValue();
      await eventually(async () => expect(await page.evaluate(() => localStorage.getItem('shop:wishlist'))).toBeNull());
      await page.reload();
      await page.locator('#page article').nth(2).waitFor();
      expect(await names(page)).toEqual(saved);
    });
    const others = (javaScriptEnabled: boolean, journey: (page: Page) => Promise<void>) =>
      visit(
        async (page) => {
          await page.goto(new URL(link).pathname);
          await journey(page);
        },
        { javaScriptEnabled, tolerates: /404/ },
      );
    await others(false, async (page) => {
      await page.getByRole('heading', { name: 'Meera’s wishlist' }).waitFor();
      expect(await names(page)).toEqual(saved);
      expect(await page.content()).not.toContain(person.email);
    });
    await visit(async (page) => {
      await page.goto('/wishlist');
      await untilHydrated(page, '#page h1');
      await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
      await signInByPanel(page, person);
      await page.getByRole('button', { name: 'Shared by link' }).click();
      await page.getByRole('button', { name: 'Stop sharing' }).click();
      await page.getByRole('button', { name: 'Share this list' }).waitFor();
    });
    await eventually(() =>
      others(false, async (page) => page.getByRole('heading', { name: 'Page Not Found' }).waitFor({ timeout: 5_000 })),
    );
  });
});

it('what was looked at is found again below another piece, and cleared by its button', async () => {
  await visit(async (page) => {
    const strip = page.getByRole('region', { name: 'Recently viewed' });
    await page.goto('/product/group/AR-1001');
    await untilHydrated(page, '#page h1');
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    // What is not needed at once is loaded with the first sign of the visitor after the page is alive.
    await eventually(async () => {
      await page.mouse.move(200 + Math.random(), 200);
      expect(await page.evaluate(() => localStorage.getItem('shop:recently-viewed'))).toContain('AR-1001');
    });
    await page.goto('/product/group/AR-1067');
    await untilHydrated(page, '#page h1');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await strip.getByRole('link', { name, exact: true }).waitFor();
    await strip.getByRole('button', { name: /^Clear/ }).click();
    await strip.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('shop:recently-viewed'))).toBeNull();
  });
});
