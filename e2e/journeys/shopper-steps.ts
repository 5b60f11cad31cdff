import type { Page } from 'playwright-core';
import { type Person } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { newAddress, postFrom } from '../local-address.ts';
import { codeFor } from '../mailbox.ts';
import { shopUnderTest } from '../shop-under-test.ts';

// Steps of shoppers, by visible texts and accessible names.

/** Creates an account without a browser. */
export async function newAccount(person: Person): Promise<void> {
  const { url } = shopUnderTest();
  const address = newAddress();
  const headers = { origin: new URL(url).origin };
  const since = new Date();
  const asked = await postFrom(address, new URL('/api/v1/auth/register', url), person, headers);
  const cookie = asked.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const code = { email: person.email, otp: await codeFor(person.email, since) };
  const made = await postFrom(address, new URL('/api/v1/auth/verify-otp', url), code, { ...headers, cookie });
  if (!made.ok) throw new Error(`No account: ${made.status}`);
}

/** Fills in the open sign-in panel. */
export async function signInByPanel(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Sign in' });
  const since = new Date();
  await panel.getByLabel('USERNAME OR EMAIL').fill(email);
  await panel.getByLabel('PASSWORD', { exact: true }).fill(password);
  await panel.getByRole('button', { name: 'LOGIN' }).click();
  await panel.getByRole('heading', { name: 'ENTER OTP' }).waitFor();
  await panel.getByLabel('CODE').fill(await codeFor(email, since));
  await panel.getByRole('button', { name: 'Verify & Login' }).click();
  await panel.waitFor({ state: 'detached' });
}

/** Opens a product and waits for hydration, because several clicks before it would be replayed as one. */
export async function openPiece(page: Page, group: string): Promise<void> {
  await page.goto(`/product/group/${group}`);
  await untilHydrated(page, '[data-part="checkout/buy"] button');
}

/** Waits for a toast while `work` runs, because it disappears after 4 s. */
export async function whileToast<T>(page: Page, message: string, work: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work(), page.getByText(message).waitFor()]);
  return answer;
}

export const cartButton = (page: Page) => page.getByRole('button', { name: /^Cart(,|$)/ });

/** Waits until the cart's badge shows the number of pieces. */
export async function untilCartHas(page: Page, pieces: number): Promise<void> {
  const name = pieces === 0 ? /^Cart$/ : new RegExp(`^Cart, ${pieces} `);
  await page.getByRole('button', { name }).waitFor();
}

export const HOME = {
  Name: 'Meera Joshi',
  Phone: '+91 98290 12345',
  'Street address': '14 Bapu Bazaar',
  City: 'Jaipur',
  Pincode: '302003',
};

/** Fills in and saves the first address of an account. */
export async function writeAddress(page: Page, country: 'India' | 'United States' = 'India'): Promise<void> {
  const form = page.locator('[data-part="account/address-form"]');
  await form.getByLabel('Country').selectOption({ label: country });
  const { Pincode, ...rest } = HOME;
  const [code, state] = country === 'India' ? [{ Pincode }, 'Rajasthan'] : [{ 'ZIP code': '94103' }, 'California'];
  for (const [label, value] of Object.entries({ ...rest, ...code })) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByLabel('State').selectOption({ label: state });
  await form.getByRole('button', { name: /save/i }).click();
  await page.getByRole('radio', { name: /Meera Joshi/ }).waitFor();
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });

/** Pays with the test card in the open Razorpay dialog; `answer` is the bank's. */
export async function payByCard(page: Page, answer: 'Success' | 'Failure'): Promise<void> {
  const dialog = page.frameLocator('iframe.razorpay-checkout-frame');
  await dialog.getByRole('button', { name: 'Fill in the test card' }).click();
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await dialog.getByRole('button', { name: answer }).click();
}

/** Decides on PayPal's page, to which the browser is redirected. */
export async function approveAtPaypal(
  page: Page,
  decision: 'Approve' | 'Cancel and return to the shop',
): Promise<void> {
  await page.waitForURL(/checkoutnow/);
  await page.getByRole('button', { name: decision }).click();
  await page.waitForURL((url) => url.origin === new URL(shopUnderTest().url).origin);
}

/** Waits for the page of an order; returns the order's id. */
export async function arriveAtOrder(page: Page): Promise<string> {
  await page.waitForURL(/\/user\/order\/[0-9a-f]{24}$/);
  const id = page.url().slice(-24);
  await page
    .getByText(`Order #${id.slice(-6).toUpperCase()}`)
    .first()
    .waitFor();
  return id;
}

/** Sends a GET from the page. */
export async function ask<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (at) => (await (await fetch(`/api/v1${at}`)).json()) as T, path);
}
