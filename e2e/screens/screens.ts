import type { Page } from 'playwright-core';
import { breakRemote } from '../federation/remote-faults.ts';
import { MEDIA_SCREENS } from './media.ts';
import { PRODUCT_EDIT_SCREENS } from './product-edits.ts';
import { PRODUCT_GROUP_SCREENS } from './product-groups.ts';
import { PRODUCT_IMPORT_SCREENS } from './product-imports.ts';
import type { Screen } from './screen.ts';
import { UPLOAD_SCREENS } from './uploads.ts';

/** Waits for the error message, which appears after retries. */
const saysWhy = async (page: Page) => page.getByRole('alert').first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();
const staff = (name: string): Screen => ({ who: 'admin', at: `/admin/${name}` });
/** An example of a kind of mail. */
const mail = (kind: string, example: string): [string, Screen] => [
  `mail-${kind}-${example}`,
  { who: 'admin', at: `/api/v1/admin/mails/preview/${kind}?example=${example}`, isMail: true },
];
const text = (name: string): Screen => ({ who: 'guest', at: `/${name}` });
async function askForLink(page: Page): Promise<void> {
  await page.getByLabel('Order number').fill('#1A2B3C');
  await page.getByLabel('E-mail address').fill('asha@example.com');
  await page.getByRole('button', { name: 'Mail me the link' }).click();
}
/** A drawer of the staff area, opened by the first matching button. */
const drawer = (name: string, button: RegExp): Screen => ({
  ...staff(name),
  async open(page) {
    await page.getByRole('button', { name: button }).first().click();
    await dialog(page);
  },
});

/** The command palette over the dashboard, with a text in it. */
const palette = (typed: string, shown: RegExp): Screen => ({
  ...staff('dashboard'),
  async open(page) {
    await page.getByRole('button', { name: /^Search or jump/ }).click();
    await dialog(page);
    await page.getByRole('dialog').getByRole('combobox').fill(typed);
    await page.getByRole('dialog').getByText(shown).first().waitFor();
  },
});

/** The bell's list over a screen of the staff area. */
const notices = (name: string): Screen => drawer(name, /^Notices$/);
const NOTICES = /\/admin\/notices$/;
const told = (kind: string, text: string, isRead: boolean) => ({
  ...{ _id: `${kind}${text}`, kind, recordId: 'a'.repeat(24), text, at: '2026-11-26T10:00:00.000Z', isRead },
});
/** More than two digits of them are unread. */
const TOLD = {
  notices: [
    told('order', 'New order #A1B2C3: ₹1,24,500.00', false),
    told('low-stock', 'Meera Solitaire Ring with a name that needs two lines (AR-1042): 1 piece left', false),
    told('dispute', 'New dispute: ₹12,34,500.00 for #D4E5F6', false),
    told('order', 'New order #0F9E8D: ₹18,000.00', true),
  ],
  unread: 100,
};

/** A panel of the wide menu, opened by its button; nothing on phones, which have no such button. */
const panel = (button: string, shown: string): Screen => ({
  ...text(''),
  async open(page) {
    const menu = page.getByRole('navigation', { name: 'Main' });
    if (!(await menu.isVisible())) return;
    await menu.getByRole('link').first().focus();
    await menu.getByRole('button', { name: button }).press('Enter');
    await menu.getByText(shown).locator('visible=true').first().waitFor();
  },
});

/** A dialog of the account's pages of security and data. */
const openOwnDialog = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await dialog(page);
};
const ownDialog = (pageName: 'security' | 'data', button: string): Screen => ({
  who: 'shopper',
  at: `/user/${pageName}`,
  open: (page) => openOwnDialog(page, button),
});
/** What begins, confirms and shows the app of the staff: the three share a path. */
const AUTHENTICATOR: Screen['api'] = {
  path: /\/auth\/account\/authenticator$/,
  answer: {
    status: 200,
    body: {
      authenticator: null,
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      url: 'otpauth://totp/Aranya:admin%40aranya.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Aranya',
      recoveryCodes: Array.from({ length: 10 }, (_, index) => `k3m9-x7qp-${index}w2r`),
    },
  },
};
const openAuthenticator = async (page: Page) => {
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click();
  await page.getByLabel('Current password').fill('a password');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('Code of the app').waitFor();
};
/** Staff who have an app sign in: the password is right, and the code is asked for. */
const signInByApp = (then: (page: Page) => Promise<unknown> = async () => {}): Screen => ({
  ...{ who: 'guest', at: '/' },
  api: {
    path: /\/auth\/send-otp$/,
    answer: { status: 200, body: { message: 'OTP sent', sentTo: 'm…@aranya.example', resendAfterS: 30, by: 'app' } },
  },
  async open(page) {
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('USERNAME OR EMAIL').fill('mira');
    await panel.getByLabel('PASSWORD', { exact: true }).fill('a password');
    await panel.getByRole('button', { name: 'LOGIN' }).click();
    await panel.getByText('Enter the code of your authenticator app.').waitFor();
    await then(page);
  },
});
const wrongCode = async (page: Page, path: RegExp, field: string) => {
  const problem = {
    ...{ type: 'about:blank', title: 'Unauthorized', status: 401, code: 'auth.wrong-code', requestId: 'r' },
    ...{ message: 'Invalid or expired OTP', errors: { otp: 'This is not the code that the app shows now' } },
  };
  await page.route(path, (route) =>
    route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await page.getByLabel(field, { exact: true }).fill('123456');
};
const WITHOUT_PASSWORD: Screen['api'] = {
  path: /\/api\/v1\/me$/,
  answer: (body: { user: object }) => ({ ...body, user: { ...body.user, hasPassword: false } }),
};
/** By a code to an e-mail address that has an account. */
const LIMITED: Screen['api'] = {
  path: /\/api\/v1\/me$/,
  answer: (body: { user: object }) => ({ ...body, user: { ...body.user, name: 'Customer', isLimited: true } }),
};
const WRONG_PASSWORD: Screen['api'] = {
  path: /\/auth\/account\/password$/,
  answer: {
    status: 403,
    body: {
      ...{ type: 'about:blank', title: 'Forbidden', status: 403, code: 'auth.wrong-password', requestId: 'r' },
      message: 'This is not your password',
      errors: { password: 'This is not your password' },
    },
  },
};
const UNFINISHED: Screen['api'] = {
  path: /\/auth\/account\/delete$/,
  answer: {
    status: 409,
    body: {
      ...{ type: 'about:blank', title: 'Conflict', status: 409, code: 'user.unfinished', requestId: 'r' },
      message: 'Something of this account is not finished yet',
      details: {
        unfinished: ['order', 'refund', 'dispute', 'checkout', 'payment'].map((kind) => ({ kind, id: 'f'.repeat(24) })),
      },
    },
  },
};
const SIGNED_IN: Screen['api'] = {
  path: /\/auth\/sessions$/,
  answer: {
    status: 200,
    body: {
      sessions: [
        ['Chrome', 'Windows', 'computer', true],
        ['Safari', 'iOS', 'phone', false],
        [null, null, 'unknown', false],
      ].map(([browser, system, device, isThis], index) => ({
        ...{ id: `s${index}`, browser, system, device, isThis },
        signedInAt: index === 2 ? null : '2026-11-20T10:00:00.000Z',
        lastUsedAt: '2026-11-23T18:30:00.000Z',
      })),
    },
  },
};
function ownDownload(state: 'preparing' | 'ready' | 'failed'): Screen {
  const isReady = state === 'ready';
  const download = {
    ...{ _id: 'd'.repeat(24), state, requestedAt: '2026-11-24T10:00:00.000Z' },
    ...{ keptUntil: isReady ? '2026-12-01T10:00:00.000Z' : null, bytes: isReady ? 12_345 : null },
  };
  return {
    who: 'shopper',
    at: '/user/data',
    api: { path: /\/me\/download$/, answer: { status: 200, body: { download } } },
  };
}

const TRANSFER = {
  ...{ reference: 'RJ7K2M9Q', checkoutId: 'f'.repeat(24), state: 'waiting', amount: 2_060, paymentId: 'p' },
  ...{ startedAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-23T10:00:00.000Z' },
  ...{ userId: 'e'.repeat(24), buyer: 'Asha Rao' },
};
const TRANSFER_RETURN = {
  ...{ _id: 'r', state: 'open', amount: 2_000, reason: 'wrong-amount', reference: 'RJ7K2M9Q' },
  ...{ text: 'NEFT ASHA RAO', bankReference: null, checkoutId: 'f'.repeat(24), userId: 'e'.repeat(24) },
  ...{ buyer: 'Asha Rao', requestedAt: '2026-11-21T10:00:00.000Z', settledAt: null },
};

/** One movement of each kind, as they follow each other. */
const MOVEMENTS = (() => {
  const by = { userId: 'e'.repeat(24), name: 'Mira Shah' };
  const hold = { holdId: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f', state: 'sold', orderId: 'f'.repeat(24) };
  return [
    { kind: 'counted', delta: 1, stockAfter: 7, reason: 'One was behind the tray', by },
    { kind: 'written-off', delta: -1, stockAfter: 6, reason: 'The clasp broke when it was shown; it is melted', by },
    { kind: 'received', delta: 4, stockAfter: 7, by },
    { kind: 'returned', delta: 1, stockAfter: 3, hold: { ...hold, state: 'returned' } },
    { kind: 'returned', delta: 1, stockAfter: 2, hold: { holdId: hold.holdId, state: 'released' } },
    { kind: 'sold', delta: -1, stockAfter: 1, hold: { holdId: hold.holdId, state: 'held' } },
    { kind: 'sold', delta: -2, stockAfter: 2, hold },
    { kind: 'counted', delta: 4, stockAfter: 4, reason: 'Stock when movements began' },
  ].map((movement, index, { length }) => ({ ...movement, number: length - index, at: '2026-11-20T10:00:00.000Z' }));
})();
const stockOfProduct: Screen = {
  who: 'admin',
  at: ({ product }) => product && `/admin/product/${product}?show=stock`,
  api: { path: /\/movements$/, answer: { status: 200, body: { movements: MOVEMENTS, totalCount: 60 } } },
};

const picturesOfProduct: Screen = {
  who: 'admin',
  at: ({ product }) => product && `/admin/product/${product}`,
  async open(page) {
    await page.getByRole('list', { name: 'Pictures in order' }).scrollIntoViewIfNeeded();
  },
};

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

const TRANSFERRED = 'f'.repeat(24);
/** A checkout that is paid by bank transfer: one body answers for the checkout, its payment and the transfer. */
function transferScreen(state: 'waiting' | 'arrived' | 'refused'): Screen {
  const totals = { subtotal: 51_300, gst: 1_539, shipping: 0, engraving: 0, hallmarking: 99, specialRequest: 0 };
  const total = 52_938;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  return {
    who: 'shopper',
    at: `/checkout?checkout=${TRANSFERRED}`,
    api: {
      path: /\/(checkout|payment\/checkout|payment\/bank-transfer)\/f+$/,
      answer: {
        status: 200,
        body: {
          checkout: {
            _id: TRANSFERRED,
            state: state === 'refused' ? 'expired' : 'capturing',
            ...{ currency: 'INR', symbol: '₹', rate: null, gstRate: 0.03, showPrices: 'with-tax', courier: null },
            ...{ totals: { ...totals, total }, lines: [], specialRequest: null, orderId: null, expiresAt: inDays(0) },
            shippingInfo: {
              ...{ name: 'Asha Rao', phone: '+919876543210', street: '12 Rose Lane', city: 'Pune' },
              ...{ state: 'Maharashtra', pincode: '411001', country: 'India' },
            },
          },
          payment: {
            provider: 'bank-transfer',
            state: { waiting: 'open', arrived: 'captured', refused: 'failed' }[state],
            paymentId: null,
          },
          transfer: {
            ...{ reference: 'AR7K2M9QXD', checkoutId: TRANSFERRED, state, amount: total },
            ...{ startedAt: inDays(0), expiresAt: inDays(3) },
            account: {
              ...{ holder: 'Aranya Jewels Private Limited', bank: 'HDFC Bank, Koregaon Park, Pune' },
              ...{ number: '50100123456789', ifsc: 'HDFC0001234' },
            },
          },
        },
      },
    },
  };
}

const WANTED = {
  productId: 'a'.repeat(24),
  kind: 'back-in-stock',
  since: '2026-11-20T10:00:00.000Z',
  name: 'Meera Ring',
};

/** The wishlist with the first pieces of the shop. */
async function openWishlist(page: Page): Promise<void> {
  for (const n of [0, 1, 2, 3, 4]) {
    const heart = page.getByRole('button', { name: /^Save .* to the wishlist$/ }).nth(n);
    if ((await heart.getAttribute('aria-pressed')) === 'false') await heart.click();
    await page.locator(`#page article button[aria-pressed=true] >> nth=${n}`).waitFor();
  }
  await page.goto('/wishlist');
  await page.locator('#page article').nth(4).waitFor();
}

const CART_BUTTON = '[data-part="checkout/cart-button"] button';
const openCart = async (page: Page) => {
  await page.locator(CART_BUTTON).click();
  await dialog(page);
};
/** The cart with its lines put aside from the one with the index `from` on. */
function savedScreen(from: number, to?: number): Screen {
  return {
    who: 'shopper',
    at: '/',
    api: {
      path: /\/cart$/,
      method: 'GET',
      answer: ({ cart, ...body }: { cart: { quantity: number; lineMrp?: number }[] }) => {
        const left = cart.slice(0, from);
        const count = left.reduce((sum, { quantity }) => sum + quantity, 0);
        const mrp = left.reduce((sum, { lineMrp = 0 }) => sum + lineMrp, 0);
        return { ...body, cart: left, saved: cart.slice(from, to), count, mrp };
      },
    },
    async open(page) {
      await openCart(page);
      await page.getByRole('heading', { name: /^Saved for later/ }).scrollIntoViewIfNeeded();
    },
  };
}

/** A checkout whose totals are fixed, with a present and a business, to be paid with Razorpay. */
const FROZEN: Screen = {
  ...transferScreen('waiting'),
  api: {
    path: /\/(checkout|payment\/checkout)\/f+$/,
    answer: {
      status: 200,
      body: {
        payment: null,
        checkout: {
          ...{ _id: TRANSFERRED, state: 'frozen', currency: 'INR', symbol: '₹', rate: null, gstRate: 0.03 },
          ...{ showPrices: 'with-tax', courier: null, specialRequest: null, orderId: null },
          expiresAt: new Date(Date.now() + 15 * 60_000).toISOString(),
          totals: {
            ...{ subtotal: 51_300, gst: 1_544, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0 },
            ...{ giftWrap: 150, total: 52_994 },
          },
          lines: [
            {
              ...{ productId: 'a'.repeat(24), quantity: 1, unitPrice: 51_300, linePrice: 51_300 },
              ...{ mrp: 52_844, lineMrp: 52_844, customized: false },
              customizations: { costomization: 'no', metalTone: 'Yellow Gold', metalPurity: '18K', engraving: 'Amma' },
              product: {
                ...{ _id: 'a'.repeat(24), name: 'Meera Solitaire Ring', productGroup: 'AR-1001', images: [] },
                category: { main: 'ring' },
              },
            },
          ],
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

const DUTIES =
  'Duties and taxes of the country of delivery are not included. The courier charges them to the receiver when the parcel arrives.';

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

/** What a service has given up on and fails at. */
const FAILED: Screen['api'] = {
  path: /\/admin\/operations\/content$/,
  answer: {
    status: 200,
    body: {
      events: [
        {
          handler: 'mail-confirmation-when-order-created',
          eventId: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f',
          name: 'order.created.v1',
          key: '6b01c5734d9f13a5da2d662a',
          reason: 'MongoServerError: Plan executor error during findAndModify :: caused by :: BSONObj size is invalid',
          failures: 8,
          occurredAt: '2026-11-20T10:00:00.000Z',
          failedAt: '2026-11-20T11:30:00.000Z',
        },
      ],
      eventCount: 1,
      jobs: [
        {
          job: 'mails',
          failing: 1,
          items: [
            {
              id: '8a1c8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f',
              failures: 3,
              reason: 'connect ECONNREFUSED 127.0.0.1:1025',
              nextAt: '2026-11-20T12:30:00.000Z',
            },
          ],
        },
      ],
    },
  },
};

/** Payments that another one of the staff took, that an account took which is gone, and one that is free. */
const TAKEN: Screen['api'] = {
  path: /\/admin\/payments\/attention$/,
  answer: {
    status: 200,
    body: {
      attention: [{ name: 'Meenakshi Subramaniam' }, { name: null }, undefined].map((taker, index) => ({
        ...{ _id: `${index}`.repeat(24), provider: 'razorpay', reason: 'wrong-amount', checkoutId: null },
        ...{ message: 'Captured ₹1.00 of ₹2,060.00', amount: 100, currency: 'INR', providerOrderId: 'order_1' },
        ...{ providerPaymentId: 'pay_1', createdAt: `2026-11-2${index}T10:00:00.000Z`, resolvedAt: null },
        ...(taker && { taker: { ...taker, userId: 'b'.repeat(24), at: '2026-11-23T18:30:00.000Z' } }),
      })),
      totalCount: 60,
    },
  },
};

interface SalesPeriod {
  days: { day: string }[];
}

/** The same days with sales: of each `orders`, and now and then a refund. */
function sold({ days, ...period }: SalesPeriod, orders: (index: number) => number) {
  const figures = days.map(({ day }, index) => {
    const count = orders(index);
    const [gross, refunds] = [count * 41_250.5, index % 11 === 4 ? 12_000 : 0];
    return { day, orders: count, pieces: count * 2, gross, refunds, net: gross - refunds };
  });
  const sumOf = (of: 'orders' | 'pieces' | 'gross' | 'refunds' | 'net') =>
    figures.reduce((sum, day) => sum + day[of], 0);
  const totals = {
    ...{ orders: sumOf('orders'), pieces: sumOf('pieces') },
    ...{ gross: sumOf('gross'), refunds: sumOf('refunds'), net: sumOf('net') },
  };
  return { ...period, days: figures, totals: { ...totals, average: totals.orders > 0 ? 41_250.5 : null } };
}

const SALES = /\/admin\/orders\/sales/;
const WITH_SALES: Screen['api'] = {
  path: SALES,
  answer: ({ before, ...period }: SalesPeriod & { before: SalesPeriod }) => ({
    ...sold(period, (index) => (index * 7) % 5),
    before: sold(before, (index) => (index * 5) % 4),
  }),
};
const WITHOUT_SALES: Screen['api'] = {
  path: SALES,
  answer: ({ before, ...period }: SalesPeriod & { before: SalesPeriod }) => ({
    ...sold({ ...period, days: [] }, () => 0),
    ...{ before: sold({ ...before, days: [] }, () => 0), best: [] },
  }),
};
const isDrawn = async (page: Page) => page.getByRole('img', { name: /^Net sales by / }).waitFor();

/** Every screen of the shop, with its overlays, by the name of its pictures. */
export const SCREENS: Record<string, Screen> = {
  home: text(''),
  'home-without-pictures': { ...text(''), withoutPictures: true },
  'home-menu': {
    who: 'guest',
    at: '/',
    differsByWidth: true,
    async open(page) {
      const button = page.getByRole('banner').locator('summary').first();
      if (await button.isVisible()) await button.click();
      else {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().hover();
        await page.getByText('By price').first().waitFor();
      }
    },
  },
  'home-menu-materials': panel('Materials', 'By occasion'),
  'home-menu-collections': panel('Menu of collections', 'Gifts'),
  'home-menu-part': {
    who: 'guest',
    at: '/',
    async open(page) {
      const button = page.getByRole('banner').locator('summary').first();
      if (!(await button.isVisible())) return;
      await button.click();
      await page.getByRole('navigation', { name: 'Menu' }).locator('summary').first().click();
      await page.getByText('By price').first().waitFor();
    },
  },
  collections: text('collections'),
  gifts: text('gifts'),
  collection: text('collection/bridal'),
  listing: text('product/ring'),
  'listing-without-pictures': { ...text('product/ring'), withoutPictures: true },
  'listing-filtered': text('shop?sort_by=price-descending&availability=in-stock&page=3'),
  'listing-empty': text('shop?filter.price.lte=1'),
  'listing-error': text('shop?filter.price.gte=5&filter.price.lte=1'),
  material: text('material/gold'),
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
  'wishlist-empty': { who: 'guest', at: '/wishlist' },
  'wishlist-loading': {
    who: 'shopper',
    at: '/wishlist',
    api: { path: /\/wishlist$/, answer: 'waits' },
  },
  'wishlist-error': {
    who: 'shopper',
    at: '/wishlist',
    api: { path: /\/wishlist$/, answer: 'fails' },
    async open(page) {
      await page.getByText('Your wishlist could not be loaded').waitFor();
    },
  },
  'wishlist-guest': { who: 'guest', at: '/shop', open: openWishlist },
  wishlist: { who: 'shopper', at: '/wishlist' },
  'wishlist-share': {
    who: 'shopper',
    at: '/wishlist',
    async open(page) {
      await page.getByRole('button', { name: 'Shared by link' }).click();
      await page.getByLabel(/Who has this link/).waitFor();
    },
  },
  'wishlist-shared': { who: 'guest', at: ({ sharedWishlist }) => sharedWishlist },
  'wishlist-shared-over': text(`wishlist/shared/${'a'.repeat(22)}`),
  'wishlist-mails': {
    who: 'guest',
    at: `/wishlist/mails#${'a'.repeat(44)}`,
    api: {
      path: /\/alerts\/link\//,
      answer: {
        status: 200,
        body: {
          alerts: [
            { ...WANTED, isUnconfirmed: true },
            { ...WANTED, productId: 'b'.repeat(24), kind: 'price-drop', name: 'Noor Necklace' },
          ],
        },
      },
    },
  },
  'wishlist-mails-wrong-link': { who: 'guest', at: '/wishlist/mails' },
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
  'country-picker': {
    who: 'guest',
    at: '/',
    async open(page) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /country|currency/i })
        .click();
    },
  },
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
  'search-overlay': {
    who: 'guest',
    at: '/',
    async open(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('dialog').getByRole('searchbox').fill('ruby');
      await page.getByRole('dialog').getByRole('heading', { name: 'Products' }).waitFor();
    },
  },
  'sign-in': {
    who: 'guest',
    at: '/',
    async open(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
      await dialog(page);
    },
  },
  'admin-sign-in-app': signInByApp(),
  'admin-sign-in-app-wrong': signInByApp(async (page) => {
    await wrongCode(page, /\/auth\/verify-otp$/, 'CODE');
    await page.getByRole('button', { name: 'Verify & Login' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
  }),
  'admin-sign-in-app-recovery': signInByApp(async (page) => {
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('RECOVERY CODE').waitFor();
  }),
  'sign-in-continue': {
    who: 'guest',
    at: '/',
    async open(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'CONTINUE WITH E-MAIL' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'SEND CODE' }).click();
      await page.getByText('E-mail is required').waitFor();
    },
  },
  'account-limited': { who: 'shopper', at: '/user/orders', api: LIMITED },
  about: text('about'),
  contact: text('contact'),
  'diamond-education': text('diamond-education'),
  faqs: text('faqs'),
  policy: text('refund-return'),
  'not-found': text('no/such/page'),
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
  'message-please-login': {
    ...text('about'),
    async open(page) {
      await page.locator(CART_BUTTON).click();
      await page.getByRole('region', { name: 'Messages' }).getByText('Please login').waitFor();
    },
  },
  'remote-missing': {
    ...text('about'),
    broken: 'checkout',
    open: (page) => page.locator('[data-notice]').waitFor(),
  },
  'remote-missing-page': {
    ...text('about'),
    async open(page) {
      await breakRemote(page, 'storefront', 'gone');
      await page.getByRole('banner').getByRole('link', { name: 'Aranya' }).click();
      await page.locator('#page [data-missing]').waitFor();
    },
  },
  'remote-missing-overlay': {
    ...text('about'),
    broken: 'account',
    async open(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('dialog').locator('[data-missing]').waitFor();
    },
  },

  'cart-options': {
    who: 'shopper',
    at: '/',
    async open(page) {
      await openCart(page);
      await page
        .getByRole('button', { name: /^Change options/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Save options' }).waitFor();
    },
  },
  cart: {
    who: 'shopper',
    at: '/shop',
    async open(page) {
      await page.getByRole('button', { name: /^Cart/ }).click();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /checkout/i })
        .waitFor();
    },
  },
  'cart-empty': {
    who: 'shopper',
    at: '/about',
    api: {
      path: /\/cart$/,
      method: 'GET',
      answer: (body: object) => ({ ...body, cart: [], saved: [], count: 0, mrp: 0 }),
    },
    open: openCart,
  },
  'cart-saved-one': savedScreen(1, 2),
  'cart-saved': savedScreen(1),
  'cart-saved-only': savedScreen(0),
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
  'read-only': { ...text(''), isReadOnly: true },
  'read-only-product': {
    who: 'shopper',
    at: '/product/group/AR-1105',
    isReadOnly: true,
    async open(page) {
      await page
        .getByRole('button', { name: /add to cart/i })
        .first()
        .click();
      await page.getByText('We are looking after the shop: ').first().waitFor();
    },
  },
  'read-only-checkout': {
    who: 'shopper',
    at: '/checkout',
    isReadOnly: true,
    async open(page) {
      await page.getByRole('button', { name: /^Pay/ }).click();
      await page.getByText('We are looking after the shop: ').first().waitFor();
    },
  },
  'read-only-staff': { ...staff('orders'), isReadOnly: true },
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
          details: { checkoutId: 'f'.repeat(24) },
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
    at: `/checkout?checkout=${'f'.repeat(24)}`,
    api: {
      path: /\/checkout\/f+$/,
      answer: { status: 200, body: { checkout: { _id: 'f'.repeat(24), state: 'closed', paidAs: 'e'.repeat(24) } } },
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
  'checkout-transfer': transferScreen('waiting'),
  'checkout-transfer-giving-up': {
    ...transferScreen('waiting'),
    async open(page) {
      await page.getByRole('button', { name: 'I have changed my mind' }).click();
      await dialog(page);
    },
  },
  'checkout-transfer-arrived': transferScreen('arrived'),
  'checkout-transfer-refused': transferScreen('refused'),
  profile: { who: 'shopper', at: '/user/profile' },
  'profile-name': {
    who: 'shopper',
    at: '/user/profile',
    async open(page) {
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
      await dialog(page);
    },
  },
  'add-address-abroad': {
    who: 'shopper',
    at: '/user/add-address',
    async open(page) {
      await page.getByLabel('Country', { exact: true }).selectOption('United States');
      await page.getByLabel('ZIP code').waitFor();
    },
  },
  security: { who: 'shopper', at: '/user/security' },
  'security-devices': { who: 'shopper', at: '/user/security', api: SIGNED_IN },
  'security-loading': { who: 'shopper', at: '/user/security', api: { path: /\/auth\/sessions$/, answer: 'waits' } },
  'security-error': {
    who: 'shopper',
    at: '/user/security',
    api: { path: /\/auth\/sessions$/, answer: 'fails' },
    open: saysWhy,
  },
  'security-password': {
    ...ownDialog('security', 'Change password'),
    api: WRONG_PASSWORD,
    async open(page) {
      await openOwnDialog(page, 'Change password');
      await page.getByLabel('Current password').fill('a wrong guess');
      await page.getByLabel('New password').fill('a better one');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('This is not your password').waitFor();
    },
  },
  'security-first-password': { ...ownDialog('security', 'Set a password'), api: WITHOUT_PASSWORD },
  'security-email': ownDialog('security', 'Change e-mail'),
  'security-email-code': {
    ...ownDialog('security', 'Change e-mail'),
    api: {
      path: /\/auth\/account\/email$/,
      answer: { status: 200, body: { message: 'OTP sent!', sentTo: 'n•••@example.com', resendAfterS: 30 } },
    },
    async open(page) {
      await openOwnDialog(page, 'Change e-mail');
      await page.getByLabel('New e-mail').fill('new@example.com');
      await page.getByLabel('Current password').fill('a password');
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByLabel('Code', { exact: true }).waitFor();
    },
  },
  'security-authenticator': {
    who: 'admin',
    at: '/user/security',
    async open(page) {
      await page.getByRole('button', { name: 'Set up the authenticator app' }).click();
      await dialog(page);
    },
  },
  'security-authenticator-scan': { who: 'admin', at: '/user/security', api: AUTHENTICATOR, open: openAuthenticator },
  'security-authenticator-codes': {
    who: 'admin',
    at: '/user/security',
    api: AUTHENTICATOR,
    async open(page) {
      await openAuthenticator(page);
      await page.getByLabel('Code of the app').fill('123456');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('I have kept them').waitFor();
    },
  },
  'admin-authenticator-wrong': {
    who: 'admin',
    at: '/user/security',
    api: AUTHENTICATOR,
    async open(page) {
      await openAuthenticator(page);
      await wrongCode(page, /\/auth\/account\/authenticator$/, 'Code of the app');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('This is not the code that the app shows now').waitFor();
    },
  },
  'admin-authenticator-error': {
    ...{ who: 'admin', at: '/user/security', open: saysWhy },
    api: { path: /\/auth\/account\/authenticator$/, answer: 'fails' },
  },
  'admin-authenticator-loading': {
    ...{ who: 'admin', at: '/user/security' },
    api: { path: /\/auth\/account\/authenticator$/, answer: 'waits' },
  },
  'security-authenticator-remove': {
    who: 'admin',
    at: '/user/security',
    api: {
      path: /\/auth\/account\/authenticator$/,
      answer: () => ({ authenticator: { since: '2026-11-02T09:30:00.000Z', recoveryCodesLeft: 8 } }),
    },
    async open(page) {
      await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
      await dialog(page);
    },
  },
  'own-data': { who: 'shopper', at: '/user/data' },
  'own-data-loading': { who: 'shopper', at: '/user/data', api: { path: /\/me\/download$/, answer: 'waits' } },
  'own-data-error': {
    who: 'shopper',
    at: '/user/data',
    api: { path: /\/me\/download$/, answer: 'fails' },
    open: saysWhy,
  },
  'own-data-preparing': ownDownload('preparing'),
  'own-data-ready': ownDownload('ready'),
  'own-data-failed': ownDownload('failed'),
  'own-data-request': ownDialog('data', 'Prepare the download'),
  'own-data-delete': ownDialog('data', 'Delete account'),
  'own-data-delete-code': { ...ownDialog('data', 'Delete account'), api: WITHOUT_PASSWORD },
  'own-data-delete-later': {
    ...ownDialog('data', 'Delete account'),
    api: UNFINISHED,
    async open(page) {
      await openOwnDialog(page, 'Delete account');
      await page.getByLabel('Current password').fill('a password');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.getByRole('dialog', { name: 'Not yet' }).waitFor();
    },
  },
  'add-address': { who: 'shopper', at: '/user/add-address' },
  orders: { who: 'shopper', at: '/user/orders' },
  'orders-loading': { who: 'shopper', at: '/user/orders', api: { path: /\/orders\/my-orders/, answer: 'waits' } },
  'orders-error': {
    who: 'shopper',
    at: '/user/orders',
    api: { path: /\/orders\/my-orders/, answer: 'fails' },
    open: saysWhy,
  },
  order: { who: 'shopper', at: ({ order }) => order && `/user/order/${order}` },
  'order-limited': { who: 'shopper', at: ({ order }) => order && `/user/order/${order}`, api: LIMITED },
  'order-without-password': {
    who: 'shopper',
    at: ({ order }) => order && `/user/order/${order}`,
    api: WITHOUT_PASSWORD,
  },
  'order-parcels': { who: 'shopper', at: ({ order }) => order && `/user/order/${order}`, api: IN_PARCELS },
  'admin-order-parcels': { who: 'admin', at: ({ order }) => order && `/admin/order/${order}`, api: IN_PARCELS },
  'admin-order-form-97': { who: 'admin', at: ({ order }) => order && `/admin/order/${order}`, api: WITHOUT_PAN },
  'order-withdrawable': { who: 'shopper', at: ({ order }) => order && `/user/order/${order}`, api: WITHDRAWABLE },
  'order-withdraw': {
    who: 'shopper',
    at: ({ order }) => order && `/user/order/${order}`,
    api: WITHDRAWABLE,
    async open(page) {
      await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
      await dialog(page);
    },
  },
  'admin-order-withdrawn': { who: 'admin', at: ({ order }) => order && `/admin/order/${order}`, api: WITHDRAWABLE },
  'order-gift': { who: 'shopper', at: ({ order }) => order && `/user/order/${order}`, api: AS_GIFT },
  'order-abroad': { who: 'shopper', at: ({ order }) => order && `/user/order/${order}`, api: ABROAD },
  'admin-order-abroad': { who: 'admin', at: ({ order }) => order && `/admin/order/${order}`, api: ABROAD },
  'admin-order-take-back': {
    who: 'admin',
    at: ({ order }) => order && `/admin/order/${order}`,
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
  'order-by-link': { who: 'guest', at: ({ orderLink }) => orderLink },
  'order-by-link-over': { who: 'guest', at: '/order/link/over' },
  'invitation-over': { who: 'guest', at: '/staff/invitation/of-which-nothing-is-left' },
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
  'user-menu': {
    who: 'shopper',
    at: '/user/profile',
    async open(page) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /account/i })
        .click();
    },
  },

  'admin-dashboard': staff('dashboard'),
  'admin-dashboard-sales': { ...staff('dashboard'), api: WITH_SALES, open: isDrawn },
  'admin-dashboard-year': { ...staff('dashboard?period=financial-year'), api: WITH_SALES, open: isDrawn },
  'admin-dashboard-table': { ...staff('dashboard?period=this-month&as=table'), api: WITH_SALES },
  'admin-dashboard-empty': { ...staff('dashboard'), api: WITHOUT_SALES },
  'admin-dashboard-loading': {
    ...staff('dashboard'),
    api: { path: /\/admin\/orders\/sales|\/admin\/products\/stock/, answer: 'waits' },
  },
  'admin-dashboard-error': {
    ...staff('dashboard'),
    ...{ open: saysWhy, api: { path: /\/admin\/orders\/sales|\/admin\/products\/stock/, answer: 'fails' } },
  },
  'admin-dashboard-dates': { ...staff('dashboard?from=2026-02-09&to=2026-02-01'), open: saysWhy },
  'admin-menu': {
    ...staff('dashboard'),
    differsByWidth: true,
    async open(page) {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('navigation', { name: 'Staff screens' }).locator('summary').nth(1).click();
    },
  },
  'admin-palette': palette('', /^Actions$/),
  'admin-palette-results': palette('ring', /^\d+ results$/),
  'admin-palette-none': palette('qqzzy', /^Nothing found/),
  'admin-orders': staff('orders'),
  'admin-pick-list': staff('orders/pick-list'),
  'admin-orders-loading': { ...staff('orders'), api: { path: /\/admin\/orders/, answer: 'waits' } },
  'admin-orders-error': { ...staff('orders'), api: { path: /\/admin\/orders/, answer: 'fails' }, open: saysWhy },
  'admin-orders-empty': {
    ...staff('orders'),
    api: { path: /\/admin\/orders$/, answer: { status: 200, body: { orders: [], totalCount: 0 } } },
  },
  'admin-orders-none': staff('orders?q=zzzz&status=Shipped'),
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
  'admin-order': { who: 'admin', at: ({ order }) => order && `/admin/order/${order}` },
  'admin-order-gift': { who: 'admin', at: ({ order }) => order && `/admin/order/${order}`, api: AS_GIFT },
  'admin-work': staff('work'),
  'admin-work-none': staff('work?kind=mail&who=others'),
  'admin-work-taken': { ...staff('work'), api: TAKEN },
  'admin-work-take-over': { ...drawer('work?who=others', /^Take over/), api: TAKEN },
  'admin-work-error': {
    ...staff('work'),
    ...{ open: saysWhy, api: { path: /\/admin\/(orders|mails)$/, answer: 'fails' } },
  },
  'admin-operations': staff('operations'),
  'admin-releases': staff('operations?show=releases'),
  'admin-releases-error': {
    ...staff('operations?show=releases'),
    ...{ open: saysWhy, api: { path: /\/admin\/releases$/, answer: 'fails' } },
  },
  'admin-releases-loading': {
    ...staff('operations?show=releases'),
    api: { path: /\/admin\/releases$/, answer: 'waits' },
  },
  'admin-operations-failed': { ...staff('operations'), api: FAILED },
  'admin-operations-error': {
    ...staff('operations'),
    ...{ open: saysWhy, api: { path: /\/admin\/operations\/(content|payment)$/, answer: 'fails' } },
  },
  'admin-payments': staff('payments'),
  'admin-transfers': {
    ...staff('payments/transfers'),
    api: {
      path: /\/bank-transfer\/transfers/,
      answer: { status: 200, body: { transfers: [TRANSFER], totalCount: 1 } },
    },
  },
  'admin-transfers-arrived': drawer('payments/transfers?show=arrived', /^Record money/),
  'admin-transfers-statement': staff('payments/transfers?show=statement'),
  'admin-transfers-returns': {
    ...staff('payments/transfers?show=returns'),
    api: {
      path: /\/bank-transfer\/returns/,
      answer: { status: 200, body: { returns: [TRANSFER_RETURN], totalCount: 1 } },
    },
  },
  'admin-transfers-account': staff('payments/transfers?show=account'),
  'admin-money': staff('payments/money?show=all'),
  'admin-methods': staff('payments/methods'),
  'admin-products': staff('products'),
  'admin-product': staff('product/new'),
  'admin-product-stock': stockOfProduct,
  'admin-product-stock-empty': {
    ...stockOfProduct,
    api: { path: /\/movements$/, answer: { status: 200, body: { movements: [], totalCount: 0 } } },
  },
  'admin-product-stock-loading': { ...stockOfProduct, api: { path: /\/movements$/, answer: 'waits' } },
  'admin-product-stock-error': { ...stockOfProduct, api: { path: /\/movements$/, answer: 'fails' }, open: saysWhy },
  'admin-product-stock-movement': {
    ...stockOfProduct,
    async open(page) {
      await page.getByRole('button', { name: 'Record movement' }).click();
      await dialog(page);
      await page.getByLabel('What happened').selectOption('counted');
    },
  },
  'admin-product-planned': plannedOfProduct,
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
  'admin-products-planned': { ...staff('products?planned=yes'), api: plannedList(PLANNED) },
  'admin-products-low': staff('products?low=yes&status=published'),
  ...PRODUCT_EDIT_SCREENS,
  ...PRODUCT_GROUP_SCREENS,
  ...PRODUCT_IMPORT_SCREENS,
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
  'admin-collection-new': staff('collection/new'),
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
  'admin-tags': staff('tags'),
  ...MEDIA_SCREENS,
  ...UPLOAD_SCREENS,
  'admin-media': staff('media?source=demo'),
  'admin-media-clips': staff('media?kind=videos&source=demo'),
  'admin-media-empty': {
    ...staff('media'),
    api: { path: /\/admin\/media$/, answer: { status: 200, body: { media: [], totalCount: 0 } } },
  },
  'admin-media-loading': { ...staff('media'), api: { path: /\/admin\/media$/, answer: 'waits' } },
  'admin-media-error': { ...staff('media'), api: { path: /\/admin\/media$/, answer: 'fails' }, open: saysWhy },
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
  'admin-charges': staff('charges'),
  'admin-charges-import': {
    ...staff('charges'),
    async open(page) {
      const buffer = Buffer.from('country,courier,charge\nJapan,DHL Express,6000\nPeru,DHL Express,7000\n');
      const file = { name: 'rates.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('International rates (CSV or XLSX)').setInputFiles(file);
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByRole('button', { name: 'Import' }).waitFor();
    },
  },
  'admin-delivery': staff('delivery'),
  'admin-delivery-edit': {
    ...staff('delivery'),
    async open(page) {
      await page.getByRole('button', { name: /^Edit/ }).nth(7).click();
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
    },
  },
  'admin-delivery-missing': {
    ...staff('delivery'),
    async open(page) {
      await page.getByRole('button', { name: 'Save row' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  },
  'admin-delivery-import': {
    ...staff('delivery'),
    async open(page) {
      const buffer = Buffer.from(
        'pincode,city,state,fromDays,toDays\n302001,Jaipur,Rajasthan,2,3\n3020,Jaipur,Nowhere,5,3\n',
      );
      const file = { name: 'delivery-days.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('Table of PIN codes (CSV or XLSX)').setInputFiles(file);
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByRole('table', { name: 'What is wrong in the file' }).waitFor();
    },
  },
  'admin-delivery-empty': staff('delivery?q=nowhere'),
  'admin-delivery-error': { ...staff('delivery'), open: saysWhy, api: { path: /\/delivery\/areas/, answer: 'fails' } },
  'admin-couriers': staff('delivery?show=couriers'),
  'admin-couriers-missing': {
    ...staff('delivery?show=couriers'),
    async open(page) {
      await page.getByRole('button', { name: 'Edit Delhivery' }).click();
      await page.getByLabel('Page of a parcel').fill('https://www.delhivery.com/');
      await page.getByRole('button', { name: 'Save courier' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  },
  'admin-couriers-loading': {
    ...staff('delivery?show=couriers'),
    api: { path: /\/admin\/couriers$/, answer: 'waits' },
  },
  'admin-couriers-empty': {
    ...staff('delivery?show=couriers'),
    api: { path: /\/admin\/couriers$/, answer: { status: 200, body: { couriers: [] } } },
  },
  'admin-couriers-error': {
    ...staff('delivery?show=couriers'),
    ...{ open: saysWhy, api: { path: /\/admin\/couriers$/, answer: 'fails' } },
  },
  'admin-users': staff('users'),
  'admin-users-role': drawer('users', /^Change role/),
  'admin-users-proof': {
    ...staff('users'),
    api: {
      path: /\/admin\/user\/\w+$/,
      answer: {
        status: 403,
        body: { status: 403, code: 'session.proof-required', message: 'Please enter your password again' },
      },
    },
    async open(page) {
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await dialog(page);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Delete/ })
        .click();
      await page.getByRole('textbox', { name: 'Your password' }).waitFor();
    },
  },
  'admin-people': staff('people'),
  'admin-people-invite': drawer('people', /^Invite$/),
  'admin-people-invited': {
    ...staff('people'),
    api: {
      path: /people\/invitations$/,
      answer: {
        status: 200,
        body: {
          invitations: [
            {
              ...{ _id: 'b'.repeat(24), email: 'a.very.long.name@a-very-long-domain.example.com' },
              ...{ role: { id: 'content', name: 'Content' }, invitedBy: 'Mira Shah' },
              ...{ createdAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-21T10:00:00.000Z' },
            },
          ],
        },
      },
    },
  },
  'admin-people-error': { ...staff('people'), open: saysWhy, api: { path: /admin\/people$/, answer: 'fails' } },
  'admin-people-loading': { ...staff('people'), api: { path: /admin\/people$/, answer: 'waits' } },
  'admin-roles': staff('roles'),
  'admin-roles-error': { ...staff('roles'), open: saysWhy, api: { path: /admin\/roles$/, answer: 'fails' } },
  'admin-not-in-role': {
    ...staff('orders'),
    api: {
      path: /\/me$/,
      answer: (body: { user: object }) => ({ ...body, user: { ...body.user, permissions: ['content.change'] } }),
    },
    async open(page) {
      await page.getByText('Your role does not include this screen').waitFor();
    },
  },
  'admin-notices': { ...notices('orders'), api: { path: NOTICES, answer: { status: 200, body: TOLD } } },
  'admin-notices-none': {
    ...notices('orders'),
    api: { path: NOTICES, answer: { status: 200, body: { notices: [], unread: 0 } } },
  },
  'admin-notices-loading': { ...notices('orders'), api: { path: NOTICES, answer: 'waits' } },
  'admin-notices-error': {
    ...notices('orders'),
    api: { path: NOTICES, answer: 'fails' },
    async open(page) {
      await page.getByRole('button', { name: 'Notices' }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
  'admin-account': staff('account'),
  'admin-account-loading': { ...staff('account'), api: { path: /notices\/choices$/, answer: 'waits' } },
  'admin-account-error': { ...staff('account'), open: saysWhy, api: { path: /notices\/choices$/, answer: 'fails' } },
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
  'admin-mails': staff('mails'),
  'admin-mails-sent': staff('mails?show=sent'),
  'admin-mails-again': {
    ...staff('mails?show=sent'),
    async open(page) {
      await page
        .getByRole('button', { name: /^Send again/ })
        .first()
        .click();
      await dialog(page);
    },
  },
  'admin-audit': staff('audit'),
  'admin-audit-none': staff('audit?q=zzzz&from=2026-11-01'),
  'admin-audit-filters': {
    ...staff('audit?subject=product'),
    async open(page) {
      await page.getByRole('button', { name: /^Filters/ }).click();
      await dialog(page);
    },
  },

  'admin-design': staff('design'),
  'admin-design-dialog': drawer('design', /^Open a dialog$/),
  'admin-design-drawer': drawer('design', /^Open a drawer$/),

  ...Object.fromEntries([
    ...[
      'sign-in',
      'register',
      'new-password',
      'proof',
      'new-email',
      'continue',
      'invitation',
      'account-exists',
      'email-taken',
    ].map((example) => mail('code', example)),
    ...['password-changed', 'password-set', 'email-changed', 'download-ready'].map((example) =>
      mail('account-secured', example),
    ),
    mail('account-deleted', 'deleted'),
    ...['paid', 'abroad'].map((example) => mail('order-created', example)),
    mail('order-link', 'asked'),
    ...['several', 'order', 'many'].map((example) => mail('staff-notice', example)),
    ...['shipped', 'partly-shipped', 'in-parcels', 'delivered', 'cancelled', 'disputed'].map((example) =>
      mail('order-moved-on', example),
    ),
    ...['sent', 'waiting', 'partly', 'cancelled'].map((example) => mail('order-withdrawn', example)),
    mail('payment-awaited', 'transfer'),
    mail('payment-lapsed', 'transfer'),
    ...['staff', 'paid-twice', 'wrong-amount', 'unknown-checkout'].map((example) => mail('refund-requested', example)),
    mail('checkout-refused', 'sold'),
    mail('refund-completed', 'paid'),
    mail('refund-failed', 'failed'),
  ]),
};
