import { breakRemote } from '../federation/remote-faults.ts';
import { staff, text, type Screen } from './screen.ts';

// The shop while a part of it is missing, or while staff look after it.

export const DISTURBANCE_SCREENS: Record<string, Screen> = {
  'remote-missing': {
    ...text('about'),
    broken: 'checkout',
    open: (page) => page.locator('[data-notice]').waitFor(),
  },
  'remote-missing-page': {
    ...text('about'),
    async open(page) {
      await breakRemote(page, 'storefront', 'gone');
      await page.getByRole('banner').getByRole('link', { name: 'Aranya' }).click();
      await page.locator('#page [data-missing]').waitFor();
    },
  },
  'remote-missing-overlay': {
    ...text('about'),
    broken: 'account',
    async open(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('dialog').locator('[data-missing]').waitFor();
    },
  },
  'read-only': { ...text(''), isReadOnly: true },
  'read-only-product': {
    who: 'shopper',
    at: '/product/group/AR-1105',
    isReadOnly: true,
    async open(page) {
      await page
        .getByRole('button', { name: /add to cart/i })
        .first()
        .click();
      await page.getByText('We are looking after the shop: ').first().waitFor();
    },
  },
  'read-only-checkout': {
    who: 'shopper',
    at: '/checkout',
    isReadOnly: true,
    async open(page) {
      await page.getByRole('button', { name: /^Pay/ }).click();
      await page.getByText('We are looking after the shop: ').first().waitFor();
    },
  },
  'read-only-staff': { ...staff('orders'), isReadOnly: true },
};
