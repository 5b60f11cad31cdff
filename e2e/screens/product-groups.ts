import { saysWhy, type Screen } from './screen.ts';

// A group with long names and large figures, with variants in all states.

const AT = '2026-11-20T10:00:00.000Z';
const variant = (number: number, metalTone: string, fields: object) => ({
  ...{ _id: String(number).repeat(24), name: 'Meera Solitaire Ring with a Halo', productGroup: 'AR-1042', metalTone },
  ...{ price: 1_23_456.5, images: [], category: { main: 'ring' }, material: { tag: 'oxidised-silver' }, stock: 12 },
  ...{ customizable: false, rating: 0, ratingCount: 0, shortDescription: 'One stone.', detailsModel: 'RingDetails' },
  detailsRef: {
    ...{ _id: 'd'.repeat(24), metalTone: [metalTone], metalPurity: ['18K'], stoneType: [], weight: 3.2 },
    ...{ careInstructions: 'Wipe it.', packaging: 'A box.', hypoallergenic: number !== 2, sizeOptions: ['10', '12'] },
    ...{ certification: { isHallmarked: true, isCertified: false }, engravingAvailable: true },
  },
  ...{ status: 'published', position: number, featured: 0, held: 3, sold: 1_204, isLow: false },
  ...{ createdAt: AT, updatedAt: AT, version: String(number), ...fields },
});
const GROUP = {
  ...{ productGroup: 'AR-1042', version: '1.2' },
  variants: [
    variant(1, 'Rhodium-Plated White Gold', {}),
    variant(2, 'Rose Gold', { status: 'draft', stock: 1, isLow: true, lowStockAt: 4 }),
    variant(3, 'Yellow Gold', { status: 'archived' }),
  ],
};

const stubbed = (group: object): Screen => ({
  who: 'admin',
  at: '/admin/group/AR-1042',
  api: { path: /\/groups\/AR-1042$/, answer: { status: 200, body: { group } } },
});

/** Screens of a product group, by name. */
export const PRODUCT_GROUP_SCREENS: Record<string, Screen> = {
  'admin-group': { who: 'admin', at: '/admin/group/AR-1001' },
  'admin-group-states': stubbed(GROUP),
  'admin-group-archived': stubbed({
    ...GROUP,
    variants: GROUP.variants.map((one) => ({ ...one, status: 'archived' })),
  }),
  'admin-group-invalid': {
    ...stubbed(GROUP),
    async open(page) {
      await page.getByLabel('Price in ₹, Rose Gold, oxidised-silver').fill('0');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('A piece has a price').first().waitFor();
    },
  },
  'admin-group-loading': { ...stubbed(GROUP), api: { path: /\/groups\/AR-1042$/, answer: 'waits' } },
  'admin-group-error': { ...stubbed(GROUP), api: { path: /\/groups\/AR-1042$/, answer: 'fails' }, open: saysWhy },
  'admin-group-duplicate': {
    ...stubbed(GROUP),
    async open(page) {
      await page.getByRole('button', { name: 'Duplicate…' }).click();
      await page.getByRole('dialog').first().waitFor();
    },
  },
};
