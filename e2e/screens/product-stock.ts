import { dialog, saysWhy, staff, type Screen } from './screen.ts';

// The stock of a product and its movements.

/** One movement of each kind, as they follow each other. */
const MOVEMENTS = (() => {
  const by = { userId: 'e'.repeat(24), name: 'Mira Shah' };
  const hold = { holdId: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f', state: 'sold', orderId: 'f'.repeat(24) };
  return [
    { kind: 'counted', delta: 1, stockAfter: 7, reason: 'One was behind the tray', by },
    { kind: 'written-off', delta: -1, stockAfter: 6, reason: 'The clasp broke when it was shown; it is melted', by },
    { kind: 'received', delta: 4, stockAfter: 7, by },
    { kind: 'returned', delta: 1, stockAfter: 3, hold: { ...hold, state: 'returned' } },
    { kind: 'returned', delta: 1, stockAfter: 2, hold: { holdId: hold.holdId, state: 'released' } },
    { kind: 'sold', delta: -1, stockAfter: 1, hold: { holdId: hold.holdId, state: 'held' } },
    { kind: 'sold', delta: -2, stockAfter: 2, hold },
    { kind: 'counted', delta: 4, stockAfter: 4, reason: 'Stock when movements began' },
  ].map((movement, index, { length }) => ({ ...movement, number: length - index, at: '2026-11-20T10:00:00.000Z' }));
})();

const stockOfProduct: Screen = {
  who: 'admin',
  at: ({ product }) => product && `/admin/product/${product}?show=stock`,
  api: { path: /\/movements$/, answer: { status: 200, body: { movements: MOVEMENTS, totalCount: 60 } } },
};

export const PRODUCT_STOCK_SCREENS: Record<string, Screen> = {
  'admin-product-stock': stockOfProduct,
  'admin-product-stock-empty': {
    ...stockOfProduct,
    api: { path: /\/movements$/, answer: { status: 200, body: { movements: [], totalCount: 0 } } },
  },
  'admin-product-stock-loading': { ...stockOfProduct, api: { path: /\/movements$/, answer: 'waits' } },
  'admin-product-stock-error': { ...stockOfProduct, api: { path: /\/movements$/, answer: 'fails' }, open: saysWhy },
  'admin-product-stock-movement': {
    ...stockOfProduct,
    async open(page) {
      await page.getByRole('button', { name: 'Record movement' }).click();
      await dialog(page);
      await page.getByLabel('What happened').selectOption('counted');
    },
  },
  'admin-products-low': staff('products?low=yes&status=published'),
};
