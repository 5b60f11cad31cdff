import { dialog, text, type Screen } from './screen.ts';

// Lists of pieces: categories, collections, materials, search.

export const LISTING_SCREENS: Record<string, Screen> = {
  collections: text('collections'),
  gifts: text('gifts'),
  collection: text('collection/bridal'),
  listing: text('product/ring'),
  'listing-without-pictures': { ...text('product/ring'), withoutPictures: true },
  'listing-filtered': text('shop?sort_by=price-descending&availability=in-stock&page=3'),
  'listing-empty': text('shop?filter.price.lte=1'),
  'listing-error': text('shop?filter.price.gte=5&filter.price.lte=1'),
  material: text('material/gold'),
  search: text('search?q=ring'),
  'search-empty': text('search?q=zzzzzz'),
  'search-popular': {
    who: 'guest',
    at: '/',
    api: {
      path: /\/popular-searches$/,
      answer: {
        status: 200,
        body: { searches: ['engagement ring', 'jhumka', 'mangalsutra', 'gold chain', 'nose pin'] },
      },
    },
    async open(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('dialog').getByRole('heading', { name: 'Popular searches' }).waitFor();
    },
  },
  'search-overlay': {
    who: 'guest',
    at: '/',
    async open(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('dialog').getByRole('searchbox').fill('ruby');
      await page.getByRole('dialog').getByRole('heading', { name: 'Products' }).waitFor();
    },
  },
  'search-overlay-none': {
    who: 'guest',
    at: '/',
    async open(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('dialog').getByRole('searchbox').fill('zzzzzz');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Search for/ })
        .waitFor();
    },
  },
  'listing-scrolled': {
    ...text('product/ring'),
    async open(page) {
      await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }));
      await page.locator('header[data-scrolled]').waitFor();
    },
  },
  'listing-drawer': {
    ...text('product/ring'),
    differsByWidth: true,
    // A drawer on phones, and one facet's panel on a desk.
    async open(page) {
      const filter = page.locator('a[href="#filters"]');
      if (await filter.isVisible()) {
        await filter.click();
        await dialog(page);
      } else {
        await page.locator('#filters summary').first().click();
        await page.locator('#filters details[open]').waitFor();
      }
    },
  },
};
