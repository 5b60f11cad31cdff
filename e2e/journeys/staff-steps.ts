import type { Cookie, Locator, Page } from 'playwright-core';
import { allProducts, setStock } from '../../tools/prove/staff-products.ts';
import { Visitor } from '../../tools/prove/visitor.ts';
import { openContext } from '../browser.ts';
import { codeFor } from '../mailbox.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { ask, HOME } from './shopper-steps.ts';

/** A call of the API from the page, as its person. */
export async function api<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const { url } = shopUnderTest();
  const answer = await page.request.fetch(new URL(`/api/v1${path}`, url).href, {
    method,
    headers: { origin: new URL(url).origin, ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }) },
    ...(body && { data: body }),
  });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Sends a POST with the page's cookies. */
export const send = <T>(page: Page, path: string, body: object): Promise<T> => api(page, 'POST', path, body);

/** Cheap earrings of the demo data, whose options are preselected. */
export const STUDS = 'AR-1105';
const SHIP_TO = {
  name: HOME.Name,
  phone: HOME.Phone,
  street: HOME['Street address'],
  city: HOME.City,
  state: 'Rajasthan',
  pincode: HOME.Pincode,
  country: 'India',
};

export interface Order {
  _id: string;
  status: string;
  statusMessage: string;
  totalAmount: number;
  items: { product: { name: string } }[];
  refunds: { amount: number; state: string }[];
}

/** As people see it: `#1A2B3C`. */
export const shortId = ({ _id }: Pick<Order, '_id'>): string => `#${_id.slice(-6).toUpperCase()}`;

/** An order of whom the browser is signed in as, of one piece of each group, paid by card. */
export async function buy(page: Page, groups: readonly string[] = [STUDS]): Promise<Order> {
  for (const group of groups) {
    const { product } = await ask<{ product: { _id: string } }>(page, `/product/group/${group}`);
    await send(page, '/cart', { productId: product._id, quantity: 1 });
  }
  const payment = await send<{ order: { id: string } }>(page, '/payment/create-order', { shippingInfo: SHIP_TO });
  const control = new URL('/control/razorpay/pay', shopUnderTest().mailbox);
  const proof = (await (
    await fetch(control, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id: payment.order.id }),
    })
  ).json()) as object;
  const { paymentId } = await send<{ paymentId: string }>(page, '/payment/verify', proof);
  return (await send<{ order: Order }>(page, '/order/new', { paymentInfo: { id: paymentId } })).order;
}

/** Signs the browser in as the admin of the demo data, by the calls of the sign-in panel. */
export async function signInAsStaff(page: Page): Promise<void> {
  const { email, password } = shopUnderTest().admin;
  const since = new Date();
  await send(page, '/auth/send-otp', { email, password });
  await send(page, '/auth/verify-otp', { email, otp: await codeFor(email, since) });
}

/** The heading of a group of the staff menu, which opens it. */
export const menuGroup = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Staff screens' }).locator('summary').filter({ hasText: name });

/** Cookies of the admin of the demo data, for visits that share one sign-in: the shop limits the number of codes. */
export async function staffCookies(): Promise<Cookie[]> {
  const context = await openContext();
  const page = await context.newPage();
  await page.goto('/about');
  await signInAsStaff(page);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Sets the stock of a group with one variant, as staff. */
export async function setStockOf(group: string, stock: number): Promise<void> {
  const { url, mailbox, admin } = shopUnderTest();
  const staff = new Visitor({ url, origin: new URL(url).origin, mailbox });
  await staff.signIn(admin.email, admin.password);
  const product = (await allProducts(staff)).find(({ productGroup }) => productGroup === group)!;
  await setStock(staff, product, stock);
}
