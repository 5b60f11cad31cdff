import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

// Imports of products in states that pass, with the figures of a large one.

const ID = 'f'.repeat(24);
const MIRA = { userId: 'b'.repeat(24), name: 'Mira Kulkarni' };
const NO_COUNTS = { problem: 0, skipped: 0, new: 0, planned: 0, created: 0, changed: 0, same: 0 };
const AT = '2026-11-26T05:10:00.000Z';

const anImport = (fields: object, counts: object = {}) => ({
  ...{ _id: ID, state: 'checked', fileName: 'prices-of-the-festival-season-2026-november.csv', by: MIRA },
  ...{ createdAt: AT, partCount: 8, partsArrived: 8, seen: 100_000, isDelayed: false },
  ...fields,
  counts: { ...NO_COUNTS, ...counts },
});

const row = (number: number, state: string, why: object[] = []) => ({
  ...{ number, state, why, label: 'AR-1042 Yellow Gold gold · Meera Solitaire Ring with a Halo of Round Diamonds' },
  changes:
    state === 'planned' || state === 'changed'
      ? [
          { column: 'Price (rupees)', before: '123456.00', after: '132720.00' },
          { column: 'Delivery time', before: '', after: 'Five to seven working days' },
        ]
      : [],
});
const WRONG = [{ column: 'Price (rupees)', message: 'Rupees with at most two decimals, such as 1999.50' }];
const MOVED = [{ column: 'Stock', message: 'It is 4 now' }];

const answering = (one: object, rows: object[] = []): Screen => ({
  ...{ who: 'admin', at: `/admin/product-import/${ID}` },
  api: {
    path: /\/admin\/product-imports\/f+(\/rows)?$/,
    answer: { status: 200, body: { import: one, rows, totalCount: rows.length } },
  },
});
const list = (imports: object[]): Screen => ({
  ...{ who: 'admin', at: '/admin/product-imports' },
  api: { path: /\/admin\/product-imports$/, answer: { status: 200, body: { imports, totalCount: imports.length } } },
});
const applied = { ...MIRA, at: AT };
const checked = anImport({}, { new: 1_200, planned: 48_000, same: 50_776, problem: 24 });
const CHECKED = [row(7, 'problem', WRONG), row(2, 'planned'), row(3, 'new'), row(4, 'same')];

export const PRODUCT_IMPORT_SCREENS: Record<string, Screen> = {
  'admin-product-imports': list([
    anImport({ state: 'applying', applied }, { planned: 20_000, changed: 28_000, created: 1_200 }),
    anImport({ _id: 'e'.repeat(24), state: 'refused', problem: 'The file is empty' }),
    checked,
  ]),
  'admin-product-imports-empty': list([]),
  'admin-product-imports-loading': {
    ...{ who: 'admin', at: '/admin/product-imports' },
    api: { path: /\/admin\/product-imports/, answer: 'waits' },
  },
  'admin-product-imports-refused': {
    ...{ who: 'admin', at: '/admin/product-imports' },
    async open(page) {
      await page
        .getByLabel('File of products (CSV or XLSX)')
        .setInputFiles({ name: 'prices.xlsx', mimeType: 'text/plain', buffer: Buffer.from('PK') });
      await page.getByText('This is not a workbook (XLSX) that can be read.').first().waitFor();
    },
  },
  'admin-product-import-checking': answering(anImport({ state: 'checking', seen: 41_250 }, { planned: 41_250 })),
  'admin-product-import-checked': answering(checked, CHECKED),
  'admin-product-import-apply': {
    ...answering(checked, CHECKED),
    async open(page: Page) {
      await page.getByRole('button', { name: /^Apply/ }).click();
      await page.getByRole('dialog').first().waitFor();
    },
  },
  'admin-product-import-applying': answering(
    anImport({ state: 'applying', applied, isDelayed: true }, { planned: 20_000, changed: 28_000, created: 1_200 }),
    [row(2, 'changed'), row(5, 'planned')],
  ),
  'admin-product-import-applied': answering(
    anImport({ state: 'applied', applied, finishedAt: AT }, { created: 1_200, changed: 47_998, skipped: 2, same: 800 }),
    [row(5, 'skipped', MOVED), row(3, 'created'), row(2, 'changed')],
  ),
  'admin-product-import-problem': answering(
    anImport({
      state: 'refused',
      seen: 0,
      problem: 'Column “Price” is not known: the columns are those of the export',
    }),
  ),
  'admin-product-import-error': {
    ...{ who: 'admin', at: `/admin/product-import/${ID}` },
    api: { path: /\/admin\/product-imports\//, answer: 'fails' },
    open: (page) => page.getByRole('alert').first().waitFor(),
  },
};
