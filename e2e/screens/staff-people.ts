import { dialog, drawer, saysWhy, staff, type Screen } from './screen.ts';

// Users, people who work here, and their roles.

export const STAFF_PEOPLE_SCREENS: Record<string, Screen> = {
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
};
