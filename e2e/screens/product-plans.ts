import { dialog, saysWhy, staff, type Screen } from './screen.ts';

// Changes of products that are planned for later.

const plannedChange = (number: number, fields: object) => ({
  ...{ _id: String(number).repeat(24), productId: 'a'.repeat(24), state: 'planned', at: '2026-12-01T03:30:00.000Z' },
  product: {
    ...{
      name: 'Meera Solitaire Ring with a Halo of Round Diamonds',
      productGroup: 'AR-1042',
      metalTone: 'Yellow Gold',
    },
    status: 'published',
  },
  ...{ by: { userId: 'b'.repeat(24), name: 'Mira Kulkarni' }, ...fields },
});

const PLANNED = [
  plannedChange(1, { price: 1_23_456.5, until: '2026-12-05T18:29:00.000Z', state: 'running' }),
  plannedChange(2, { status: 'published' }),
];

const PLANNED_BEFORE = [
  plannedChange(3, { status: 'archived', state: 'impossible', why: 'The piece was archived' }),
  plannedChange(4, { price: 99_900, state: 'done', why: 'The price was changed in between, and stays' }),
];

const plannedList = (plannedChanges: object[]): NonNullable<Screen['api']> => ({
  path: /\/admin\/planned-changes$/,
  answer: { status: 200, body: { plannedChanges, totalCount: plannedChanges.length } },
});

const plannedOfProduct: Screen = {
  who: 'admin',
  at: ({ product }) => product && `/admin/product/${product}?show=planned`,
  api: plannedList(PLANNED),
};

export const PRODUCT_PLAN_SCREENS: Record<string, Screen> = {
  'admin-product-planned': plannedOfProduct,
  'admin-products-planned': { ...staff('products?planned=yes'), api: plannedList(PLANNED) },
  'admin-products-planned-over': { ...staff('products?planned=yes&when=over'), api: plannedList(PLANNED_BEFORE) },
  'admin-product-planned-empty': { ...plannedOfProduct, api: plannedList([]) },
  'admin-product-planned-loading': { ...plannedOfProduct, api: { path: /\/planned-changes$/, answer: 'waits' } },
  'admin-product-planned-error': {
    ...plannedOfProduct,
    ...{ api: { path: /\/planned-changes$/, answer: 'fails' }, open: saysWhy },
  },
  'admin-product-plan': {
    ...plannedOfProduct,
    async open(page) {
      await page.getByRole('button', { name: 'Plan a change' }).click();
      await dialog(page);
      await page.getByLabel('What changes').selectOption('price');
      // All that it says is wrong.
      await page.getByRole('button', { name: 'Plan', exact: true }).click();
      await page.getByText('A date and a time').waitFor();
    },
  },
};
