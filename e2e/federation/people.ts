import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { theShop } from '../shop.ts';

export interface Person {
  name: string;
  email: string;
  password: string;
}

let count = 0;
/** Somebody whom nobody met before. */
export const newPerson = (name: string): Person => ({
  name,
  email: `${name.toLowerCase()}-${process.pid}-${Date.now()}-${++count}@example.com`,
  password: `correct horse ${name} battery`,
});

/** The newest one-time code in the mails to `email`, and when it came. */
async function newestCode(email: string): Promise<{ otp: string; at: string } | undefined> {
  const response = await fetch(`${theShop().mailbox}/messages?to=${encodeURIComponent(email)}&limit=1`);
  const { messages } = (await response.json()) as {
    messages: { text?: string; subject: string; receivedAt: string }[];
  };
  const otp = /\b\d{6}\b/.exec(`${messages[0]?.subject} ${messages[0]?.text}`)?.[0];
  return otp ? { otp, at: messages[0]!.receivedAt } : undefined;
}

/** That code, once it is there. */
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

/** Makes an account and signs this page's browser in, by the same calls as the sign-in panel. */
export async function register(page: Page, person: Person): Promise<void> {
  await post(page, '/api/v1/auth/register', person);
  await post(page, '/api/v1/auth/verify-otp', { email: person.email, otp: await codeFor(person.email) });
}

/** Signs this page's browser in as the admin of the demo data. */
export async function signInAsAdmin(page: Page): Promise<void> {
  const { email, password } = theShop().admin;
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
