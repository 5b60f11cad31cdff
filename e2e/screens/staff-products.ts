import { dialog, staff, type Screen } from './screen.ts';

// Staff's list of products, and the page of one with its pictures.

const picturesOfProduct: Screen = {
  who: 'admin',
  at: ({ product }) => product && `/admin/product/${product}`,
  async open(page) {
    await page.getByRole('list', { name: 'Pictures in order' }).scrollIntoViewIfNeeded();
  },
};

export const STAFF_PRODUCT_SCREENS: Record<string, Screen> = {
  'admin-products': staff('products'),
  'admin-products-compact': {
    ...staff('products'),
    differsByWidth: true,
    async open(page) {
      const compact = page.getByRole('button', { name: 'Compact' });
      if (await compact.isVisible()) await compact.click();
      await page
        .getByRole('checkbox', { name: /^Select / })
        .last()
        .check();
    },
  },
  'admin-products-columns': {
    ...staff('products?status=published&sort=-price'),
    async open(page) {
      await page.getByRole('button', { name: 'Columns' }).click();
      await dialog(page);
    },
  },
  'admin-products-view': {
    ...staff('products?status=published&sort=-price'),
    async open(page) {
      await page.getByRole('button', { name: 'Save view' }).click();
      await dialog(page);
    },
  },
  'admin-products-keys': {
    ...staff('products'),
    differsByWidth: true,
    async open(page) {
      const keys = page.getByRole('button', { name: 'Keys of this list' });
      if (await keys.isVisible()) await keys.click();
    },
  },
  'admin-product': staff('product/new'),
  'admin-product-pictures': picturesOfProduct,
  'admin-product-picture': {
    ...picturesOfProduct,
    async open(page) {
      await picturesOfProduct.open!(page);
      await page.getByRole('button', { name: /^Picture 1 of/ }).click();
      await dialog(page);
    },
  },
  'admin-product-library': {
    ...picturesOfProduct,
    async open(page) {
      await picturesOfProduct.open!(page);
      await page.getByRole('button', { name: 'Choose from the library' }).click();
      await dialog(page);
      await page.getByLabel('Demo shop').check();
      await page.getByRole('list', { name: 'Pictures of the library' }).getByRole('button').first().waitFor();
    },
  },
};
