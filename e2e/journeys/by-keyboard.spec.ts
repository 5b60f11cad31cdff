import { afterAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { arriveAtOrder, codeMailedSince, HOME, mailTo, newAccount, untilCartHas } from './shopper-steps.ts';

// No pointer at all: each control is reached by Tab, and has to be seen where it has the focus. The sandbox stands for Razorpay.
afterAll(closeBrowser);

/** More than any page has; a control that no Tab reaches fails. */
const MOST_TABS = 250;

const hasFocus = (control: Locator) =>
  control
    .first()
    .evaluate((element) => element === document.activeElement)
    .catch(() => false);

/** Whether some of the control can be seen, and the focus on it too. */
const isSeen = (control: Locator) =>
  control.first().evaluate((element) => {
    // A box that is drawn by its label.
    const shown = element.matches('input[type=radio], input[type=checkbox]')
      ? (element.closest('label') ?? element)
      : element;
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
    const isUncovered = steps.some((x) =>
      steps.some((y) => {
        const found = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
        return found !== null && (shown.contains(found) || found.contains(shown));
      }),
    );
    return isUncovered && element.matches(':focus-visible');
  });

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.first().waitFor({ state: 'attached' });
  for (let pressed = 0; !(await hasFocus(control)); pressed++) {
    if (pressed === MOST_TABS) throw new Error(`${control} is not reached by Tab`);
    await page.keyboard.press('Tab');
  }
  if (!(await isSeen(control))) throw new Error(`${control} has the focus, but cannot be seen`);
}
async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}
async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

it.each([
  ['on a desk', { width: 1440, height: 900 }],
  // 1280 × 1024 at 400 %.
  ['at 400 % zoom', { width: 320, height: 256 }],
])('a guest searches, signs in, buys and finds the order by keyboard alone, %s', async (_, viewport) => {
  const person = newPerson('Tara');
  await newAccount(person);
  await visit(
    async (page) => {
      await page.goto('/');
      await untilHydrated(page, '#page h1');
      await press(page, page.getByRole('banner').getByRole('button', { name: 'Search' }));
      await page
        .getByRole('searchbox')
        .or(page.getByRole('combobox', { name: /search/i }))
        .first()
        .waitFor();
      await page.keyboard.type('Genda Marigold Studs');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\?/);
      await press(page, page.locator('#page').getByRole('link', { name: 'Genda Marigold Studs', exact: true }));
      await untilHydrated(page, '[data-part="checkout/buy"] button');
      await press(page, page.getByRole('button', { name: 'Add to cart' }));

      const panel = page.getByRole('dialog', { name: 'Sign in' });
      await write(page, panel.getByLabel('USERNAME OR EMAIL'), person.email);
      await write(page, panel.getByLabel('PASSWORD', { exact: true }), person.password);
      const since = new Date();
      await page.keyboard.press('Enter');
      await panel.getByRole('heading', { name: 'ENTER OTP' }).waitFor();
      await write(page, panel.getByLabel('CODE'), await codeMailedSince(person.email, since));
      await page.keyboard.press('Enter');
      await panel.waitFor({ state: 'detached' });
      await untilCartHas(page, 1);

      await press(page, page.getByRole('button', { name: /^Cart,/ }));
      await press(page, page.getByRole('dialog', { name: 'Cart' }).getByRole('link', { name: 'Checkout' }));
      const form = page.locator('[data-part="account/address-form"]');
      await form.waitFor();
      for (const [label, value] of Object.entries(HOME))
        await write(page, form.getByLabel(label, { exact: true }), value);
      await tabTo(page, form.getByLabel('State'));
      await page.keyboard.type('Rajasthan');
      await press(page, form.getByRole('button', { name: /save/i }));
      await page.getByRole('radio', { name: /Meera Joshi/ }).waitFor();

      await press(page, page.getByRole('button', { name: /^Pay ₹/ }));
      const dialog = page.frameLocator('iframe.razorpay-checkout-frame');
      await press(page, dialog.getByRole('button', { name: 'Fill in the test card' }));
      await press(page, dialog.getByRole('button', { name: /^Pay/ }));
      await press(page, dialog.getByRole('button', { name: 'Success' }));
      const id = await arriveAtOrder(page);
      // The heading, or the page where the order is still on its way.
      expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(H1|MAIN)$/);
      expect((await mailTo(person.email, /order/i)).text).toContain(id.slice(-6).toUpperCase());
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    },
    { viewport },
  );
});
