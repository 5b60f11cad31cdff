import fs from 'node:fs';
import { afterAll, expect, it } from '@jest/globals';
import { closeBrowser, visit } from '../browser.ts';
import { staffCookies } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium.
afterAll(closeBrowser);

it('the products go out as a workbook, which imported again changes nothing', async () => {
  const cookies = await staffCookies();
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.goto('/admin/product-imports');
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export products (XLSX)' }).click(),
    ]);
    expect(workbook.suggestedFilename()).toBe('products.xlsx');
    const buffer = fs.readFileSync(await workbook.path());
    await page
      .getByLabel('File of products (CSV or XLSX)')
      .setInputFiles({ name: 'products.xlsx', mimeType: 'application/octet-stream', buffer });
    await page.waitForURL(/\/admin\/product-import\/[0-9a-f]{24}$/);
    const counts = await page.getByText(/^Nothing is changed yet: /).innerText();
    expect(counts).toMatch(/\d nothing to change/);
    expect(counts).not.toMatch(/to (add|change),/);
  });
});
