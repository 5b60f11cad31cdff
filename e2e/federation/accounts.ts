import type { Page } from 'playwright-core';
import { codeFor } from '../mailbox.ts';
import { shopUnderTest } from '../shop-under-test.ts';

export interface Person {
  name: string;
  email: string;
  password: string;
}

let count = 0;
/** Data of a new account. */
export const newPerson = (name: string): Person => ({
  name,
  email: `${name.toLowerCase()}-${process.pid}-${Date.now()}-${++count}@example.com`,
  password: `correct horse ${name} battery`,
});

/** Creates an account and signs the browser in, by the calls of the sign-in panel. */
export async function register(page: Page, person: Person): Promise<void> {
  await post(page, '/api/v1/auth/register', person);
  await post(page, '/api/v1/auth/verify-otp', { email: person.email, otp: await codeFor(person.email) });
}

/** Creates an account and opens its profile. */
export async function registerAndOpenProfile(page: Page, person: Person): Promise<void> {
  await page.goto('/about');
  await register(page, person);
  await page.goto('/user/profile');
  await page.getByText(person.email).first().waitFor();
}

/** Signs the browser in as the admin of the demo data. */
export async function signInAsAdmin(page: Page): Promise<void> {
  const { email, password } = shopUnderTest().admin;
  const since = new Date();
  await post(page, '/api/v1/auth/send-otp', { email, password });
  await post(page, '/api/v1/auth/verify-otp', { email, otp: await codeFor(email, since) });
}

async function post(page: Page, path: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async ([to, json]) =>
      (await fetch(to!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json! })).status,
    [path, JSON.stringify(body)],
  );
  if (status >= 300) throw new Error(`${path} answered ${status}`);
}
