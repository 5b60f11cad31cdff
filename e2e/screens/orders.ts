import type { Page } from 'playwright-core';
import { dialog, DUTIES, saysWhy, WITHOUT_PASSWORD, type Screen } from './screen.ts';

// The orders of a buyer, and the page of one as its buyer and as staff see it.

async function askForLink(page: Page): Promise<void> {
  await page.getByLabel('Order number').fill('#1A2B3C');
  await page.getByLabel('E-mail address').fill('asha@example.com');
  await page.getByRole('button', { name: 'Mail me the link' }).click();
}

/** By a code to an e-mail address that has an account. */
const LIMITED: Screen['api'] = {
  path: /\/api\/v1\/me$/,
  answer: (body: { user: object }) => ({ ...body, user: { ...body.user, name: 'Customer', isLimited: true } }),
};

const WITHOUT_PAN = {
  path: /\/order\/[0-9a-f]{24}$/,
  method: 'GET',
  answer: ({ order }: { order: object }) => ({ order: { ...order, form97: { receivedAt: null } } }),
} as const;

const AS_GIFT = {
  path: /\/order\/[0-9a-f]{24}$/,
  method: 'GET',
  answer: ({ order }: { order: object }) => ({
    order: { ...order, gift: { wrap: true, message: 'Happy birthday, Amma!\nWith love from all of us' } },
  }),
} as const;

const ABROAD = {
  path: /\/order\/(link\/[^/]+|[0-9a-f]{24})$/,
  method: 'GET',
  answer: ({ order }: { order: { shippingInfo: object } }) => ({
    order: {
      ...order,
      shippingInfo: {
        ...order.shippingInfo,
        ...{ street: 'Marienplatz 8', city: 'Munich', state: 'Bavaria', pincode: '80331', country: 'Germany' },
      },
      dutiesNote: DUTIES,
    },
  }),
} as const;

/** To a buyer in the EU, of a ready piece, one that was made to order and one that was withdrawn from already. */
const WITHDRAWABLE = {
  path: /\/order\/[0-9a-f]{24}$/,
  method: 'GET',
  answer: ({ order }: { order: { items: { product: object }[] } }) => {
    const [item] = order.items;
    const named = (name: string, more: object = {}) => ({
      ...item,
      ...more,
      product: { ...item!.product, name },
    });
    return {
      order: {
        ...order,
        ...{ status: 'Delivered', statusMessage: 'Your order was delivered' },
        shippedAt: '2026-11-20T06:30:00.000Z',
        deliveredAt: '2026-11-25T06:30:00.000Z',
        items: [
          ...order.items.slice(0, 1),
          named('Tara Diamond Studs'),
          named('Noor Necklace with a long name', { customized: true }),
          named('Ira Silver Chain'),
        ],
        withdrawal: { lines: [0, 1], until: new Date(Date.now() + 9 * 24 * 3_600_000).toISOString() },
        withdrawals: [{ at: '2026-11-26T06:30:00.000Z', lines: [3] }],
      },
    };
  },
} as const;

/** Two parcels with the same piece, of which one has arrived: its day has no other place. */
const IN_PARCELS = {
  path: /\/order\/[0-9a-f]{24}$/,
  method: 'GET',
  answer: ({ order }: { order: object }) => {
    const left = { courier: 'BlueDart', lines: [0], shippedAt: '2026-11-20T06:30:00.000Z', version: '1'.repeat(22) };
    const first = { _id: '6f1b3c1e-8d2f-4c6a-9a43-1f0c5d7e2b01', trackingNumber: '12345678901' };
    const second = { _id: '6f1b3c1e-8d2f-4c6a-9a43-1f0c5d7e2b02', trackingNumber: '12345678902' };
    const shipments = [
      { ...left, ...first, deliveredAt: '2026-11-22T09:00:00.000Z' },
      { ...left, ...second },
    ];
    const withdrawals = [{ at: '2026-11-21T10:00:00.000Z', lines: [1] }];
    return { order: { ...order, statusMessage: '2 of 3 pieces are on their way', shipments, withdrawals } };
  },
} as const;

/** The page of an order, to its buyer and to staff. */
const OWN: Screen = { who: 'shopper', at: ({ order }) => order && `/user/order/${order}` };
const FOR_STAFF: Screen = { who: 'admin', at: ({ order }) => order && `/admin/order/${order}` };

export const ORDER_SCREENS: Record<string, Screen> = {
  'account-limited': { who: 'shopper', at: '/user/orders', api: LIMITED },
  orders: { who: 'shopper', at: '/user/orders' },
  'orders-loading': { who: 'shopper', at: '/user/orders', api: { path: /\/orders\/my-orders/, answer: 'waits' } },
  'orders-error': {
    who: 'shopper',
    at: '/user/orders',
    api: { path: /\/orders\/my-orders/, answer: 'fails' },
    open: saysWhy,
  },
  order: OWN,
  'order-limited': { ...OWN, api: LIMITED },
  'order-without-password': {
    ...OWN,
    api: WITHOUT_PASSWORD,
  },
  'order-parcels': { ...OWN, api: IN_PARCELS },
  'order-withdrawable': { ...OWN, api: WITHDRAWABLE },
  'order-withdraw': {
    ...OWN,
    api: WITHDRAWABLE,
    async open(page) {
      await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
      await dialog(page);
    },
  },
  'order-gift': { ...OWN, api: AS_GIFT },
  'order-abroad': { ...OWN, api: ABROAD },
  'order-by-link': { who: 'guest', at: ({ orderLink }) => orderLink },
  'order-by-link-over': { who: 'guest', at: '/order/link/over' },
  'find-order': { who: 'guest', at: '/order/find' },
  'find-order-wrong': {
    who: 'guest',
    at: '/order/find',
    async open(page) {
      await page.getByRole('button', { name: 'Mail me the link' }).click();
      await page.getByText('Order number is required').waitFor();
    },
  },
  'find-order-error': {
    who: 'guest',
    at: '/order/find',
    api: { path: /order\/find/, answer: 'fails' },
    open: askForLink,
  },
  'find-order-sent': {
    who: 'guest',
    at: '/order/find',
    api: { path: /order\/find/, answer: { status: 202, body: { isAsked: true } } },
    async open(page) {
      await askForLink(page);
      await page.getByRole('heading', { name: 'Please look into your mailbox' }).waitFor();
    },
  },
  'admin-order': FOR_STAFF,
  'admin-order-parcels': { ...FOR_STAFF, api: IN_PARCELS },
  'admin-order-form-97': { ...FOR_STAFF, api: WITHOUT_PAN },
  'admin-order-withdrawn': { ...FOR_STAFF, api: WITHDRAWABLE },
  'admin-order-take-back': {
    ...FOR_STAFF,
    api: {
      path: /\/order\/[0-9a-f]{24}$/,
      answer: ({ order }: { order: object }) => ({
        order: {
          ...order,
          ...{ status: 'Shipped', statusMessage: 'Your order is on its way', shippedAt: new Date().toISOString() },
          takeBack: { to: 'Processing', until: new Date(Date.now() + 9 * 60_000).toISOString() },
        },
      }),
    },
  },
  'admin-order-abroad': { ...FOR_STAFF, api: ABROAD },
  'admin-order-gift': { ...FOR_STAFF, api: AS_GIFT },
};
