import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { api, staffCookies } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium.
let cookies: Awaited<ReturnType<typeof staffCookies>>;
beforeAll(async () => {
  cookies = await staffCookies();
});
afterAll(closeBrowser);

interface Product {
  _id: string;
  productGroup: string;
  price: number;
  featured: number;
}

const productNow = async (page: Page, id: string) =>
  (await api<{ product: Product }>(page, 'GET', `/admin/product/${id}`)).product;
const priceInShop = async (page: Page, { productGroup, _id }: Product) =>
  (await api<{ product: Product }>(page, 'GET', `/product/group/${productGroup}?variant=${_id}`)).product.price;

it('staff raise the prices of a filter by per cent: preview, apply, what changed since, undo, all at one address', async () => {
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/admin/products?q=pendant&status=published');
    await page.locator('tbody tr[data-index]').first().waitFor();
    const { products, totalCount } = await api<{ products: Product[]; totalCount: number }>(
      ...([page, 'GET', '/admin/products?q=pendant&status=published&limit=100'] as const),
    );
    expect(totalCount).toBeGreaterThan(26);
    const [first, second] = products as [Product, Product];
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: `Select all ${totalCount} that match` }).click();
    await page.getByRole('button', { name: `Edit ${totalCount} products` }).click();
    await page.waitForURL(/\/admin\/product-edit\/[0-9a-f]{24}$/);
    const address = page.url();

    await page.getByLabel('Price', { exact: true }).selectOption('percent');
    await page.getByLabel('Change in %').fill('12.5');
    await page.getByLabel('Rounded').selectOption('10');
    await page.getByLabel('Featured', { exact: true }).selectOption('set');
    await page.getByLabel('Featured, highest first').fill('77');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByText(`${totalCount} to change, 0 with a problem, 0 with nothing to change`).waitFor();
    expect((await productNow(page, first._id)).price).toBe(first.price);
    expect(await axeFindings(page)).toEqual([]);

    // Another one of the staff, before its turn.
    await api(page, 'PUT', `/admin/product/${second._id}`, { price: second.price + 1 });
    await page.reload();
    await page.getByRole('button', { name: `Apply to ${totalCount} products` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.getByText(`Applied: ${totalCount - 1} changed, 1 skipped`).waitFor();
    const raised = Math.round((first.price * 1.125) / 10) * 10;
    expect(await productNow(page, first._id)).toMatchObject({ price: raised, featured: 77 });
    expect((await productNow(page, second._id)).price).toBe(second.price + 1);
    await eventually(async () => expect(await priceInShop(page, first)).toBe(raised), {
      what: 'the price in the shop',
    });

    // Found again, by keyboard.
    await page.getByRole('link', { name: /Edits of several/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/edits=yes/);
    const entry = page.getByRole('table', { name: 'Edits of several products' }).getByRole('link').first();
    await entry.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(address);

    await api(page, 'PUT', `/admin/product/${first._id}`, { price: 99 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`Undone: ${totalCount - 2} restored, 1 with something that changed since`).waitFor();
    await page.getByRole('link', { name: 'Changed since (1)' }).click();
    await page.getByText('Price: It is ₹99.00 now').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // The field that was not changed since is restored all the same.
    expect(await productNow(page, first._id)).toMatchObject({ price: 99, featured: first.featured });
    const third = products[2]!;
    expect(await productNow(page, third._id)).toMatchObject({ price: third.price, featured: third.featured });
    await api(page, 'PUT', `/admin/product/${first._id}`, { price: first.price });
    await api(page, 'PUT', `/admin/product/${second._id}`, { price: second.price });
  });
});
