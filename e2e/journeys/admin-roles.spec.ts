import { afterAll, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { codeFor, mailTo } from '../mailbox.ts';
import { menuGroup, send, signInAsStaff } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium. The mail server is the sandbox.
afterAll(closeBrowser);

const PASSWORD = 'seven silver anklets';
/** The screens of the group that is open: on arrival that of the page. */
const openScreens = (page: Page) =>
  page.getByRole('navigation', { name: 'Staff screens' }).locator('details[open] li').allTextContents();
const statusOf = (page: Page, path: string) => page.evaluate(async (at) => (await fetch(`/api/v1${at}`)).status, path);

it('somebody is invited, joins with a password, finds what the role includes, and loses it with the role', async () => {
  const chetan = newPerson('Chetan');
  await visit(
    async (owner) => {
      await owner.goto('/about');
      await signInAsStaff(owner);
      await owner.goto('/admin/people');
      await owner.getByRole('button', { name: 'Invite' }).click();
      await owner.getByLabel('E-mail').fill(chetan.email);
      await owner.getByLabel('Role').selectOption({ label: 'Content' });
      expect(await axeFindings(owner)).toEqual([]);
      await owner.getByRole('button', { name: 'Send invitation' }).click();
      await owner.getByRole('cell', { name: chetan.email, exact: true }).waitFor();
      expect(await axeFindings(owner)).toEqual([]);
      const link = /\/staff\/invitation\/\S+/.exec((await mailTo(chetan.email, /^Join the staff/)).text)![0];

      await visit(
        async (invited) => {
          await invited.goto(link);
          await untilHydrated(invited, '#page h1');
          expect(await axeFindings(invited, { within: '#page' })).toEqual([]);
          await invited.getByLabel('Your name').fill(chetan.name);
          await invited.getByLabel('New password').fill(PASSWORD);
          await invited.getByRole('button', { name: 'Join the staff' }).click();
          await invited.getByRole('heading', { name: 'You are of the staff now' }).waitFor();
          const since = new Date();
          await send(invited, '/auth/send-otp', { email: chetan.email, password: PASSWORD });
          const otp = await codeFor(chetan.email, since);
          await send(invited, '/auth/verify-otp', { email: chetan.email, otp });

          await invited.goto('/admin/discount');
          await invited.getByRole('heading', { name: 'Discount banner' }).waitFor();
          expect(await openScreens(invited)).toEqual([
            ...['Text pages', 'Menus', 'Media library', 'Instapost', 'Discount banner'],
          ]);
          await menuGroup(invited, 'Shop').click();
          await eventually(async () => expect(await openScreens(invited)).toEqual(['Brand and seller', 'Mails']), {
            what: 'the screens of the shop in the menu',
          });
          // The work queue alone, for the mails that were given up.
          await menuGroup(invited, 'Sales').click();
          await eventually(
            async () => expect(await openScreens(invited)).toEqual([expect.stringMatching(/^Work queue/)]),
            {
              what: 'the work queue in the menu',
            },
          );
          await invited.goto('/admin/orders');
          await invited.getByText('Your role does not include this screen').waitFor();
          expect(await statusOf(invited, '/admin/orders')).toBe(403);

          await owner.goto('/admin/people');
          const row = owner.getByRole('row').filter({ hasText: chetan.email });
          await row.getByRole('button', { name: /^Change role/ }).click();
          await owner.getByLabel('Role', { exact: true }).selectOption({ label: 'Order desk' });
          await owner.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
          await row.getByText('Order desk').waitFor();
          await eventually(async () => (await statusOf(invited, '/admin/views?list=orders')) === 401, {
            what: 'the sessions of the former role ending',
          });
          await invited.goto(link);
          await invited.getByText('This link does not work any more').waitFor();
        },
        { tolerates: /401|403|410/ },
      );
    },
    { tolerates: /401|403/ },
  );
});
