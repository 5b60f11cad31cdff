import type { Page } from 'playwright-core';
import { text, type Screen } from './screen.ts';

// The wishlist, shared ones, and the mails that were asked for.

const WANTED = {
  productId: 'a'.repeat(24),
  kind: 'back-in-stock',
  since: '2026-11-20T10:00:00.000Z',
  name: 'Meera Ring',
};

/** The wishlist with the first pieces of the shop. */
async function openWishlist(page: Page): Promise<void> {
  for (const n of [0, 1, 2, 3, 4]) {
    const heart = page.getByRole('button', { name: /^Save .* to the wishlist$/ }).nth(n);
    if ((await heart.getAttribute('aria-pressed')) === 'false') await heart.click();
    await page.locator(`#page article button[aria-pressed=true] >> nth=${n}`).waitFor();
  }
  await page.goto('/wishlist');
  await page.locator('#page article').nth(4).waitFor();
}

export const WISHLIST_SCREENS: Record<string, Screen> = {
  wishlist: { who: 'shopper', at: '/wishlist' },
  'wishlist-empty': { who: 'guest', at: '/wishlist' },
  'wishlist-loading': {
    who: 'shopper',
    at: '/wishlist',
    api: { path: /\/wishlist$/, answer: 'waits' },
  },
  'wishlist-error': {
    who: 'shopper',
    at: '/wishlist',
    api: { path: /\/wishlist$/, answer: 'fails' },
    async open(page) {
      await page.getByText('Your wishlist could not be loaded').waitFor();
    },
  },
  'wishlist-guest': { who: 'guest', at: '/shop', open: openWishlist },
  'wishlist-share': {
    who: 'shopper',
    at: '/wishlist',
    async open(page) {
      await page.getByRole('button', { name: 'Shared by link' }).click();
      await page.getByLabel(/Who has this link/).waitFor();
    },
  },
  'wishlist-shared': { who: 'guest', at: ({ sharedWishlist }) => sharedWishlist },
  'wishlist-shared-over': text(`wishlist/shared/${'a'.repeat(22)}`),
  'wishlist-mails': {
    who: 'guest',
    at: `/wishlist/mails#${'a'.repeat(44)}`,
    api: {
      path: /\/alerts\/link\//,
      answer: {
        status: 200,
        body: {
          alerts: [
            { ...WANTED, isUnconfirmed: true },
            { ...WANTED, productId: 'b'.repeat(24), kind: 'price-drop', name: 'Noor Necklace' },
          ],
        },
      },
    },
  },
  'wishlist-mails-wrong-link': { who: 'guest', at: '/wishlist/mails' },
};
