import { drawer, saysWhy, staff, type Screen } from './screen.ts';

// The bell's list, and the page where staff choose what it tells them.

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

export const STAFF_NOTICE_SCREENS: Record<string, Screen> = {
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
};
