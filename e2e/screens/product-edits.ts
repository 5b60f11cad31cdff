import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

// Edits of several products in states that pass, with the figures of a large one.

const ID = 'e'.repeat(24);
const MIRA = { userId: 'b'.repeat(24), name: 'Mira Kulkarni' };
const NO_COUNTS = { problem: 0, skipped: 0, kept: 0, planned: 0, changed: 0, restored: 0, same: 0 };
const CHANGES = {
  price: { by: 'percent', value: 7.5, step: '10' },
  stock: { kind: 'received', pieces: 3, reason: 'Delivery for Diwali, 24 November' },
  status: 'published',
  category: { main: 'ring', sub: 'solitaire' },
  deliveryTime: 'Five to seven working days',
};
const begun = { _id: ID, by: MIRA, createdAt: '2026-11-26T05:10:00.000Z', totalCount: 10_000, isDelayed: false };
const applied = { ...MIRA, at: '2026-11-26T05:14:00.000Z' };

const edit = (fields: object, counts: object = {}) => ({
  ...{ ...begun, state: 'applied', preview: 1, changes: CHANGES, applied },
  ...fields,
  counts: { ...NO_COUNTS, ...counts },
});

const fields = (undone?: 'restored' | 'kept') => [
  { field: 'price', before: 1_23_456, after: 1_32_720, ...(undone && { undone }) },
  { field: 'stock', before: 2, after: 5, ...(undone && { undone: 'restored' }) },
  { field: 'category', before: ['ring', 'halo'], after: ['ring', 'solitaire'], ...(undone && { undone: 'restored' }) },
  { field: 'deliveryTime', before: null, after: CHANGES.deliveryTime, ...(undone && { undone: 'restored' }) },
];
const row = (number: number, state: string, why: object[] = [], undone?: 'restored' | 'kept') => ({
  ...{ number, state, why, productId: 'a'.repeat(24), productGroup: `AR-${1041 + number}` },
  ...{ name: 'Meera Solitaire Ring with a Halo of Round Diamonds', metalTone: 'Yellow Gold' },
  fields: state === 'same' ? [] : fields(undone),
});
const NO_PRICE = [{ field: 'price', message: 'It would be ₹0.50: a price is at least ₹1' }];
const MOVED = [{ field: 'price', message: 'It is ₹1,30,000.00 now' }];

/** One answer for the edit and its rows: each call takes its part. */
const answering = (one: object, rows: object[], at = `product-edit/${ID}`): Screen => ({
  ...{ who: 'admin', at: `/admin/${at}` },
  api: {
    path: /\/admin\/product-edits\/e+(\/rows)?$/,
    answer: { status: 200, body: { edit: one, rows, totalCount: rows.length } },
  },
});
const chosen = edit({ state: 'chosen', preview: 0, changes: undefined, applied: undefined });
const previewed = edit({ state: 'previewed', applied: undefined }, { planned: 9_876, problem: 24, same: 100 });
const PREVIEW = [row(7, 'problem', NO_PRICE), row(1, 'planned'), row(2, 'planned'), row(3, 'same')];

const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').first().waitFor();
};

const list = (edits: object[]): Screen => ({
  ...{ who: 'admin', at: '/admin/products?edits=yes' },
  api: { path: /\/admin\/product-edits$/, answer: { status: 200, body: { edits, totalCount: edits.length } } },
});

export const PRODUCT_EDIT_SCREENS: Record<string, Screen> = {
  'admin-products-selected': {
    ...{ who: 'admin', at: '/admin/products' },
    async open(page) {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .last()
        .check();
      await page.getByRole('button', { name: 'Edit 1 product' }).waitFor();
    },
  },
  'admin-product-edit': answering(chosen, []),
  'admin-product-edit-wrong': {
    ...answering(chosen, []),
    async open(page) {
      await page.getByLabel('Price', { exact: true }).selectOption('percent');
      await page.getByLabel('Change in %').fill('-95');
      await page.getByLabel('Stock', { exact: true }).selectOption('written-off');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('A reason is required').waitFor();
    },
  },
  'admin-product-edit-previewing': answering(
    edit({ state: 'previewing', applied: undefined }, { planned: 2_450, same: 50 }),
    [],
  ),
  'admin-product-edit-preview': answering(previewed, PREVIEW),
  'admin-product-edit-apply': { ...answering(previewed, PREVIEW), open: press(/^Apply to/) },
  'admin-product-edit-applying': answering(
    edit(
      { state: 'applying', isDelayed: true },
      { planned: 6_000, changed: 3_874, skipped: 2, problem: 24, same: 100 },
    ),
    [row(5, 'skipped', MOVED), row(6, 'planned'), row(1, 'changed')],
  ),
  'admin-product-edit-applied': answering(
    edit({ finishedAt: applied.at }, { changed: 9_874, skipped: 2, problem: 24, same: 100 }),
    [row(7, 'problem', NO_PRICE), row(5, 'skipped', MOVED), row(1, 'changed')],
  ),
  'admin-product-edit-undone': answering(
    edit(
      { state: 'undone', undone: { ...MIRA, at: '2026-11-26T06:00:00.000Z' } },
      { restored: 9_400, kept: 474, skipped: 2, problem: 124 },
    ),
    [row(1, 'kept', MOVED, 'kept'), row(2, 'restored', [], 'restored')],
  ),
  'admin-product-edit-loading': {
    ...{ who: 'admin', at: `/admin/product-edit/${ID}` },
    api: { path: /\/admin\/product-edits\//, answer: 'waits' },
  },
  'admin-product-edit-error': {
    ...{ who: 'admin', at: `/admin/product-edit/${ID}` },
    api: { path: /\/admin\/product-edits\//, answer: 'fails' },
    open: (page) => page.getByRole('alert').first().waitFor(),
  },
  'admin-product-edits': list([
    edit({ state: 'applying' }, { planned: 6_000, changed: 3_874, skipped: 2 }),
    edit({ _id: 'd'.repeat(24), state: 'undone' }, { restored: 9_400, kept: 474, skipped: 2 }),
  ]),
  'admin-product-edits-empty': list([]),
};
