import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Locator, Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson, register, signInAsAdmin } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { openPiece } from './shopper-steps.ts';

afterAll(closeBrowser);

const WIDTHS = [390, 768, 1440];
const RING = 'AR-1001';

const chat = (page: Page) => page.getByRole('link', { name: /^Chat with/ });
const openHome = async (page: Page) => {
  await page.goto('/');
  await untilHydrated(page, '#page h1');
};
const signedIn = async (page: Page) => {
  await page.goto('/about');
  await register(page, newPerson('Asha'));
};

/** Whether a press on its middle and its corners reaches the element. */
const isFree = (part: Locator) =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.05, 0.5, 0.95].every((x) =>
      [0.1, 0.5, 0.9].every((y) => {
        const found = document.elementFromPoint(left + x * width, top + y * height);
        return found === null || element.contains(found) || found.contains(element);
      }),
    );
  });

describe('the chat', () => {
  it.each(WIDTHS)('moves away from what can be pressed, at %i px', async (width) => {
    await visit(
      async (page) => {
        await openPiece(page, RING);
        const buttons = ['Buy Now', 'Add to cart'].map((name) => page.getByRole('button', { name }).first());
        const swatches = page.getByRole('link', { name: 'Rose Gold', exact: true }).first();
        const arrows = page.locator('button[aria-label=Next]').last();
        for (const control of [...buttons, swatches, arrows]) {
          // Where the chat would lie upon it; phones have a bar below that once the buttons are scrolled past.
          const fromBottom = control === arrows && width < 768 ? 104 : 40;
          await control.evaluate((element, distance) => {
            const bottom = element.getBoundingClientRect().bottom + window.scrollY;
            window.scrollTo({ top: bottom - window.innerHeight + distance, behavior: 'instant' });
          }, fromBottom);
          await eventually(() => isFree(control), { what: `${await control.textContent()} without the chat on it` });
        }
        expect(await chat(page).isVisible()).toBe(true);
      },
      { viewport: { width, height: 800 }, reducedMotion: 'reduce' },
    );
  });

  it('is not in the staff area', async () => {
    await visit(async (page) => {
      await page.goto('/about');
      await chat(page).waitFor();
      await signInAsAdmin(page);
      await page.goto('/admin/orders');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await chat(page).count()).toBe(0);
    });
  });
});

describe('the cart', () => {
  it.each(WIDTHS)(
    'without its last piece keeps its size, and Undo can be pressed under a toast, at %i px',
    async (width) => {
      await visit(
        async (page) => {
          await signedIn(page);
          await openPiece(page, RING);
          await page.getByRole('combobox', { name: 'Ring size' }).selectOption('12');
          await page.getByRole('button', { name: 'Add to cart' }).first().click();
          await page.getByText('Added to cart!').waitFor();
          await page.locator('[data-part="checkout/cart-button"] button').click();
          await page.getByRole('button', { name: /^Remove/ }).click();
          const drawer = page.getByRole('dialog', { name: 'Cart' });
          await drawer.getByText('Your cart is empty').waitFor();
          const goOn = drawer.getByRole('link', { name: 'Go to the shop' });
          const size = (await goOn.boundingBox())!;
          expect(size.height).toBeLessThan(80);
          expect(await isFree(drawer.getByRole('button', { name: 'Undo' }))).toBe(true);
          await page.waitForLoadState('networkidle');
          expect(await goOn.boundingBox()).toEqual(size);
          await drawer.getByRole('button', { name: 'Undo' }).click();
          await drawer.getByRole('button', { name: 'One more' }).waitFor();
        },
        { viewport: { width, height: 800 }, reducedMotion: 'reduce' },
      );
    },
  );
});

describe('a slow answer', () => {
  it('of the search is waited for on its page, with twelve skeletons', async () => {
    await visit(async (page) => {
      await openHome(page);
      let answer = () => {};
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/v1/search?*', async (route) => {
        await asked;
        await route.continue();
      });
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
      const words = page.getByRole('dialog').getByRole('searchbox');
      await words.fill('ring');
      await page.getByRole('dialog').getByRole('region', { name: 'Categories' }).waitFor();
      await words.press('ArrowDown');
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\?q=ring/);
      const waiting = page.getByRole('status', { name: 'Loading products' });
      await waiting.waitFor();
      expect(await waiting.locator(':scope > *').count()).toBe(12);
      answer();
      await page.getByText(/^Results \(\d+\)$/).waitFor();
    });
  });

  it('of signing out leaves the header whole in every frame', async () => {
    await visit(async (page) => {
      await signedIn(page);
      await openHome(page);
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Account of/ })
        .waitFor();
      await page.evaluate(() => {
        const seen = new Set<string>();
        Object.assign(window, { seen });
        const look = () => {
          seen.add([...document.querySelectorAll('header a')].map(({ textContent }) => textContent).join(' '));
          requestAnimationFrame(look);
        };
        look();
      });
      // Without an answer: what the header shows is there already.
      await page.route('**/api/v1/categories', () => {});
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Account of/ })
        .click();
      await page.getByRole('link', { name: 'Logout' }).click();
      await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
      const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
      for (const header of seen) expect(header).toMatch(/Aranya.*Rings?.*Contact/i);
    });
  });
});
