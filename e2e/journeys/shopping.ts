import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { type Person } from '../federation/people.ts';
import { comesAlive } from '../federation/support.ts';
import { theShop } from '../shop.ts';

/** What shoppers do, by what they see. */

/** The code that was mailed to `email` after `since`. */
export async function codeAfter(email: string, since: Date): Promise<string> {
  return eventually(
    async () => {
      const query = new URLSearchParams({ to: email, since: since.toISOString(), limit: '5' });
      const { messages } = (await (await fetch(`${theShop().mailbox}/messages?${query}`)).json()) as {
        messages: { text?: string; subject: string }[];
      };
      for (const { subject, text } of messages) {
        const code = /\b\d{6}\b/.exec(`${subject} ${text}`)?.[0];
        if (code) return code;
      }
      throw new Error(`no code was mailed to ${email}`);
    },
    { what: 'a code in the mailbox', withinMs: 60_000 },
  );
}

/** The newest mail to somebody whose subject matches. */
export async function mailTo(email: string, subject: RegExp): Promise<{ subject: string; text: string }> {
  const found = await eventually(
    async () => {
      const query = new URLSearchParams({ to: email, limit: '20' });
      const { messages } = (await (await fetch(`${theShop().mailbox}/messages?${query}`)).json()) as {
        messages: { subject: string; text: string }[];
      };
      return messages.find((mail) => subject.test(mail.subject)) ?? false;
    },
    { what: `a mail ${subject} to ${email}`, withinMs: 60_000 },
  );
  return found;
}

/** Makes an account without leaving anything in a browser. */
export async function newAccount(person: Person): Promise<void> {
  const { url } = theShop();
  const headers = { 'content-type': 'application/json', origin: new URL(url).origin };
  const since = new Date();
  const asked = await fetch(new URL('/api/v1/auth/register', url), {
    method: 'POST',
    headers,
    body: JSON.stringify(person),
  });
  const cookie = asked.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const made = await fetch(new URL('/api/v1/auth/verify-otp', url), {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ email: person.email, otp: await codeAfter(person.email, since) }),
  });
  if (!made.ok) throw new Error(`No account: ${made.status}`);
}

/** Fills in the sign-in panel, which is open. */
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
  await panel.getByLabel('CODE').fill(await codeAfter(email, since));
  await panel.getByRole('button', { name: 'Verify & Login' }).click();
  await panel.waitFor({ state: 'detached' });
}

/** Goes to a piece of the demo data. Clicks before it is alive would count as one, however many they are. */
export async function openPiece(page: Page, group: string): Promise<void> {
  await page.goto(`/product/group/${group}`);
  await comesAlive(page, '[data-part="checkout/buy"] button');
}

/** Waits for a toast while `work` is done: it is gone again 4 s after it came. */
export async function tells<T>(page: Page, message: string, work: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work(), page.getByText(message).waitFor()]);
  return answer;
}

export const cartButton = (page: Page) => page.getByRole('button', { name: /^Cart(,|$)/ });

/** Waits until the badge says so many pieces. */
export async function cartHas(page: Page, pieces: number): Promise<void> {
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

/** Writes the first address of an account, in India or abroad. */
export async function writeAddress(page: Page, country: 'India' | 'United States' = 'India'): Promise<void> {
  const form = page.locator('[data-part="account/address-form"]');
  await form.getByLabel('Country').selectOption({ label: country });
  for (const [label, value] of Object.entries(HOME)) await form.getByLabel(label, { exact: true }).fill(value);
  if (country === 'India') await form.getByLabel('State').selectOption({ label: 'Rajasthan' });
  else await form.getByLabel('State').fill('California');
  await form.getByRole('button', { name: /save/i }).click();
  await page.getByRole('radio', { name: /Meera Joshi/ }).waitFor();
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });

/** Razorpay's dialog, which is open: the test card, and what its bank says. */
export async function payByCard(page: Page, answer: 'Success' | 'Failure'): Promise<void> {
  const dialog = page.frameLocator('iframe.razorpay-checkout-frame');
  await dialog.getByRole('button', { name: 'Fill in the test card' }).click();
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await dialog.getByRole('button', { name: answer }).click();
}

/** PayPal's page, where the browser was led. */
export async function approveAtPaypal(
  page: Page,
  decision: 'Approve' | 'Cancel and return to the shop',
): Promise<void> {
  await page.waitForURL(/checkoutnow/);
  await page.getByRole('button', { name: decision }).click();
  await page.waitForURL((url) => url.origin === new URL(theShop().url).origin);
}

/** Waits for the page of an order; answers its id. */
export async function arriveAtOrder(page: Page): Promise<string> {
  await page.waitForURL(/\/user\/order\/[0-9a-f]{24}$/);
  const id = page.url().slice(-24);
  await page
    .getByText(`Order #${id.slice(-6).toUpperCase()}`)
    .first()
    .waitFor();
  return id;
}

/** Asks the shop as this page's browser would. */
export async function ask<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (at) => (await (await fetch(`/api/v1${at}`)).json()) as T, path);
}
