import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BROWSER_FLAGS, eventually } from '@shop/test-kit';
import { chromium, type Browser, type Page } from 'playwright-core';
import { provideChromium } from '../../infra/provision/chromium.ts';
import { openContext } from '../browser.ts';
import { newPerson, register, registerAndOpenProfile, type Person } from './accounts.ts';

// A separate browser, because the headless one has no back/forward cache, and Playwright disables it in the full one.
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await provideChromium(),
    args: [...BROWSER_FLAGS],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});
afterAll(() => browser.close());

interface Restored {
  /** From the back/forward cache. */
  wasCached: boolean;
  /** Frames since then in which the text was visible, and all frames. */
  seen: number;
  all: number;
}

/** Counts the frames in which `text` is visible after this document is restored; the result survives a reload. */
async function watchRestored(page: Page, text: string): Promise<void> {
  await page.evaluate((secret) => {
    sessionStorage.removeItem('restored');
    window.addEventListener('pageshow', ({ persisted }) => {
      const restored = { wasCached: persisted, seen: 0, all: 0 };
      const checkFrame = () => {
        restored.all++;
        // `innerText` excludes hidden text.
        if (document.body.innerText.includes(secret)) restored.seen++;
        sessionStorage.setItem('restored', JSON.stringify(restored));
        requestAnimationFrame(checkFrame);
      };
      checkFrame();
    });
  }, text);
}

const restoredOn = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('restored') ?? 'null') as Restored | null).catch(() => null);

/** Opens Asha's profile, and then another document of the shop. */
async function leaveProfile(page: Page, asha: Person): Promise<void> {
  await registerAndOpenProfile(page, asha);
  await watchRestored(page, asha.email);
  await page.goto('/about');
  await page.getByRole('button', { name: `Account of ${asha.name}` }).waitFor();
}

async function inContext(journey: (page: Page) => Promise<void>): Promise<void> {
  const context = await openContext({}, browser);
  try {
    await journey(await context.newPage());
  } finally {
    await context.close();
  }
}

describe('a page that the browser keeps for Back', () => {
  it('is there again at once for the one who left it', async () => {
    const asha = newPerson('Asha');
    await inContext(async (page) => {
      await leaveProfile(page, asha);
      await page.goBack({ waitUntil: 'commit' });
      await eventually(async () => expect(await restoredOn(page)).toMatchObject({ wasCached: true }));
      await eventually(async () => expect((await restoredOn(page))!.seen).toBeGreaterThan(0));
    });
  });

  it('shows nothing of whom it belonged to when somebody else has come, not for one frame', async () => {
    const [asha, bela] = [newPerson('Asha'), newPerson('Bela')];
    await inContext(async (page) => {
      await leaveProfile(page, asha);
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await register(page, bela);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.getByRole('button', { name: `Account of ${bela.name}` }).waitFor();
      // The home page replaced /user/logout, so the profile is the entry before /about.
      await page.evaluate(() => window.history.go(-2));
      await page.getByText(bela.email).first().waitFor();
      expect(await restoredOn(page)).toMatchObject({ wasCached: true, seen: 0 });
    });
  });
});
