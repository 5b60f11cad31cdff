import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { signInByPanel } from './shopper-steps.ts';

afterAll(closeBrowser);

async function openComponents(page: Page): Promise<void> {
  await page.goto('/');
  await untilHydrated(page, '#page h1');
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await signInByPanel(page, shopUnderTest().admin);
  await page.goto('/admin/design');
  await page.getByRole('heading', { name: 'Waiting, empty, failed' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
}

describe('the page of all components', () => {
  it('has dialogs that Escape closes, and the focus is on their button again', async () => {
    await visit(async (page) => {
      await openComponents(page);
      for (const name of ['Open a dialog', 'Open a drawer']) {
        await page.getByRole('button', { name }).click();
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
      }
    });
  });

  it('keeps room above the words of a text area, as its own rule says after that of all fields', async () => {
    await visit(async (page) => {
      await openComponents(page);
      const padding = await page
        .locator('textarea')
        .first()
        .evaluate((area) => getComputedStyle(area).paddingBlockStart);
      expect(padding).toBe('8px');
    });
  });
});

describe('the 3D view of a piece', () => {
  it('loads when it is asked for, is turned by keys, follows the metal, and leaves nothing behind', async () => {
    await visit(
      async (page) => {
        const loaded: string[] = [];
        page.on('request', (request) => loaded.push(request.url()));
        await page.goto('/product/group/AR-1001');
        await untilHydrated(page, '#page h1');
        await page.waitForLoadState('networkidle');
        expect(loaded.filter((url) => url.includes('view-3d'))).toEqual([]);

        await page.getByRole('button', { name: '3D view' }).click();
        const view = page.getByRole('group', { name: /^3D view of/ });
        await page.locator('[data-3d=still]').waitFor();
        const model = view.getByRole('application');
        expect(await model.evaluate((element) => element === document.activeElement)).toBe(true);
        const before = await model.screenshot();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        await eventually(async () => !(await model.screenshot()).equals(before), { what: 'the piece turned' });

        await page.getByRole('link', { name: /^Rose Gold/ }).click();
        await page.waitForURL(/variant=/);
        await page.locator('[data-3d=still]').waitFor();
        expect(await axeFindings(page, { within: '[data-3d]' })).toEqual([]);

        await model.focus();
        await page.keyboard.press('Escape');
        await view.waitFor({ state: 'detached' });
        await eventually(async () =>
          expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('3D view'),
        );
        expect(await page.locator('canvas').count()).toBe(0);
      },
      // Without a graphics card each pixel costs processor time.
      { reducedMotion: 'reduce', viewport: { width: 390, height: 844 } },
    );
  });
});
