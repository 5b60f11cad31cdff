import type { Page } from 'playwright-core';
import { dialog, text, type Screen } from './screen.ts';

// The cart, and what was put aside from it.

const CART_BUTTON = '[data-part="checkout/cart-button"] button';

const openCart = async (page: Page) => {
  await page.locator(CART_BUTTON).click();
  await dialog(page);
};

/** The cart with its lines put aside from the one with the index `from` on. */
function savedScreen(from: number, to?: number): Screen {
  return {
    who: 'shopper',
    at: '/',
    api: {
      path: /\/cart$/,
      method: 'GET',
      answer: ({ cart, ...body }: { cart: { quantity: number; lineMrp?: number }[] }) => {
        const left = cart.slice(0, from);
        const count = left.reduce((sum, { quantity }) => sum + quantity, 0);
        const mrp = left.reduce((sum, { lineMrp = 0 }) => sum + lineMrp, 0);
        return { ...body, cart: left, saved: cart.slice(from, to), count, mrp };
      },
    },
    async open(page) {
      await openCart(page);
      await page.getByRole('heading', { name: /^Saved for later/ }).scrollIntoViewIfNeeded();
    },
  };
}

export const CART_SCREENS: Record<string, Screen> = {
  'message-please-login': {
    ...text('about'),
    async open(page) {
      await page.locator(CART_BUTTON).click();
      await page.getByRole('region', { name: 'Messages' }).getByText('Please login').waitFor();
    },
  },
  cart: {
    who: 'shopper',
    at: '/shop',
    async open(page) {
      await page.getByRole('button', { name: /^Cart/ }).click();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /checkout/i })
        .waitFor();
    },
  },
  'cart-options': {
    who: 'shopper',
    at: '/',
    async open(page) {
      await openCart(page);
      await page
        .getByRole('button', { name: /^Change options/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Save options' }).waitFor();
    },
  },
  'cart-empty': {
    who: 'shopper',
    at: '/about',
    api: {
      path: /\/cart$/,
      method: 'GET',
      answer: (body: object) => ({ ...body, cart: [], saved: [], count: 0, mrp: 0 }),
    },
    open: openCart,
  },
  'cart-saved': savedScreen(1),
  'cart-saved-one': savedScreen(1, 2),
  'cart-saved-only': savedScreen(0),
};
