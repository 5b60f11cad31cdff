import fs from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { staffCookies } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium: its products are the long list.
let cookies: Awaited<ReturnType<typeof staffCookies>>;
beforeAll(async () => {
  cookies = await staffCookies();
});
afterAll(closeBrowser);

const DESK = { width: 1440, height: 900 };
const rows = (page: Page) => page.locator('tbody tr[data-index]');
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('tbody tr')?.dataset.id);
/** Rows that are whole on the screen, without scrolling; where there are fewer, those that there is room for. */
const roomForRows = (page: Page) =>
  page.evaluate(() => {
    const [first, ...others] = [...document.querySelectorAll('tbody tr[data-index]')].map((row) =>
      row.getBoundingClientRect(),
    );
    const tallest = Math.max(first!.height, ...others.map(({ height }) => height));
    return Math.floor((innerHeight - first!.top) / tallest);
  });
const open = async (page: Page, path: string) => {
  await page.goto(path);
  await rows(page).first().waitFor();
};

it('a list shows 25 rows at 1440 × 900 where it is compact, 18 with pictures, under a head that stays', async () => {
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.setViewportSize(DESK);
    await open(page, '/admin/products');
    await page.getByRole('button', { name: 'Compact' }).click();
    await eventually(async () => (await roomForRows(page)) >= 18, { what: 'room for 18 rows with pictures' });
    // The setting is kept.
    for (const path of ['/admin/products?cols=name,sku,variant,price,stock,sold,status,actions', '/admin/users']) {
      await open(page, path);
      await eventually(async () => (await roomForRows(page)) >= 25, { what: `room for 25 rows of ${path}` });
    }
    await open(page, '/admin/products');
    await page.evaluate(() => window.scrollTo(0, 300));
    const head = page.getByRole('columnheader', { name: 'Price' });
    await eventually(async () => Math.round((await head.boundingBox())!.y) === 0, { what: 'the head stays' });
    expect(await axeFindings(page)).toEqual([]);
  });
});

it('a list is sorted, opened by keys and come back to: page, order and row are as they were', async () => {
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.setViewportSize(DESK);
    // Archived ones, which other journeys leave, open the page of their group.
    await open(page, '/admin/products?status=published');
    await page.getByRole('button', { name: /^Price/ }).click();
    await page.waitForURL(/sort=price/);
    // The address changes before the links of the pages do.
    await page.locator('th[aria-sort="ascending"]').filter({ hasText: 'Price' }).waitFor();
    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.waitForURL(/page=2/);
    await page.locator('table:not([aria-busy]) tr[aria-rowindex="27"]').waitFor();
    for (const key of ['j', 'j', 'j']) await page.keyboard.press(key);
    const id = await focusedRow(page);
    expect(id).toBe(await rows(page).nth(2).getAttribute('data-id'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/product\//);

    await page.getByRole('link').filter({ hasText: '←' }).click();
    await page.waitForURL(/page=2/);
    expect(new URL(page.url()).searchParams.get('sort')).toBe('price');
    await eventually(async () => (await focusedRow(page)) === id, { what: 'the row after the link back' });

    await page.locator('table:not([aria-busy])').waitFor();
    await rows(page).nth(20).getByRole('link').first().click();
    await page.waitForURL(/\/admin\/product\//);
    await page.goBack();
    await eventually(async () => (await focusedRow(page)) === (await rows(page).nth(20).getAttribute('data-id')), {
      what: 'the row after Back',
    });
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  });
});

it('a view is kept, opened first and seen by all; all rows that match are a file', async () => {
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.setViewportSize(DESK);
    await open(page, '/admin/products?status=published&sort=-price&cols=name,price');
    await page.getByRole('button', { name: 'Save view' }).click();
    const name = `Dearest ${Date.now()}`;
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Show it to all staff').check();
    await dialog.getByLabel('Open the products with it').check();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/view=/);

    await page.goto('/admin/products');
    await page.waitForURL(/sort=-price.*view=/);
    await page.getByRole('link', { name }).and(page.locator('[aria-current]')).waitFor();
    await rows(page).first().waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([expect.any(String), 'Name↕', 'Price↓']);

    const total = Number(/\d+/.exec(await page.getByText(/^\d+ products$/).innerText())![0]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...lines] = fs.readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(head).toBe('\uFEFFName,Price');
    expect(lines).toHaveLength(total);
    const prices = lines.map((line) => Number(line.slice(line.lastIndexOf(',') + 1)));
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));

    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: `Select all ${total} that match` }).click();
    await page.getByRole('region', { name: 'Selection' }).getByText(`${total} selected`).waitFor();

    await page.getByRole('button', { name: /^View…/ }).click();
    await page.getByRole('button', { name: 'Delete this view' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await page.getByRole('link', { name }).waitFor({ state: 'detached' });
  });
});

it('a hundred rows are rendered where they are seen, and all are reached by keys', async () => {
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.setViewportSize(DESK);
    await open(page, '/admin/products');
    await page.getByLabel('Rows of a page').selectOption('100');
    await page.waitForFunction(() => document.querySelector('tbody tr[aria-hidden]') !== null);
    expect(await rows(page).count()).toBeLessThan(80);
    await rows(page).first().focus();
    await page.keyboard.press('End');
    await eventually(
      async () =>
        (await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'))) === '101',
      { what: 'the last row has the focus' },
    );
    await page.keyboard.press('Home');
    await eventually(
      async () =>
        (await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'))) === '2',
      { what: 'the first row has the focus' },
    );
    expect(await axeFindings(page)).toEqual([]);
  });
});

it('on a phone rows are cards that name their values, and filters are in a sheet', async () => {
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/admin/products');
    const card = rows(page).first();
    const before = (label: string) =>
      card
        .locator(`td[data-label="${label}"]`)
        .evaluate((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', ''));
    expect([await before('Price'), await before('Stock')]).toEqual(['Price', 'Stock']);
    await card.getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Selection' });
    expect(await bar.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByLabel('Status').selectOption('Archived');
    await sheet.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/status=archived/);
    await page.getByRole('link', { name: /^Remove Status: Archived/ }).click();
    await rows(page).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});
