import { afterAll, describe, expect, it } from '@jest/globals';
import { closeBrowser, visit } from '../browser.ts';
import { shopUnderTest } from '../shop-under-test.ts';

afterAll(closeBrowser);

describe('a visitor who opens the shop', () => {
  it('gets a complete page from the server, before any script ran', async () => {
    await visit(
      async (page) => {
        const response = await page.goto('/');
        expect(response?.status()).toBe(200);
        expect(await page.getByRole('main').innerText()).not.toBe('');
        expect(await page.getByRole('banner').count()).toBe(1);
        expect(await page.getByRole('contentinfo').count()).toBe(1);
      },
      { javaScriptEnabled: false },
    );
  });

  it('sees it come alive without a single error', async () => {
    await visit(async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      expect(await page.title()).not.toBe('');
    });
  });

  it('gets a page of the shop, with status 404, where there is none', async () => {
    await visit(
      async (page) => {
        const response = await page.goto('/no/such/page');
        expect(response?.status()).toBe(404);
        expect(await page.getByRole('banner').count()).toBe(1);
      },
      { tolerates: /404/ },
    );
  });
});

it('staff find the mails that the shop sends', async () => {
  const response = await fetch(shopUnderTest().mailbox);
  expect(response.status).toBe(200);
});
