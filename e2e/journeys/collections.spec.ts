import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { send, signInAsStaff } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium.
afterAll(closeBrowser);

const DESK = { width: 1440, height: 900 };

const open = async (page: Page, path: string) => {
  await page.goto(path);
  await untilHydrated(page, '#page h1');
};
const found = (page: Page) => page.locator('#page header p').filter({ hasText: /pieces?$/ });
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Where an address leads, as a crawler sees it. */
const answered = async (path: string) => {
  const { status, headers } = await fetch(new URL(path, shopUnderTest().url), { redirect: 'manual' });
  return [status, headers.get('location')];
};
const becomes = (path: string, answer: (string | number | null)[]) =>
  eventually(async () => expect(await answered(path)).toEqual(answer), { what: `${path} → ${answer.join(' ')}` });

it('staff make a collection with a live count; shoppers narrow it, and find it at its former address', async () => {
  const name = `Ruby evenings ${Date.now()}`;
  const slug = name.toLowerCase().replaceAll(' ', '-');
  await visit(
    async (page) => {
      await page.goto('/about');
      await signInAsStaff(page);
      await page.goto('/admin/collection/new');
      await page.getByText(/without either it has none/).waitFor();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Status').selectOption('published');
      await page.locator('summary', { hasText: 'Stone' }).click();
      const ruby = page.getByLabel(/^Ruby/);
      const pieces = Number(/\d+/.exec(await ruby.locator('..').innerText())![0]);
      await ruby.check();
      await page.getByText(`${pieces} pieces`, { exact: true }).waitFor();
      await page
        .getByRole('button', { name: /^Use its picture/ })
        .first()
        .click();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.waitForURL(/\/admin\/collection\/[0-9a-f]{24}$/);

      const shop = await page.context().newPage();
      await eventually(
        async () => {
          await shop.goto('/collections');
          return (await shop.getByRole('link', { name, exact: true }).count()) === 1;
        },
        { what: 'the collection in the overview' },
      );
      await open(shop, `/collection/${slug}`);
      await found(shop)
        .filter({ hasText: `${pieces} pieces` })
        .waitFor();
      const bar = shop.getByRole('region', { name: 'Filters' });
      await bar.locator('summary').filter({ hasText: 'Metal' }).click();
      const gold = bar.getByRole('link', { name: /^Gold/ });
      const golden = Number(/\d+$/.exec(await gold.innerText())![0]);
      await gold.click();
      await shop.waitForURL(/filter\.metal=gold$/);
      await found(shop)
        .filter({ hasText: `${golden} piece` })
        .waitFor();
      expect(await axeFindings(shop)).toEqual([]);

      await page.getByLabel('Address').fill(`${slug}-now`);
      await page.getByRole('button', { name: 'Update' }).click();
      await page.getByText('Collection updated').waitFor();
      await becomes(`/collection/${slug}?filter.metal=gold`, [301, `/collection/${slug}-now?filter.metal=gold`]);
      await page.goto('/admin/collections');
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Collection removed').waitFor();
      await becomes(`/collection/${slug}`, [404, null]);
    },
    { viewport: DESK },
  );
});

it('a category that is renamed twice leads from both former addresses straight to its page, with filters', async () => {
  const once = `tikka ${Date.now()}`;
  await visit(async (page) => {
    await page.goto('/about');
    await signInAsStaff(page);
    const { category } = await send<{ category: { _id: string } }>(page, '/admin/category', { main: once, sub: [] });
    const { url } = shopUnderTest();
    const change = (method: 'patch' | 'delete', data?: object) =>
      page.request[method](new URL(`/api/v1/admin/category/${category._id}`, url).href, {
        headers: { origin: new URL(url).origin },
        ...(data && { data }),
      });
    const path = (main: string) => `/product/${encodeURIComponent(main)}`;
    await becomes(path(once), [200, null]);
    await change('patch', { main: `${once} two` });
    await change('patch', { main: `${once} three` });
    const now = path(`${once} three`);
    await becomes(path(once), [301, now]);
    await becomes(`${path(`${once} two`)}?sort_by=price-ascending`, [301, `${now}?sort_by=price-ascending`]);
    await change('delete');
    await becomes(path(once), [404, null]);
  });
});

describe('the menu of a desk', () => {
  it('opens under the mouse with pictures and ways to narrow, leads there, and closes', async () => {
    await visit(
      async (page) => {
        await open(page, '/about');
        await mainMenu(page).getByRole('link', { name: 'rings', exact: true }).hover();
        const way = mainMenu(page).getByRole('link', { name: 'Under ₹10,000' });
        await way.waitFor();
        const picture = mainMenu(page).getByRole('link', { name: 'All rings' }).locator('img');
        await eventually(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
        expect(await axeFindings(page)).toEqual([]);
        await way.click();
        await page.waitForURL(/\/product\/ring\?filter\.price\.lte=10000$/);
        await found(page).waitFor();
        await way.waitFor({ state: 'hidden' });
      },
      { viewport: DESK },
    );
  });

  it('opens by keyboard, one panel at a time, in the order of the page, and Escape gives the focus back', async () => {
    await visit(
      async (page) => {
        await open(page, '/about');
        const focused = () =>
          page.evaluate(() => document.activeElement?.ariaLabel || document.activeElement?.textContent);
        await mainMenu(page).getByRole('link', { name: 'rings', exact: true }).focus();
        await mainMenu(page).getByRole('button', { name: 'Menu of rings' }).waitFor({ state: 'attached' });
        await page.keyboard.press('Tab');
        expect(await focused()).toBe('Menu of rings');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
        expect(await focused()).toBe('solitaire');
        await page.keyboard.press('Escape');
        expect(await focused()).toBe('Menu of rings');
        await page.keyboard.press('Tab');
        expect(await focused()).toBe('earrings');
      },
      { viewport: DESK },
    );
  });

  it('leads to categories and their parts without scripts', async () => {
    await visit(
      async (page) => {
        await page.goto('/about');
        await mainMenu(page).getByRole('link', { name: 'rings', exact: true }).hover();
        await mainMenu(page).getByRole('link', { name: 'solitaire', exact: true }).first().click();
        await page.waitForURL(/\/product\/ring\/solitaire$/);
        await page.goto('/collection/bridal');
        await page.getByRole('heading', { level: 1, name: 'Bridal' }).waitFor();
        expect(await page.locator('#page article').count()).toBe(12);
      },
      { viewport: DESK, javaScriptEnabled: false },
    );
  });
});
