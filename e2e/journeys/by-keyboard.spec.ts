import { afterAll, expect, it } from '@jest/globals';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { codeFor, mailTo } from '../mailbox.ts';
import { keyboardOf } from './hands.ts';
import { arriveAtOrder, HOME, newAccount, untilCartHas } from './shopper-steps.ts';

// No pointer at all: each control is reached by Tab, and has to be seen where it has the focus. The sandbox stands for Razorpay.
afterAll(closeBrowser);

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
      const hand = keyboardOf(page);
      await hand.press(page.getByRole('banner').getByRole('button', { name: 'Search' }));
      await page
        .getByRole('searchbox')
        .or(page.getByRole('combobox', { name: /search/i }))
        .first()
        .waitFor();
      await page.keyboard.type('Genda Marigold Studs');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\?/);
      await hand.press(page.locator('#page').getByRole('link', { name: 'Genda Marigold Studs', exact: true }));
      await untilHydrated(page, '[data-part="checkout/buy"] button');
      await hand.press(page.getByRole('button', { name: 'Add to cart' }));

      const panel = page.getByRole('dialog', { name: 'Sign in' });
      await hand.write(panel.getByLabel('USERNAME OR EMAIL'), person.email);
      await hand.write(panel.getByLabel('PASSWORD', { exact: true }), person.password);
      const since = new Date();
      await page.keyboard.press('Enter');
      await panel.getByRole('heading', { name: 'ENTER OTP' }).waitFor();
      await hand.write(panel.getByLabel('CODE'), await codeFor(person.email, since));
      await page.keyboard.press('Enter');
      await panel.waitFor({ state: 'detached' });
      await untilCartHas(page, 1);

      await hand.press(page.getByRole('button', { name: /^Cart,/ }));
      await hand.press(page.getByRole('dialog', { name: 'Cart' }).getByRole('link', { name: 'Checkout' }));
      const form = page.locator('[data-part="account/address-form"]');
      await form.waitFor();
      for (const [label, value] of Object.entries(HOME))
        await hand.write(form.getByLabel(label, { exact: true }), value);
      await hand.choose(form.getByLabel('State'), 'Rajasthan');
      await hand.press(form.getByRole('button', { name: /save/i }));
      await page.getByRole('radio', { name: /Meera Joshi/ }).waitFor();

      await hand.press(page.getByRole('button', { name: /^Pay ₹/ }));
      const dialog = page.frameLocator('iframe.razorpay-checkout-frame');
      await hand.press(dialog.getByRole('button', { name: 'Fill in the test card' }));
      await hand.press(dialog.getByRole('button', { name: /^Pay/ }));
      await hand.press(dialog.getByRole('button', { name: 'Success' }));
      const id = await arriveAtOrder(page);
      // The heading, or the page where the order is still on its way.
      expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(H1|MAIN)$/);
      expect((await mailTo(person.email, /order/i)).text).toContain(id.slice(-6).toUpperCase());
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    },
    { viewport },
  );
});
