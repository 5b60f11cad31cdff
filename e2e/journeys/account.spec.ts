import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, openContext, visit } from '../browser.ts';
import { newPerson, register, type Person } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { codeFor, mailTo } from '../mailbox.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { newAccount, signInByPanel } from './shopper-steps.ts';

afterAll(closeBrowser);

const HOME = {
  Name: 'Asha Rao',
  Phone: '+91 98765 43210',
  'Street address': '12 MG Road',
  City: 'Jaipur',
  Pincode: '302 001',
};

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
const account = (page: Page) => page.getByRole('button', { name: /^Account of/ });

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await panel(page).getByRole('heading', { name: 'SIGN IN' }).waitFor();
}

async function enterCode(page: Page, person: Person, since?: Date): Promise<void> {
  await panel(page).getByRole('heading', { name: 'ENTER OTP' }).waitFor();
  await panel(page)
    .getByLabel('CODE')
    .fill(await codeFor(person.email, since));
  await panel(page).getByRole('button', { name: 'Verify & Login' }).click();
  await account(page).waitFor();
  await panel(page).waitFor({ state: 'detached' });
}

async function follow(page: Page, name: 'Profile' | 'Orders' | 'Logout'): Promise<void> {
  await account(page).click();
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
}

/** Waits for a toast. */
const untilToast = (page: Page, message: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(message).waitFor();

const expectAccessible = async (page: Page) => expect(await axeFindings(page, { within: '#page' })).toEqual([]);

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
};

describe('somebody new', () => {
  it('makes an account with the code from the mail, signs out, and signs in again', async () => {
    const asha = newPerson('Asha');
    await visit(async (page) => {
      await page.goto('/about');
      await untilHydrated(page, '#page h1');
      await openPanel(page);
      await panel(page).getByRole('button', { name: 'Create account' }).click();
      await panel(page).getByLabel('NAME').fill(asha.name);
      await panel(page).getByLabel('EMAIL').fill(asha.email);
      await panel(page).getByLabel('PASSWORD').fill(asha.password);
      await panel(page).getByRole('button', { name: 'CREATE ACCOUNT' }).click();
      await enterCode(page, asha);
      expect(new URL(page.url()).pathname).toBe('/about');

      await Promise.all([untilToast(page, 'Logged out successfully'), follow(page, 'Logout')]);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');

      const since = new Date();
      await openPanel(page);
      await panel(page).getByLabel('USERNAME OR EMAIL').fill(asha.email);
      await panel(page).getByLabel('PASSWORD').fill(asha.password);
      await panel(page).getByRole('button', { name: 'LOGIN' }).click();
      await enterCode(page, asha, since);
      await follow(page, 'Orders');
      await page.getByRole('heading', { name: 'My Orders' }).waitFor();
      await page.getByText('No orders yet').waitFor();
      await expectAccessible(page);
    });
  });

  it('is told when the code is wrong, and chooses a new password with the next one', async () => {
    const asha = newPerson('Asha');
    await visit(
      async (page) => {
        await newAccount(asha);
        const since = new Date();
        await page.goto('/about');
        await untilHydrated(page, '#page h1');
        await openPanel(page);
        await panel(page).getByRole('button', { name: 'FORGOT YOUR PASSWORD?' }).click();
        await panel(page).getByLabel('USERNAME OR EMAIL').fill(asha.email);
        await panel(page).getByLabel('NEW PASSWORD').fill('another horse and battery');
        await panel(page).getByRole('button', { name: 'SEND CODE' }).click();
        const right = await codeFor(asha.email, since);
        await panel(page)
          .getByLabel('CODE')
          .fill(right === '000000' ? '000001' : '000000');
        await panel(page).getByRole('button', { name: 'Verify & Login' }).click();
        await panel(page).locator('p', { hasText: 'Invalid or expired OTP' }).waitFor();
        await enterCode(page, asha, since);
        await follow(page, 'Profile');
        await page.getByRole('main').getByText(asha.email).waitFor();
      },
      { tolerates: /401/ },
    );
  });
});

describe('the owner of an account', () => {
  it('changes the name, and adds, changes and removes addresses, by keyboard as well', async () => {
    const asha = newPerson('Asha');
    await visit(async (page) => {
      await page.goto('/about');
      await register(page, asha);
      await page.goto('/user');
      await eventually(() => new URL(page.url()).pathname === '/user/profile', { what: '/user led to the profile' });

      // The name's dialog traps the focus and restores it.
      await page.getByRole('button', { name: 'Edit' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Edit profile' });
      await dialog.getByLabel('Name').fill(' ');
      await dialog.getByLabel('Name').press('Enter');
      await dialog.getByText('Name is required').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Name').fill('Asha Mehta');
      await Promise.all([untilToast(page, 'Profile updated successfully'), dialog.getByLabel('Name').press('Enter')]);
      await page.getByRole('button', { name: 'Account of Asha Mehta' }).waitFor();
      await eventually(async () => expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Edit'));

      // Without a saved address the form is open.
      await fill(page, HOME);
      // The PIN code fills it in.
      await eventually(async () => expect(await page.getByLabel('State').inputValue()).toBe('Rajasthan'));
      await page.getByLabel('State').selectOption('');
      await page.getByRole('button', { name: 'Save address' }).click();
      await page.getByText('State is required').waitFor();
      await expectAccessible(page);
      await page.getByLabel('State').selectOption('Rajasthan');
      await page.getByRole('button', { name: 'Save address' }).click();
      const saved = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.locator('address') });
      await saved.filter({ hasText: 'Jaipur, Rajasthan 302001' }).getByText('Default', { exact: true }).waitFor();

      // A second address becomes the default.
      await page.getByRole('link', { name: 'Add address' }).click();
      await page.getByRole('heading', { name: 'Add address' }).waitFor();
      await page.getByLabel('Country', { exact: true }).selectOption('Germany');
      const { Pincode: _, ...rest } = HOME;
      await fill(page, { ...rest, City: 'Munich', State: 'Bavaria', 'Postal code': '80331' });
      await page.getByLabel('Make this my default address').check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Save address' }).click();
      await page.getByRole('heading', { name: 'Profile' }).waitFor();
      await saved.filter({ hasText: 'Munich' }).getByText('Default', { exact: true }).waitFor();
      expect(await saved.getByText('Default', { exact: true }).count()).toBe(1);

      // Edit: first cancelled, then saved; it survives a reload.
      await saved
        .filter({ hasText: 'Munich' })
        .getByRole('button', { name: /^Change/ })
        .click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await saved
        .filter({ hasText: 'Munich' })
        .getByRole('button', { name: /^Change/ })
        .click();
      await page.getByLabel('City').fill('Nuremberg');
      await page.getByRole('button', { name: 'Save address' }).click();
      await saved.filter({ hasText: 'Nuremberg' }).waitFor();
      await page.reload();
      await saved.filter({ hasText: 'Nuremberg' }).waitFor();

      // The first address becomes the default again, and the second is deleted.
      await saved
        .filter({ hasText: 'Jaipur' })
        .getByRole('button', { name: /^Make default/ })
        .click();
      await saved.filter({ hasText: 'Jaipur' }).getByText('Default', { exact: true }).waitFor();
      await saved
        .filter({ hasText: 'Nuremberg' })
        .getByRole('button', { name: /^Remove/ })
        .click();
      await page.getByRole('dialog', { name: 'Remove this address?' }).getByRole('button', { name: 'Remove' }).click();
      await saved.filter({ hasText: 'Nuremberg' }).waitFor({ state: 'detached' });
      expect(await saved.count()).toBe(1);
      await expectAccessible(page);
    });
  });

  it('changes password and e-mail, ends a session elsewhere, downloads what is kept, and deletes the account', async () => {
    const asha = newPerson('Asha');
    const NEW = { email: `new-${asha.email}`, password: 'seven silver anklets' };
    await visit(
      async (page) => {
        const dialog = page.getByRole('dialog');
        const press = (name: string | RegExp) => dialog.getByRole('button', { name }).click();
        const prove = (password: string) => dialog.getByLabel('Current password').fill(password);
        await page.goto('/about');
        await register(page, asha);

        // Signed in on a phone as well, until that is ended from here.
        const elsewhere = await openContext({ userAgent: IPHONE });
        const phone = await elsewhere.newPage();
        await phone.goto('/about');
        await untilHydrated(phone, '#page h1');
        await openPanel(phone);
        await signInByPanel(phone, asha);
        await page.goto('/user/security');
        const device = (name: RegExp) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
        await device(/Chrome on Linux/)
          .getByText('This device')
          .waitFor();
        await expectAccessible(page);
        await Promise.all([
          untilToast(page, 'Signed out there'),
          device(/Safari on iOS/)
            .getByRole('button')
            .click(),
        ]);
        await device(/Safari on iOS/).waitFor({ state: 'detached' });
        await phone.goto('/user/profile');
        await phone.waitForURL('/');
        await elsewhere.close();

        await page.getByRole('button', { name: 'Change password' }).click();
        await prove('not the password');
        await dialog.getByLabel('New password').fill(NEW.password);
        await press('Save');
        await dialog.getByText('This is not your password').waitFor();
        expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);
        await prove(asha.password);
        await Promise.all([untilToast(page, 'Password changed'), press('Save')]);
        await mailTo(asha.email, /^Your password was changed/);

        await page.getByRole('button', { name: 'Change e-mail' }).click();
        await dialog.getByLabel('New e-mail').fill(NEW.email);
        await prove(NEW.password);
        await press('Send code');
        await dialog.getByLabel('Code').fill(await codeFor(NEW.email));
        await Promise.all([untilToast(page, 'E-mail changed'), press('Confirm')]);
        await page.getByRole('main').getByText(NEW.email).waitFor();
        await mailTo(asha.email, /^Your e-mail address was changed/);

        await page.getByRole('link', { name: 'Your data' }).click();
        await page.getByRole('button', { name: 'Prepare the download' }).click();
        await prove(NEW.password);
        await press('Prepare');
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: /^Download \(/ }).click(),
        ]);
        const kept = JSON.parse(await readFile(await file.path(), 'utf8')) as { account: object; mails: object[] };
        expect(kept.account).toMatchObject({ name: asha.name, email: NEW.email });
        expect(kept.mails).toContainEqual(expect.objectContaining({ kind: 'account-secured' }));
        await mailTo(NEW.email, /ready to download$/);
        await expectAccessible(page);

        await page.getByRole('button', { name: 'Delete account' }).click();
        await prove(NEW.password);
        await Promise.all([untilToast(page, 'Your account is deleted'), press('Delete for good')]);
        await page.getByRole('button', { name: 'Sign in' }).waitFor();
        expect(new URL(page.url()).pathname).toBe('/');
        await mailTo(NEW.email, /is deleted$/);
        await openPanel(page);
        await panel(page).getByLabel('USERNAME OR EMAIL').fill(NEW.email);
        await panel(page).getByLabel('PASSWORD').fill(NEW.password);
        await panel(page).getByRole('button', { name: 'LOGIN' }).click();
        await page.getByText('This username, e-mail or password is not right').first().waitFor();
      },
      { tolerates: /401|403/ },
    );
  });

  it('finds nothing at an order that is somebody else’s or none', async () => {
    const asha = newPerson('Asha');
    await visit(
      async (page) => {
        await page.goto('/about');
        await register(page, asha);
        await page.goto(`/user/order/${'0'.repeat(24)}`);
        await page.getByText('There is no such order').waitFor();
        await expectAccessible(page);
        await page.goto('/user/order/nothing');
        await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
      },
      { tolerates: /404/ },
    );
  });
});

it('a guest is sent home from every page of the account', async () => {
  await visit(async (page) => {
    for (const path of [
      '/user',
      '/user/profile',
      '/user/orders',
      '/user/add-address',
      '/user/security',
      '/user/data',
      `/user/order/${'0'.repeat(24)}`,
    ]) {
      await page.goto(path);
      expect(new URL(page.url()).pathname).toBe('/');
    }
  });
});

it('somebody whose session is over is sent home as soon as the page has found out', async () => {
  await visit(
    async (page) => {
      await page.context().addCookies([{ name: 'signed-in', value: '1', url: shopUnderTest().url }]);
      await page.goto('/user/orders', { waitUntil: 'commit' });
      await page.waitForURL('/');
      await page.locator('#page h1').waitFor();
    },
    { tolerates: /401/ },
  );
});
