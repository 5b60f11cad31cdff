import type { Page } from 'playwright-core';
import { allProducts, setStock } from '../../tools/prove/pieces.ts';
import { Visitor } from '../../tools/prove/visitor.ts';
import { theShop } from '../shop.ts';
import { codeAfter } from './shopping.ts';

/** Makes a call as this page's browser, with its cookies. */
export async function send<T>(page: Page, path: string, body: object): Promise<T> {
  const { url } = theShop();
  const answer = await page.request.post(new URL(`/api/v1${path}`, url).href, {
    data: body,
    headers: { origin: new URL(url).origin, 'idempotency-key': crypto.randomUUID() },
  });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The admin of the demo data, by the same calls as the sign-in panel. */
export async function signInAsStaff(page: Page): Promise<void> {
  const { email, password } = theShop().admin;
  const since = new Date();
  await send(page, '/auth/send-otp', { email, password });
  await send(page, '/auth/verify-otp', { email, otp: await codeAfter(email, since) });
}

/** Staff count the pieces of a group that has one variant. */
export async function setStockOf(group: string, stock: number): Promise<void> {
  const { url, mailbox, admin } = theShop();
  const staff = new Visitor({ url, origin: new URL(url).origin, mailbox });
  await staff.signIn(admin.email, admin.password);
  const product = (await allProducts(staff)).find(({ productGroup }) => productGroup === group)!;
  await setStock(staff, product, stock);
}
