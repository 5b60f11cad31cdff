import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { openAsFresh, untilHydrated, seenOn, watchPage } from './page-watch.ts';

afterAll(closeBrowser);

const HEADING = '#page h1';
const CART = '[data-part="checkout/cart-button"] button';
const heading = (page: Page) => page.locator(HEADING);
const alive = async (page: Page) => {
  await untilHydrated(page, HEADING);
  await untilHydrated(page, CART);
};
const aliveOn = async (page: Page, path: string) => {
  await page.goto(path);
  await alive(page);
};
const firstProduct = (page: Page) => page.locator('#page a[href^="/product/group/"]').first();

/** On a busy machine a page whose data is not cached may be rendered without it; the next one has it. */
const openComplete = (page: Page, path: string) =>
  eventually(async () => {
    await page.goto(path);
    expect(await heading(page).count()).toBe(1);
  });

it('a visit of these tests ends when the changes that its pages sent are answered', async () => {
  const answered: number[] = [];
  await visit(
    async (page) => {
      await page.goto('/about');
      page.on('response', (response) => {
        if (response.request().method() === 'POST') answered.push(response.status());
      });
      await page.evaluate(() => void fetch('/api/v1/auth/refresh', { method: 'POST' }));
    },
    { tolerates: /401/ },
  );
  expect(answered).toEqual([401]);
});

describe('with JavaScript switched off', () => {
  it('home, listing, product and text pages can be read, and links lead from one to the other', async () => {
    await visit(
      async (page) => {
        await openComplete(page, '/');
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'rings', exact: true }).click();
        await page.waitForURL('**/product/ring');
        expect(await page.locator('#page a[href^="/product/group/"]').count()).toBeGreaterThanOrEqual(12);
        await firstProduct(page).click();
        await page.waitForURL('**/product/group/**');
        expect(await heading(page).innerText()).not.toBe('');
        expect(await page.locator('#page').innerText()).toContain('₹');
        await page.getByRole('contentinfo').getByRole('link', { name: 'Shipping Policy' }).click();
        await page.waitForURL('**/shipping-policy');
        expect(await heading(page).innerText()).toMatch(/shipping/i);
      },
      { javaScriptEnabled: false },
    );
  });

  it('the menu of narrow screens opens, with one sub-menu at a time', async () => {
    await visit(
      async (page) => {
        await openComplete(page, '/');
        await page.locator('summary[aria-label="Menu"]').click();
        const menu = page.getByRole('navigation', { name: 'Menu' });
        await menu.locator('summary', { hasText: /^rings$/ }).click();
        await menu.locator('summary', { hasText: 'pendants' }).click();
        expect(await menu.locator('details[open]').count()).toBe(1);
        await menu.getByRole('link', { name: 'All pendants' }).click();
        await page.waitForURL('**/product/pendant');
      },
      { javaScriptEnabled: false, viewport: { width: 390, height: 800 } },
    );
  });
});

describe.each(['/', '/product/ring', '/about'])('the page %s', (path) => {
  it('comes alive with no element removed, nothing moved, and nothing fetched a second time', async () => {
    await visit(async (page) => {
      await watchPage(page);
      const fetched: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'fetch') fetched.push(new URL(request.url()).pathname);
      });
      await openAsFresh(page, path);
      await alive(page);
      await page.waitForLoadState('networkidle');
      expect(fetched).toEqual(['/api/v1/me']);
      const seen = await seenOn(page);
      expect(seen.removed).toEqual([]);
      expect(seen.shift).toBeLessThan(0.02);
    });
  });
});

describe('Back, Forward and reload', () => {
  it('keep the place', async () => {
    await visit(async (page) => {
      await aliveOn(page, '/product/ring');
      await firstProduct(page).scrollIntoViewIfNeeded();
      await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }));
      await eventually(() => page.evaluate(() => window.scrollY >= 600), { what: 'scrolled' });
      const place = await page.evaluate(() => window.scrollY);
      await page.evaluate(() => document.querySelectorAll<HTMLElement>('#page a[href^="/product/group/"]')[3]!.click());
      await page.waitForURL('**/product/group/**');
      await eventually(() => page.evaluate(() => window.scrollY < 10), { what: 'a new page starts at the top' });
      await page.goBack();
      await page.waitForURL('**/product/ring');
      await eventually(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place) < 20, {
        what: 'Back restores the place',
      });
      await page.reload();
      await untilHydrated(page, HEADING);
      await eventually(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place) < 20, {
        what: 'reload keeps the place',
      });
      await page.goForward();
      await page.waitForURL('**/product/group/**');
    });
  });
});

describe('keyboard and screen reader', () => {
  it('follow a navigation: the title is said, and the focus is at the new heading', async () => {
    await visit(async (page) => {
      await aliveOn(page, '/about');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/contact');
      await eventually(async () => {
        expect(await page.locator('#announcer').textContent()).toBe(await page.title());
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      });
      expect(await page.title()).toMatch(/contact/i);
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/contact$/);
    });
  });

  it('can skip to the content', async () => {
    await visit(async (page) => {
      await page.goto('/about');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    });
  });
});

describe('a link', () => {
  it('that the pointer comes to brings its page ahead: the click asks for nothing more', async () => {
    await visit(async (page) => {
      await aliveOn(page, '/about');
      const asked: string[] = [];
      page.on('request', (request) => {
        if (['fetch', 'script'].includes(request.resourceType())) asked.push(request.url());
      });
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'rings', exact: true });
      await link.hover();
      await eventually(() => asked.some((url) => url.includes('/api/v1/products')), { what: 'its data was asked for' });
      await page.waitForLoadState('networkidle');
      expect(asked.some((url) => /listing-page\.\w+\.js/.test(url))).toBe(true);
      asked.length = 0;
      await link.click();
      await page.waitForURL('**/product/ring');
      await firstProduct(page).waitFor();
      expect(asked).toEqual([]);
    });
  });
});

describe('an overlay', () => {
  const signIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' });
  const dialog = (page: Page) => page.getByRole('dialog');

  it('holds the focus and the page below it, and gives both back on Escape, on its button and on a click beside it', async () => {
    await visit(async (page) => {
      await aliveOn(page, '/about');
      const closes = [
        () => page.keyboard.press('Escape'),
        () => dialog(page).getByRole('button', { name: 'Close' }).click(),
        () => page.mouse.click(5, 5),
      ];
      for (const close of closes) {
        await signIn(page).click();
        await dialog(page).getByRole('heading', { name: 'SIGN IN' }).waitFor();
        expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
        await close();
        await dialog(page).waitFor({ state: 'detached' });
        expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Sign in');
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');
      }
    });
  });

  it('whose code does not come leaves the page as it is, and opens once there is a network', async () => {
    await visit(
      async (page) => {
        await aliveOn(page, '/about');
        await page.context().setOffline(true);
        await signIn(page).click();
        const notice = page.getByRole('alert').filter({ hasText: 'Not available right now: sign in' });
        await notice.waitFor();
        expect(await heading(page).count()).toBe(1);
        await page.context().setOffline(false);
        await notice.getByRole('button', { name: 'Retry' }).click();
        await notice.waitFor({ state: 'detached' });
        await signIn(page).click();
        await dialog(page).getByRole('heading', { name: 'SIGN IN' }).waitFor();
      },
      { tolerates: /Failed to load|ERR_INTERNET_DISCONNECTED|Loading (CSS )?chunk|ScriptExternalLoadError/i },
    );
  });

  it('goes with the page that it was opened on', async () => {
    await visit(async (page) => {
      await aliveOn(page, '/about');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
      await page.waitForURL('**/contact');
      await signIn(page).click();
      await dialog(page).waitFor();
      await page.goBack();
      await page.waitForURL('**/about');
      await dialog(page).waitFor({ state: 'detached' });
    });
  });
});

describe('a visitor who is faster than the scripts', () => {
  it('gets what was clicked as soon as it is alive', async () => {
    await visit(async (page) => {
      let release!: () => void;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/shell\/.*\.js$/, async (route) => {
        await released;
        await route.continue();
      });
      await page.goto('/about', { waitUntil: 'domcontentloaded' });
      await page.getByRole('button', { name: 'Sign in' }).click();
      expect(await page.getByRole('dialog').count()).toBe(0);
      release();
      await page.getByRole('dialog').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(1);
    });
  });
});

describe('the country', () => {
  it.each([
    ['hover', (page: Page) => page.getByRole('button', { name: /^Country/ }).hover()],
    ['click', (page: Page) => page.getByRole('button', { name: /^Country/ }).click()],
    ['focus', (page: Page) => page.getByRole('button', { name: /^Country/ }).focus()],
  ])('can be chosen on %s, and the server knows it on the next page', async (_how, open) => {
    await visit(async (page) => {
      await aliveOn(page, '/product/ring');
      const price = page
        .locator('#page')
        .getByText(/₹[\d,]+\.\d\d/)
        .first();
      await price.waitFor();
      await open(page);
      await page.getByRole('button', { name: /United States/ }).click();
      await page
        .locator('#page')
        .getByText(/\$[\d,]+\.\d\d/)
        .first()
        .waitFor();
      expect(await page.getByRole('button', { name: /^Country/ }).innerText()).toContain('US $');
      const html = await (await page.request.get('/product/ring')).text();
      expect(html).toMatch(/\$[\d,]+\.\d\d/);
      expect(html).not.toMatch(/>₹[\d,]+\.\d\d/);
    });
  });
});

describe('the frame', () => {
  it('is translucent once the page is scrolled at all, and solid at the top', async () => {
    await visit(async (page) => {
      await aliveOn(page, '/product/ring');
      const banner = page.getByRole('banner');
      expect(await banner.getAttribute('data-scrolled')).toBeNull();
      await page.evaluate(() => window.scrollTo(0, 5));
      await eventually(async () => (await banner.getAttribute('data-scrolled')) !== null, { what: 'translucent' });
      await page.evaluate(() => window.scrollTo(0, 0));
      await eventually(async () => (await banner.getAttribute('data-scrolled')) === null, { what: 'solid' });
    });
  });

  it('closes the menu of narrow screens when the path changes', async () => {
    await visit(
      async (page) => {
        await aliveOn(page, '/about');
        await page.locator('summary[aria-label="Menu"]').click();
        await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'contact' }).click();
        await page.waitForURL('**/contact');
        await eventually(async () => (await page.locator('header details[open]').count()) === 0, { what: 'closed' });
      },
      { viewport: { width: 390, height: 800 } },
    );
  });

  it('shows on request which slice owns which part', async () => {
    await visit(async (page) => {
      await aliveOn(page, '/about?slices');
      await eventually(
        () =>
          page.evaluate(() => getComputedStyle(document.querySelector('#page')!, '::after').content === '"storefront"'),
        { what: 'the page is named as the storefront’s' },
      );
      await page.keyboard.press('Alt+Shift+KeyS');
      expect(await page.evaluate(() => document.documentElement.hasAttribute('data-show-slices'))).toBe(false);
    });
  });

  it.each(['/user/profile', '/checkout', '/admin'])('sends a guest from %s home', async (path) => {
    await visit(async (page) => {
      await page.goto(path);
      expect(new URL(page.url()).pathname).toBe('/');
      await heading(page).waitFor();
    });
  });
});
