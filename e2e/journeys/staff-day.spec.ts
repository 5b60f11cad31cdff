import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { closeBrowser, openContext, visit, type VisitOptions } from '../browser.ts';
import { newPerson, register } from '../federation/accounts.ts';
import { keyboardOf, touchOf, type Hand } from './hands.ts';
import { ask } from './shopper-steps.ts';
import { AFTERNOON } from './staff-afternoon.ts';
import type { Day, Step } from './staff-day.ts';
import { MORNING } from './staff-morning.ts';
import { buy, type Order, send, signInAsStaff, STUDS } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium. Razorpay and the mail server are the sandbox.
afterAll(closeBrowser);

/** A desk and a phone. */
const HANDS: readonly [string, (page: Page) => Hand, VisitOptions][] = [
  ['by keyboard alone at 1440 px', keyboardOf, { viewport: { width: 1440, height: 900 } }],
  ['by touch alone at 390 px', touchOf, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
];

let days = 0;
/** Digits of this run: a run that failed before may have left its names. */
const newMark = (): string => `${Date.now() % 10_000}${++days}`.padStart(6, '0').slice(-6);

/** Runs in a browser of its own. */
async function besides<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const context = await openContext();
  const page = await context.newPage();
  await page.goto('/about');
  const answer = await work(page);
  await context.close();
  return answer;
}

/** The groups of two pairs of earrings that are bought without a choice, of which there are some; not those that other journeys buy. */
async function twoGroups(page: Page): Promise<[string, string]> {
  const { products } = await ask<{ products: { productGroup: string }[] }>(
    page,
    '/products/earring?availability=in-stock&limit=48',
  );
  const found: string[] = [];
  for (const { productGroup } of products.toReversed()) {
    const { product } = await ask<{ product: { stock: number; detailsRef: { earringSize?: string[] } } }>(
      page,
      `/product/group/${productGroup}`,
    );
    if (productGroup === STUDS || product.stock < 3 || product.detailsRef.earringSize?.length) continue;
    found.push(productGroup);
    if (found.length === 2) return found as [string, string];
  }
  throw new Error('There are not enough earrings');
}

/** Two orders of a new shopper: one with two pieces, one with one. */
const twoOrders = (): Promise<Pick<Day, 'order' | 'waiting'>> =>
  besides(async (page) => {
    await register(page, newPerson('Meera'));
    const [one, other] = await twoGroups(page);
    const waiting: Order = await buy(page, [one]);
    return { order: await buy(page, [one, other]), waiting };
  });

/** A review of a new shopper, and a draft of a group of its own, in whose page the browser's staff are signed in. */
async function reviewAndDraft(staff: Page, mark: string): Promise<Pick<Day, 'reviewer' | 'product'>> {
  const studs = await ask<{ product: { _id: string } }>(staff, `/product/group/${STUDS}`);
  const reviewer = newPerson(`Tara ${mark}`);
  reviewer.email = reviewer.email.replaceAll(' ', '-');
  await besides(async (page) => {
    await register(page, reviewer);
    await send(page, `/rating/${studs.product._id}`, { rating: 4, review: 'They shine' });
  });
  const { product: like } = await ask<{ product: Record<string, unknown> & { detailsRef: { _id?: string } } }>(
    staff,
    `/admin/product/${studs.product._id}`,
  );
  const { category, material, images, detailsModel, shortDescription, detailsRef } = like;
  const { _id: _, ...details } = detailsRef;
  const { product } = await send<{ product: Day['product'] }>(staff, '/admin/product/new', {
    ...{ category, material, images, detailsModel, shortDescription, detailsRef: details },
    ...{ name: `Day Studs ${mark}`, productGroup: `ZX-${mark}`, price: 1234, stock: 3, status: 'draft', position: 0 },
  });
  return { reviewer: reviewer.name, product };
}

/** Plays steps one after the other, and says which one failed; what was hard to do is said at the end. */
async function play(steps: readonly Step[], day: Day): Promise<void> {
  for (const [sentence, playOne] of steps) {
    try {
      await playOne(day);
    } catch (error) {
      const found = day.hand.faults.map((fault) => `\nBefore: ${fault}`).join('');
      throw new Error(`${sentence}: ${(error as Error).message}${found}`, { cause: error });
    }
    await day.hand.holds(sentence);
  }
  expect(day.hand.faults).toEqual([]);
}

describe.each(HANDS)('the staff’s day %s', (_, handOf, options) => {
  it('has a morning of orders', async () => {
    const orders = await twoOrders();
    await visit(
      async (page) => {
        const hand = handOf(page);
        await play(MORNING, { hand, page, mark: newMark(), ...orders } as Day);
      },
      // A guest's session; the password is asked for again.
      { ...options, tolerates: /401|403 .*\/refund\)/ },
    );
  });

  it('has an afternoon with the shop, its people and its pieces', async () => {
    await visit(
      async (page) => {
        const mark = newMark();
        await page.goto('/about');
        await signInAsStaff(page);
        const own = await reviewAndDraft(page, mark);
        await page.goto('/admin');
        await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
        await play(AFTERNOON, { hand: handOf(page), page, mark, ...own } as Day);
        await eventually(() => new URL(page.url()).pathname === '/', { what: 'the home page' });
      },
      { ...options, tolerates: /401/ },
    );
  });
});
