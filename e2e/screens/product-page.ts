import { dialog, text, type Screen } from './screen.ts';

// The page of a piece as visitors see it, and what opens over it.

export const PRODUCT_PAGE_SCREENS: Record<string, Screen> = {
  product: text('product/group/AR-1006'),
  'product-without-pictures': { ...text('product/group/AR-1006'), withoutPictures: true },
  'product-customization': {
    who: 'guest',
    at: '/product/group/AR-1001',
    async open(page) {
      await page.getByRole('tab', { name: 'Customization' }).click();
    },
  },
  'product-choice-missing': {
    who: 'shopper',
    at: '/product/group/AR-1001',
    async open(page) {
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByText('Please select ring size').first().waitFor();
    },
  },
  'product-delivery': {
    who: 'guest',
    at: '/product/group/AR-1006',
    async open(page) {
      await page.getByLabel('Delivery to pincode').fill('560001');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('Bengaluru').waitFor();
    },
  },
  'product-delivery-unknown': {
    who: 'guest',
    at: '/product/group/AR-1006',
    async open(page) {
      await page.getByLabel('Delivery to pincode').fill('999999');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('We do not know this pincode').waitFor();
    },
  },
  'product-sold-out': { who: 'guest', at: ({ soldOut }) => soldOut },
  'product-necklace': text('product/group/AR-1067'),
  'product-3d': {
    who: 'guest',
    at: '/product/group/AR-1006',
    async open(page) {
      await page.getByRole('button', { name: '3D view' }).click();
      await page.locator('[data-3d="turning"], [data-3d="still"]').waitFor();
    },
  },
  'product-video': {
    who: 'guest',
    at: '/product/group/AR-1001',
    async open(page) {
      const thumbnail = page.getByRole('button', { name: 'Video', exact: true });
      if (await thumbnail.isVisible()) await thumbnail.click();
      // With reduced motion nothing plays before it is asked for.
      await page.getByRole('button', { name: 'Play the video' }).click();
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 3);
    },
  },
  'product-sold-out-shopper': { who: 'shopper', at: ({ soldOut }) => soldOut },
  'share-menu': {
    who: 'guest',
    at: '/product/group/AR-1001',
    async open(page) {
      // It is loaded with the first sign of the visitor.
      await page.keyboard.press('Shift');
      await page.getByRole('button', { name: /^Share / }).click();
      await page.getByRole('button', { name: 'Copy link' }).waitFor();
    },
  },
  'recently-viewed': {
    who: 'guest',
    at: '/product/group/AR-1001',
    async open(page) {
      await page.waitForFunction(() => localStorage.getItem('shop:recently-viewed') !== null);
      await page.goto('/product/group/AR-1067');
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await page.getByRole('heading', { name: 'Recently viewed' }).scrollIntoViewIfNeeded();
    },
  },
  'size-guide': text('size-guide/ring'),
  'size-guide-dialog': {
    who: 'guest',
    at: '/product/group/AR-1067',
    async open(page) {
      await page.getByRole('link', { name: 'Size guide' }).click();
      await dialog(page);
    },
  },
  'review-form': {
    who: 'shopper',
    at: '/product/group/AR-1006',
    async open(page) {
      await page.getByRole('button', { name: 'Write a review' }).click();
      await dialog(page);
    },
  },
};
