import { dialog, saysWhy, staff, type Screen } from './screen.ts';

// What staff write and show: reviews, banners, pages, menus, the brand.

const banner = (number: number, title: string, fields: object) => ({
  ...{ _id: String(number).repeat(24), title, link: undefined, state: 'shown', ...fields },
});

const [FROM, UNTIL] = ['2026-11-05T03:30:00.000Z', '2026-11-12T18:29:00.000Z'];

const BANNERS = [
  banner(1, 'Everyday gold', {}),
  banner(2, 'Diwali: no making charges on every ring and necklace of the shop', {
    ...{ link: '/product/ring?filter.metal=platinum,rose-gold', from: FROM, until: UNTIL, state: 'coming' },
  }),
  banner(3, 'Wedding season', { until: UNTIL }),
  banner(4, 'Akshaya Tritiya', { link: '/collections/bridal', from: FROM, until: UNTIL, state: 'over' }),
];

const BANNER_LIST = /\/admin\/banners$/;

/** With the picture of one that is there. */
const timedBanners: NonNullable<Screen['api']> = {
  path: BANNER_LIST,
  answer: ({ banners: [first] }: { banners: object[] }) => ({
    banners: BANNERS.map((fields) => ({ ...first, ...fields })),
  }),
};

export const STAFF_CONTENT_SCREENS: Record<string, Screen> = {
  'admin-reviews': staff('reviews'),
  // The widest rows that there are: hidden with a reason, answered, with pictures.
  'admin-reviews-compact': {
    ...staff('reviews'),
    differsByWidth: true,
    api: {
      path: /\/admin\/reviews$/,
      answer: ({ reviews, ...rest }: { reviews: { createdAt: string }[] }) => ({
        ...rest,
        reviews: reviews.map((review) => ({
          ...{ ...review, hidden: true, hiddenReason: 'Advertising for another shop' },
          answer: { text: 'Thank you', answeredAt: review.createdAt },
          photosForStaff: [{ image: '/api/v1/images/none.webp', width: 300, height: 400, hidden: false }],
        })),
      }),
    },
    async open(page) {
      const compact = page.getByRole('button', { name: 'Compact', pressed: false });
      if (await compact.isVisible()) await compact.click();
    },
  },
  'admin-instapost': staff('instapost'),
  'admin-discount': { ...staff('discount'), api: timedBanners },
  'admin-discount-empty': {
    ...staff('discount'),
    api: { path: BANNER_LIST, answer: { status: 200, body: { banners: [] } } },
  },
  'admin-discount-loading': { ...staff('discount'), api: { path: BANNER_LIST, answer: 'waits' } },
  'admin-discount-error': { ...staff('discount'), api: { path: BANNER_LIST, answer: 'fails' }, open: saysWhy },
  'admin-discount-times': {
    ...staff('discount'),
    api: timedBanners,
    async open(page) {
      await page.getByRole('button', { name: /^Edit Diwali/ }).click();
      await dialog(page);
      await page.getByLabel('Shown until').fill('2026-10-30T09:00');
      await page.getByRole('button', { name: 'Update Banner' }).click();
      await page.getByText('This is not after its beginning').waitFor();
    },
  },
  'admin-discount-focus': {
    ...staff('discount'),
    async open(page) {
      await page.getByRole('button', { name: /^Edit/ }).first().click();
      await dialog(page);
      await page.getByRole('button', { name: /^Focal point/ }).press('ArrowLeft');
      await page.getByText('Computer, 1440 px').click();
    },
  },
  'admin-pages': staff('pages'),
  'admin-pages-loading': { ...staff('pages'), api: { path: /\/admin\/pages$/, answer: 'waits' } },
  'admin-pages-error': { ...staff('pages'), api: { path: /\/admin\/pages$/, answer: 'fails' }, open: saysWhy },
  'admin-page': staff('page/faqs'),
  'admin-page-new': {
    ...staff('page/new'),
    async open(page) {
      await page.getByRole('button', { name: 'Add question' }).click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Title is required').waitFor();
    },
  },
  'admin-page-gone': staff('page/no-such-page'),
  'admin-page-loading': { ...staff('page/faqs'), api: { path: /\/admin\/page\/faqs$/, answer: 'waits' } },
  'admin-page-error': {
    ...staff('page/faqs'),
    ...{ api: { path: /\/admin\/page\/faqs$/, answer: 'fails' }, open: saysWhy },
  },
  'admin-menus': staff('menus'),
  'admin-menus-loading': { ...staff('menus'), api: { path: /\/admin\/menus$/, answer: 'waits' } },
  'admin-menus-error': { ...staff('menus'), api: { path: /\/admin\/menus$/, answer: 'fails' }, open: saysWhy },
  'admin-menus-empty': {
    ...staff('menus'),
    api: {
      path: /\/admin\/menus$/,
      answer: ({ menus }: { menus: object }) => ({
        menus: { ...menus, ...Object.fromEntries(Object.keys(menus).map((name) => [name, []])) },
      }),
    },
  },
  // What an item led to is no more.
  'admin-menus-hidden': {
    ...staff('menus'),
    api: {
      path: /\/admin\/menus$/,
      answer: ({ menus }: { menus: { header: object[] } }) => ({
        menus: { ...menus, header: [{ label: '', target: { kind: 'category', id: 'f'.repeat(24) }, items: [] }] },
      }),
    },
  },
  'admin-brand': staff('brand'),
};
