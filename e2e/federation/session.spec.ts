import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson, register, registerAndOpenProfile } from './accounts.ts';
import { untilHydrated } from './page-watch.ts';

afterAll(closeBrowser);

/** Counts the frames of this document in which `text` is visible. */
async function watchFrames(page: Page, text: string): Promise<void> {
  await page.evaluate((secret) => {
    const frames = { seen: 0, all: 0 };
    Object.assign(window, { frames_: frames });
    const checkFrame = () => {
      frames.all++;
      const shown = `${document.body.innerText} ${[...document.querySelectorAll('input')].map((one) => one.value).join(' ')}`;
      if (shown.includes(secret)) frames.seen++;
      requestAnimationFrame(checkFrame);
    };
    checkFrame();
  }, text);
}

const framesOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { frames_: { seen: number; all: number } }).frames_);

/** Opens the account menu and clicks a link. */
async function follow(page: Page, name: 'Profile' | 'Logout'): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
}

describe('two people at one browser', () => {
  it('do not see anything of each other, not for one frame', async () => {
    const [asha, bela] = [newPerson('Asha'), newPerson('Bela')];
    await visit(
      async (page) => {
        await registerAndOpenProfile(page, asha);

        await follow(page, 'Logout');
        await eventually(() => new URL(page.url()).pathname === '/', { what: 'at home' });
        await page.getByRole('button', { name: 'Sign in' }).waitFor();
        await watchFrames(page, asha.email);
        // Also after Back.
        await page.goBack();
        await eventually(() => new URL(page.url()).pathname === '/', { what: 'sent home again' });
        await watchFrames(page, asha.email);

        await register(page, bela);
        await page.evaluate(() => {
          document.dispatchEvent(new Event('visibilitychange'));
        });
        await page.getByRole('button', { name: `Account of ${bela.name}` }).waitFor();
        await follow(page, 'Profile');
        await page.getByText(bela.email).first().waitFor();
        const { seen, all } = await framesOn(page);
        expect(all).toBeGreaterThan(3);
        expect(seen).toBe(0);
      },
      { tolerates: /401/ },
    );
  });

  it('the tab that was left open forgets the first one when the second signs in elsewhere', async () => {
    const [asha, bela] = [newPerson('Asha'), newPerson('Bela')];
    await visit(
      async (page) => {
        await registerAndOpenProfile(page, asha);

        const other = await page.context().newPage();
        await other.goto('/about');
        await untilHydrated(other, '#page h1');
        await follow(other, 'Logout');
        await other.getByRole('button', { name: 'Sign in' }).waitFor();
        await eventually(async () => !(await page.locator('body').innerText()).includes(asha.email), {
          what: 'the other tab forgot',
        });
        await register(other, bela);
        await other.reload();
        await other.getByRole('button', { name: `Account of ${bela.name}` }).waitFor();
        await eventually(async () => !(await page.content()).includes(asha.email), {
          what: 'nothing of the first is left',
        });
      },
      { tolerates: /401/ },
    );
  });
});

describe('what belongs to one visitor', () => {
  it('is in no HTML of the server, and appears when the page is alive', async () => {
    const asha = newPerson('Asha');
    await visit(async (page) => {
      await page.goto('/about');
      await register(page, asha);
      const html = await (await page.request.get('/user/profile')).text();
      expect(html).not.toContain(asha.email);
      expect(html).not.toContain(asha.name);
      await page.goto('/');
      await page.getByRole('button', { name: `Account of ${asha.name}` }).waitFor();
      await page.getByRole('button', { name: /^Account of/ }).click();
      expect(await page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0);
    });
  });
});
