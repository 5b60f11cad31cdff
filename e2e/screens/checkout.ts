import { DUTIES, FROZEN_LINE, saysWhy, type Screen } from './screen.ts';

// The checkout; what is paid by bank transfer is in `bank-transfers.ts`.

const FROZEN_ID = 'f'.repeat(24);
/** A checkout whose totals are fixed, with a present and a business, to be paid with Razorpay. */
const FROZEN: Screen = {
  who: 'shopper',
  at: `/checkout?checkout=${FROZEN_ID}`,
  api: {
    path: /\/(checkout|payment\/checkout)\/f+$/,
    answer: {
      status: 200,
      body: {
        payment: null,
        checkout: {
          ...{ _id: FROZEN_ID, state: 'frozen', currency: 'INR', symbol: '₹', rate: null, gstRate: 0.03 },
          ...{ showPrices: 'with-tax', courier: null, specialRequest: null, orderId: null },
          expiresAt: new Date(Date.now() + 15 * 60_000).toISOString(),
          totals: {
            ...{ subtotal: 51_300, gst: 1_544, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0 },
            ...{ giftWrap: 150, total: 52_994 },
          },
          lines: [FROZEN_LINE],
          gift: { wrap: true, message: 'Happy birthday, Amma!\nWith love from all of us' },
          business: { name: 'Rao Boutique LLP', gstin: '27AAPFU0939F1ZV' },
          shippingInfo: {
            ...{ name: 'Asha Rao', phone: '+919876543210', street: '12 Rose Lane', city: 'Pune' },
            ...{ state: 'Maharashtra', pincode: '411001', country: 'India' },
          },
        },
      },
    },
  },
};

/** Two pieces of a checkout have no hallmark. */
const withoutHallmark = ({ quote }: { quote: { lines: object[] } }) => ({
  quote: {
    ...quote,
    offersHallmarking: true,
    lines: quote.lines.map((line, index) => ({ ...line, particulars: { isHallmarked: index > 1 } })),
  },
});

/** A quote of a day's purchases for which the law wants the PAN. */
const WITH_PAN = {
  path: /\/checkout\/quote$/,
  method: 'POST',
  answer: ({ quote }: { quote: object }) => ({ quote: { ...quote, panNeeded: { above: 200_000 } } }),
} as const;

export const CHECKOUT_SCREENS: Record<string, Screen> = {
  checkout: { who: 'shopper', at: '/checkout' },
  'checkout-hallmarking': {
    who: 'shopper',
    at: '/checkout',
    api: { path: /\/checkout\/quote$/, answer: withoutHallmark },
    async open(page) {
      const hallmarking = page.getByLabel(/Hallmarking/);
      await hallmarking.scrollIntoViewIfNeeded();
      await hallmarking.check();
    },
  },
  'checkout-loading': { who: 'shopper', at: '/checkout', api: { path: /\/checkout\/|\/charges/, answer: 'waits' } },
  'checkout-present-and-business': {
    who: 'shopper',
    at: '/checkout',
    async open(page) {
      await page.getByLabel('This is a present').click();
      await page.getByLabel('Gift wrap').click();
      await page.getByLabel('Message (optional)').fill('Happy birthday, Amma!');
      await page.getByLabel('I buy for a business').click();
      await page.getByLabel('Name of the business').fill('Rao Boutique LLP');
      await page.getByLabel('GSTIN', { exact: true }).fill('27AAPFU0939F1ZW');
      await page.getByRole('button', { name: /^Pay/ }).click();
      await page.getByText('This is not a GSTIN').waitFor();
    },
  },
  'checkout-pan': {
    who: 'shopper',
    at: '/checkout',
    api: WITH_PAN,
    async open(page) {
      await page.getByLabel('PAN', { exact: true }).fill('ABCDE1234F');
      await page.getByRole('button', { name: /^Pay/ }).click();
      await page.getByText('This is not a PAN').waitFor();
    },
  },
  'checkout-no-pan': {
    who: 'shopper',
    at: '/checkout',
    api: WITH_PAN,
    async open(page) {
      await page.getByLabel('I have no PAN').click();
    },
  },
  'checkout-present-full': {
    who: 'shopper',
    at: '/checkout',
    async open(page) {
      await page.getByLabel('This is a present').click();
      await page.getByLabel('Gift wrap').click();
      await page.getByLabel('Message (optional)').fill('Happy birthday, dear Amma! '.repeat(10).slice(0, 250));
    },
  },
  'checkout-address-new': {
    who: 'shopper',
    at: '/checkout',
    async open(page) {
      await page.getByRole('button', { name: 'Add a new address' }).click();
      await page.getByLabel('Street address').waitFor();
      await page.getByRole('button', { name: 'Save address' }).click();
    },
  },
  'checkout-duties': {
    who: 'shopper',
    at: '/checkout',
    api: {
      path: /\/checkout\/quote$/,
      method: 'POST',
      answer: ({ quote }: { quote: object }) => ({
        quote: {
          ...quote,
          dutiesNote: DUTIES,
        },
      }),
    },
  },
  'checkout-frozen': FROZEN,
  'checkout-frozen-policy': {
    ...FROZEN,
    async open(page) {
      await page.getByText('Refund & return policy').click();
    },
  },
  'checkout-busy': {
    who: 'shopper',
    at: '/checkout',
    api: {
      path: /\/checkout$/,
      method: 'POST',
      answer: {
        status: 409,
        body: {
          status: 409,
          code: 'checkout.busy',
          message: 'A payment is under way',
          details: { checkoutId: FROZEN_ID },
        },
      },
    },
    async open(page) {
      await page.getByRole('button', { name: /^Pay/ }).click();
      await page.getByText('is under way').waitFor();
    },
  },
  'checkout-paid-already': {
    who: 'shopper',
    at: `/checkout?checkout=${FROZEN_ID}`,
    api: {
      path: /\/checkout\/f+$/,
      answer: { status: 200, body: { checkout: { _id: FROZEN_ID, state: 'closed', paidAs: 'e'.repeat(24) } } },
    },
  },
  'checkout-ways-to-pay': {
    who: 'shopper',
    at: '/checkout',
    api: {
      path: /\/payment\/methods$/,
      answer: {
        status: 200,
        body: { methods: ['razorpay', 'bank-transfer'].map((provider) => ({ provider, currencies: ['INR'] })) },
      },
    },
    async open(page) {
      await page.getByLabel(/^Bank transfer/).check();
    },
  },
  'checkout-no-way-to-pay': {
    who: 'shopper',
    at: '/checkout',
    api: { path: /\/payment\/methods$/, answer: { status: 200, body: { methods: [] } } },
    open: saysWhy,
  },
};
