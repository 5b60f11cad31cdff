import type { Page } from 'playwright-core';
import { dialog, saysWhy, WITHOUT_PASSWORD, type Screen } from './screen.ts';

// A shopper's profile, addresses, security and data.

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

export const OWN_ACCOUNT_SCREENS: Record<string, Screen> = {
  profile: { who: 'shopper', at: '/user/profile' },
  'profile-name': {
    who: 'shopper',
    at: '/user/profile',
    async open(page) {
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
      await dialog(page);
    },
  },
  'add-address': { who: 'shopper', at: '/user/add-address' },
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
};
