import { afterAll, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { api, signInAsStaff } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium.
afterAll(closeBrowser);

it('staff write a page and put it into the footer, where shoppers find it until it is a draft again', async () => {
  const title = `Care of pearls ${Date.now()}`;
  await visit(
    async (page) => {
      await page.goto('/about');
      await signInAsStaff(page);
      const { menus } = await api<{ menus: { footer: object[] } }>(page, 'GET', '/admin/menus');
      await page.goto('/admin/page/new');
      await page.getByLabel('Title', { exact: true }).fill(title);
      await page.getByLabel('Description').fill('How to keep pearls for a lifetime.');
      await page.getByLabel('Status').selectOption('published');
      await page.getByRole('button', { name: 'Add heading' }).click();
      await page.getByLabel('Heading 1').fill('Every day');
      await page.getByRole('button', { name: 'Add question' }).click();
      await page.getByLabel('Question 2').fill('May they get wet?');
      await page.getByLabel('Answer 2').fill('No: take them off first.');
      const preview = page.frameLocator('iframe[title^="Preview"]');
      await preview.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await preview.locator('article').evaluate((article) => getComputedStyle(article).display)).toBe('grid');
      await page.getByRole('button', { name: /^Move Question/ }).press('ArrowUp');
      await preview.locator('details + h2').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('link', { name: 'In the shop' }).waitFor();
      const path = (await page.getByRole('link', { name: 'In the shop' }).getAttribute('href'))!;

      try {
        await page.goto('/admin/menus');
        await page.getByRole('button', { name: 'Add entry to footer 1', exact: true }).click();
        const at = `footer 1.${(menus.footer[0] as { items: object[] }).items.length + 1}`;
        await page.getByLabel(`Text page of ${at}`).selectOption({ label: title });
        expect(await axeFindings(page)).toEqual([]);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Menus saved').waitFor();

        const shop = await page.context().newPage();
        const link = shop.getByRole('contentinfo').getByRole('link', { name: title });
        await eventually(
          async () => {
            await shop.goto('/faqs');
            return (await link.count()) === 1;
          },
          { what: 'the page in the footer' },
        );
        await link.click();
        await shop.getByRole('heading', { level: 1, name: title }).waitFor();
        expect(new URL(shop.url()).pathname).toBe(path);
        // As crawlers get it.
        const html = await (await page.request.get(path)).text();
        for (const part of ['May they get wet?', '"FAQPage"', 'How to keep pearls']) expect(html).toContain(part);
        await eventually(async () => (await (await page.request.get('/sitemap.xml')).text()).includes(path), {
          what: 'the page in the sitemap',
        });

        await page.goto(`/admin${path}`);
        await page.getByLabel('Status').selectOption('draft');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('Page saved').waitFor();
        await eventually(async () => (await page.request.get(path)).status() === 404, { what: 'the page to be gone' });
        await eventually(
          async () => {
            await shop.goto('/faqs');
            return (await link.count()) === 0;
          },
          { what: 'the footer without it' },
        );
        await page.goto('/admin/menus');
        await page.getByText('This page is a draft: shoppers do not see this entry.').waitFor();
      } finally {
        await api(page, 'PUT', '/admin/menus', { footer: menus.footer });
        await api(page, 'DELETE', `/admin/pages${path.replace('/page', '')}`);
      }
    },
    { tolerates: /404/ },
  );
});
