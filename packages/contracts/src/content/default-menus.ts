import type { MenuItem, Menus } from './menus.ts';

/** In a label: the name of the shop. */
export const SHOP_NAME = '{shop}';

type Child = MenuItem['items'][number];

const link = (label: string, target: Child['target']): MenuItem => ({ label, target, items: [] });
const screen = (path: string, label: string) => link(label, { kind: 'address', path });
const page = (id: string, label: string) => link(label, { kind: 'page', id });
const column = (label: string, items: readonly MenuItem[]): MenuItem => ({
  ...{ label, target: { kind: 'none' } },
  items: items.map(({ items: _, ...child }) => child),
});
const CATEGORIES = link('', { kind: 'categories' });

/** The menus of a shop that never changed them. */
export const DEFAULT_MENUS: Menus = {
  header: [
    CATEGORIES,
    link('Materials', { kind: 'materials' }),
    screen('/shop', 'Shop'),
    screen('/collections', 'Collections'),
    page('about', 'About'),
    page('contact', 'Contact'),
  ],
  slideOut: [
    CATEGORIES,
    link('', { kind: 'materials' }),
    screen('/wishlist', 'Wishlist'),
    screen('/collections', 'Collections'),
    screen('/gifts', 'Gifts'),
    screen('/shop', 'Shop'),
    page('about', 'About'),
    page('contact', 'Contact'),
  ],
  footer: [
    column('Policies', [
      page('cancellation-policy', 'Cancellation Policy'),
      page('refund-return', 'Refund & Return'),
      page('privacy-policy', 'Privacy Policy'),
      page('shipping-policy', 'Shipping Policy'),
      page('terms-conditions', 'Terms & Conditions'),
    ]),
    column('Categories', [CATEGORIES]),
    column(`Why ${SHOP_NAME}`, [
      page('about', 'About us'),
      page('diamond-education', 'Diamond education'),
      page('faqs', 'FAQs'),
      page('contact', 'Contact'),
      screen('/order/find', 'Track an order'),
    ]),
  ],
};
