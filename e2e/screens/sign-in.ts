import { dialog, type Screen } from './screen.ts';

// How one gets in; by the app of staff in `authenticator.ts`.

export const SIGN_IN_SCREENS: Record<string, Screen> = {
  'sign-in': {
    who: 'guest',
    at: '/',
    async open(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
      await dialog(page);
    },
  },
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
  'invitation-over': { who: 'guest', at: '/staff/invitation/of-which-nothing-is-left' },
};
