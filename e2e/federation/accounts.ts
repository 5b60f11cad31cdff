import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
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

/** The newest one-time code mailed to `email`, and its time. */
async function newestCode(email: string): Promise<{ otp: string; at: string } | undefined> {
  const response = await fetch(`${shopUnderTest().mailbox}/messages?to=${encodeURIComponent(email)}&limit=1`);
  const { messages } = (await response.json()) as {
    messages: { text?: string; subject: string; receivedAt: string }[];
  };
  const otp = /\b\d{6}\b/.exec(`${messages[0]?.subject} ${messages[0]?.text}`)?.[0];
  return otp ? { otp, at: messages[0]!.receivedAt } : undefined;
}

/** Waits for a code. */
export async function codeFor(email: string): Promise<string> {
  return eventually(
    async () => {
      const code = await newestCode(email);
      if (!code) throw new Error(`no code was mailed to ${email}`);
      return code.otp;
    },
    { what: 'a code in the mailbox' },
  );
}

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
  const last = await newestCode(email);
  await post(page, '/api/v1/auth/send-otp', { email, password });
  const otp = await eventually(
    async () => {
      const code = await newestCode(email);
      if (!code || code.at === last?.at) throw new Error(`no new code was mailed to ${email}`);
      return code.otp;
    },
    { what: 'a code in the mailbox' },
  );
  await post(page, '/api/v1/auth/verify-otp', { email, otp });
}

async function post(page: Page, path: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async ([to, json]) =>
      (await fetch(to!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json! })).status,
    [path, JSON.stringify(body)],
  );
  if (status >= 300) throw new Error(`${path} answered ${status}`);
}
