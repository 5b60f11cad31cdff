import { drawer, staff, type Screen } from './screen.ts';

// What products are sorted and described by: categories, collections, tags, options, sizes, features, synonyms.

export const STAFF_CATALOGUE_SCREENS: Record<string, Screen> = {
  'admin-customization': staff('customization'),
  'admin-customization-unlisted': {
    ...staff('customization'),
    // The form is below the table on a phone.
    api: {
      path: /\/admin\/customization$/,
      answer: ({ customizations }: { customizations: object[] }) => ({ customizations: customizations.slice(0, 2) }),
    },
    async open(page) {
      await page.getByRole('button', { name: 'Add Stone Type' }).click();
      await page.getByLabel('Stone Type 1').fill('Rubby');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('is not in the option list').waitFor();
    },
  },
  'admin-category': staff('category'),
  'admin-category-drawer': drawer('category', /add|new/i),
  'admin-category-picture': drawer('category', /^Picture of/),
  'admin-collections': staff('collections'),
  'admin-collections-empty': {
    ...staff('collections'),
    api: { path: /\/admin\/collections$/, answer: { status: 200, body: { collections: [] } } },
  },
  'admin-collection': {
    ...staff('collections'),
    async open(page) {
      await page.getByRole('link', { name: /^Edit/ }).first().click();
      await page
        .locator('[aria-live]')
        .getByText(/^\d+ pieces?$/)
        .waitFor();
    },
  },
  'admin-collection-new': staff('collection/new'),
  'admin-tags': staff('tags'),
  'admin-synonyms': staff('synonyms'),
  'admin-synonyms-edit': {
    ...staff('synonyms'),
    async open(page) {
      await page.getByRole('link', { name: /^Edit/ }).first().click();
      await page.getByRole('button', { name: 'Update' }).waitFor();
    },
  },
  'admin-synonyms-empty': {
    ...staff('synonyms'),
    api: { path: /\/admin\/synonyms$/, answer: { status: 200, body: { synonyms: [] } } },
  },
  'admin-synonyms-missing': {
    ...staff('synonyms'),
    async open(page) {
      await page.getByRole('button', { name: 'Create' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  },
  'admin-size': staff('size'),
  'admin-feature': staff('feature'),
  'admin-feature-drawer': drawer('feature', /^Add/),
  'admin-feature-diamond': {
    ...staff('feature?list=stonetype'),
    async open(page) {
      await page.getByRole('button', { name: 'Add stone type' }).click();
      await page.getByRole('dialog').getByLabel('Stone type').fill('Cultured diamond');
      await page.getByText('Write “laboratory-grown diamond”').waitFor();
    },
  },
};
