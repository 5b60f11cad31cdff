import type { Page } from 'playwright-core';
import { dialog, saysWhy, type Screen } from './screen.ts';

// The authenticator app of staff: set up, removed, and at sign-in.

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

export const AUTHENTICATOR_SCREENS: Record<string, Screen> = {
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
};
