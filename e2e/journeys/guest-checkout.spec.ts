import { afterAll, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson, type Person, register } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { codeFor, mailsTo } from '../mailbox.ts';
import {
  arriveAtOrder,
  ask,
  HOME,
  openPiece,
  payButton,
  payByCard,
  signInByPanel,
  untilCartHas,
  writeAddress,
} from './shopper-steps.ts';

// The whole shop with its demo data, in Chromium. Razorpay and the mail server are the sandbox.
afterAll(closeBrowser);

const STUDS = 'AR-1105';
const ADDRESS = { ...HOME, state: 'Rajasthan', country: 'India' };
const panel = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
const account = (page: Page) => page.getByRole('button', { name: /^Account of/ });

/** Puts a piece into the cart as a guest, whom that leads to the panel, and continues there with an e-mail address. */
async function addAndContinue(page: Page, { email }: Person): Promise<void> {
  await openPiece(page, STUDS);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await panel(page).getByRole('button', { name: 'CONTINUE WITH E-MAIL' }).click();
  await panel(page).getByRole('heading', { name: 'CONTINUE WITH E-MAIL' }).waitFor();
  await panel(page).getByRole('button', { name: 'SEND CODE' }).click();
  await panel(page).getByText('E-mail is required').waitFor();
  expect(await axeFindings(page, { within: 'dialog[open]' })).toEqual([]);
  const since = new Date();
  await panel(page).getByLabel('EMAIL').fill(` ${email} `);
  await panel(page).getByRole('button', { name: 'SEND CODE' }).click();
  await panel(page)
    .getByLabel('CODE')
    .fill(await codeFor(email, since));
  await panel(page).getByRole('button', { name: 'Verify & Login' }).click();
  await panel(page).waitFor({ state: 'detached' });
  await untilCartHas(page, 1);
}

async function buy(page: Page): Promise<string> {
  await page.goto('/checkout');
  await writeAddress(page);
  await payButton(page).click();
  await payByCard(page, 'Success');
  return arriveAtOrder(page);
}

async function signOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
}

it('somebody without an account buys with a code from the mail, sets a password afterwards, and signs in with it', async () => {
  const meera = newPerson('Meera');
  await visit(async (page) => {
    await addAndContinue(page, meera);
    const id = await buy(page);
    const number = `#${id.slice(-6).toUpperCase()}`;
    const offer = page.getByRole('region', { name: 'Set a password?' });
    await offer.waitFor();
    expect(await axeFindings(page, { within: '#page' })).toEqual([]);

    await offer.getByRole('link', { name: 'Set a password' }).click();
    await page.getByRole('button', { name: 'Set a password' }).click();
    const dialog = page.getByRole('dialog');
    const since = new Date();
    await dialog.getByRole('button', { name: 'Send the code' }).click();
    await dialog.getByLabel('Code').fill(await codeFor(meera.email, since));
    await dialog.getByLabel('New password').fill(meera.password);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change password' }).waitFor();

    await signOut(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signInByPanel(page, meera);
    await account(page).click();
    await page.getByRole('banner').getByRole('link', { name: 'Orders' }).click();
    await page.getByText(number).first().waitFor();
    await page.goto(`/user/order/${id}`);
    await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
    expect(await offer.count()).toBe(0);
  });
});

it('with the address of an account the order joins it, and nothing of the account is in sight until a full sign-in', async () => {
  const asha = newPerson('Asha');
  await visit(async (page) => {
    await page.goto('/about');
    await register(page, asha);
    await page.evaluate(
      (address) =>
        fetch('/api/v1/me/addresses', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ address }),
        }),
      {
        ...{ name: 'Asha at home', phone: ADDRESS.Phone, street: '1 Quiet Lane', city: ADDRESS.City },
        ...{ state: ADDRESS.state, pincode: ADDRESS.Pincode, country: ADDRESS.country },
      },
    );
  });
  await visit(async (page) => {
    await addAndContinue(page, asha);
    // `writeAddress` fills in the form that only those without an address see.
    const id = await buy(page);
    const number = `#${id.slice(-6).toUpperCase()}`;
    await page.getByText('This order joined the account').waitFor();
    expect(await page.content()).not.toContain('Quiet Lane');
    await eventually(async () => (await mailsTo(asha.email, /is confirmed/)).length > 0, { what: 'the confirmation' });

    for (const path of ['/user/profile', '/user/orders', '/user/security', '/user/data']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Sign in to see your account' }).waitFor();
    }
    expect(await axeFindings(page, { within: '#page' })).toEqual([]);
    const { user } = await ask<{ user: { addresses: { street: string }[] } }>(page, '/me');
    expect(user.addresses.map(({ street }) => street)).toEqual([HOME['Street address']]);

    // What is in the cart comes along.
    await openPiece(page, STUDS);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await untilCartHas(page, 1);
    await page.goto('/user/orders');
    await untilHydrated(page, '#page button');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await signInByPanel(page, asha);
    await page.getByText(number).first().waitFor();
    await untilCartHas(page, 1);
    const { user: owner } = await ask<{ user: { addresses: { street: string }[] } }>(page, '/me');
    expect(owner.addresses.map(({ street }) => street)).toEqual(['1 Quiet Lane']);
  });
});
