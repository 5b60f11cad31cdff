import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { chromium, type Browser, type Page } from 'playwright-core';
import { provideChromium } from '../../infra/provision/chromium.ts';
import { ARGUMENTS } from '../browser.ts';
import { theShop } from '../shop.ts';
import { newPerson, register, type Person } from './people.ts';

// A browser of its own: Playwright switches off the pages that a browser keeps for Back.
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await provideChromium(),
    args: ARGUMENTS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});
afterAll(() => browser.close());

interface Back {
  /** The browser brought the page as it was left. */
  wasKept: boolean;
  /** Frames after that in which the text could be read, and all of them. */
  seen: number;
  all: number;
}

/** Notes what can be read in this document once the browser brings it back; survives a reload. */
async function watchBack(page: Page, text: string): Promise<void> {
  await page.evaluate((secret) => {
    sessionStorage.removeItem('back');
    window.addEventListener('pageshow', ({ persisted }) => {
      const back = { wasKept: persisted, seen: 0, all: 0 };
      const look = () => {
        back.all++;
        // What is hidden is no part of it.
        if (document.body.innerText.includes(secret)) back.seen++;
        sessionStorage.setItem('back', JSON.stringify(back));
        requestAnimationFrame(look);
      };
      look();
    });
  }, text);
}

const backOn = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('back') ?? 'null') as Back | null).catch(() => null);

/** Asha is on her profile, and then on another document of the shop. */
async function leaveProfile(page: Page, asha: Person): Promise<void> {
  await page.goto('/about');
  await register(page, asha);
  await page.goto('/user/profile');
  await page.getByText(asha.email).first().waitFor();
  await watchBack(page, asha.email);
  await page.goto('/about');
  await page.getByRole('button', { name: `Account of ${asha.name}` }).waitFor();
}

async function inContext(journey: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: theShop().url });
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
      await eventually(async () => expect(await backOn(page)).toMatchObject({ wasKept: true }));
      await eventually(async () => expect((await backOn(page))!.seen).toBeGreaterThan(0));
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
      // Home came in the place of /user/logout: the profile is before /about.
      await page.evaluate(() => window.history.go(-2));
      await page.getByText(bela.email).first().waitFor();
      expect(await backOn(page)).toMatchObject({ wasKept: true, seen: 0 });
    });
  });
});
