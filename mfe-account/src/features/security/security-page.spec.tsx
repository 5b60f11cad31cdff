import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { click, messages, press, problem, setUpAccount } from '../../testing/account-harness.tsx';
import { accountWith, HOME } from '../../testing/fixtures.ts';
import { SecurityPage } from './security-page.tsx';

const THIS = {
  id: 's1',
  browser: 'Chrome',
  system: 'Windows',
  device: 'computer' as const,
  signedInAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-24T10:00:00.000Z',
  isThis: true,
};
const PHONE = { ...THIS, id: 's2', browser: 'Safari', system: 'iOS', device: 'phone' as const, isThis: false };
const UNKNOWN = { ...PHONE, id: 's3', browser: null, system: null, device: 'unknown' as const, signedInAt: null };

// Real page, queries and API client.
describe('sign-in and security', () => {
  afterEach(() => {
    cleanup();
    jest.restoreAllMocks();
  });
  const opened = async ({
    sessions = [THIS],
    account = accountWith(HOME),
  }: { sessions?: object[]; account?: object } = {}) => {
    const shop = setUpAccount({
      'GET /me': { body: { user: account } },
      'GET /auth/sessions': { body: { sessions } },
    });
    shop.open(<SecurityPage />, { at: '/user/security' });
    await screen.findByText('Chrome on Windows');
    return shop;
  };
  const dialog = () => screen.getByRole('dialog');
  const fill = (label: string, value: string) =>
    fireEvent.change(within(dialog()).getByLabelText(label), { target: { value } });
  const pressIn = (name: string | RegExp) => click(within(dialog()).getByRole('button', { name }));
  const account = accountWith(HOME);

  it('changes the password with the one from before', async () => {
    const shop = await opened();
    shop.answers['PUT /auth/account/password'] = { body: { user: account } };
    press('Change password');
    fill('Current password', 'three golden bangles');
    fill('New password', 'a better password now');
    pressIn('Save');
    await waitFor(() => expect(messages()).toEqual(['Password changed']));
    expect(shop.asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      password: 'three golden bangles',
      newPassword: 'a better password now',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows a wrong password at its field, and keeps the dialog', async () => {
    const shop = await opened();
    shop.answers['PUT /auth/account/password'] = problem(403, 'auth.wrong-password', 'This is not your password', {
      password: 'This is not your password',
    });
    press('Change password');
    fill('Current password', 'a wrong one');
    fill('New password', 'a better password now');
    pressIn('Save');
    expect(await within(dialog()).findByText('This is not your password')).toBeTruthy();
    expect(messages()).toEqual([]);
  });

  it('sets the first password with a mailed code; a wrong one is said at its field', async () => {
    const shop = await opened({ account: { ...account, hasPassword: false } });
    shop.answers['POST /auth/account/code'] = { body: { message: '', sentTo: 'a•••@example.com', resendAfterS: 30 } };
    shop.answers['PUT /auth/account/password'] = problem(401, 'auth.wrong-code', 'Invalid or expired OTP');
    press('Set a password');
    pressIn('Send the code');
    expect(await within(dialog()).findByText('A 6-digit code was e-mailed to a•••@example.com.')).toBeTruthy();
    fill('Code', '123 456');
    fill('New password', 'a better password now');
    pressIn('Save');
    expect(await within(dialog()).findByText('Invalid or expired OTP')).toBeTruthy();
    expect(messages()).toEqual([]);
    shop.answers['PUT /auth/account/password'] = { body: { user: account } };
    pressIn('Save');
    await waitFor(() => expect(messages()).toEqual(['Password set']));
    expect(shop.asked.findLast(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      otp: '123456',
      newPassword: 'a better password now',
    });
  });

  it('changes the e-mail address once the code from there is entered', async () => {
    const shop = await opened();
    shop.answers['POST /auth/account/email'] = { body: { message: '', sentTo: 'n•••@example.com', resendAfterS: 30 } };
    shop.answers['POST /auth/account/email/confirm'] = problem(401, 'auth.wrong-code', 'Invalid or expired OTP');
    press('Change e-mail');
    fill('New e-mail', ' new@example.com ');
    fill('Current password', 'three golden bangles');
    pressIn('Send code');
    expect(await screen.findByText('n•••@example.com')).toBeTruthy();
    expect(shop.asked.at(-1)?.body).toEqual({ email: 'new@example.com', password: 'three golden bangles' });
    expect(document.activeElement).toBe(within(dialog()).getByLabelText('Code'));
    fill('Code', '000000');
    pressIn('Confirm');
    expect(await within(dialog()).findByText('Invalid or expired OTP')).toBeTruthy();
    shop.answers['POST /auth/account/email/confirm'] = { body: { user: { ...account, email: 'new@example.com' } } };
    fill('Code', '123456');
    pressIn('Confirm');
    await waitFor(() => expect(messages()).toEqual(['E-mail changed']));
    expect(screen.getByText('new@example.com')).toBeTruthy();
    expect(shop.refresh).toHaveBeenCalled();
  });

  it('names where the account is signed in, and signs one out', async () => {
    const shop = await opened({ sessions: [THIS, PHONE, UNKNOWN] });
    const rows = screen.getAllByRole('listitem').filter((one) => /last used/.test(one.textContent));
    expect(rows.map((row) => row.querySelector('p')!.textContent)).toEqual([
      'Chrome on WindowsThis device',
      'Safari on iOS',
      'Unknown device',
    ]);
    expect(within(rows[0]!).queryByRole('button')).toBeNull();
    shop.answers['DELETE /auth/sessions/s2'] = { body: { success: true } };
    shop.answers['GET /auth/sessions'] = { body: { sessions: [THIS, UNKNOWN] } };
    press('Sign out of Safari on iOS');
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Where you are signed in');
  });

  it('signs out everywhere else', async () => {
    const shop = await opened({ sessions: [THIS, PHONE, UNKNOWN] });
    shop.answers['DELETE /auth/sessions'] = { body: { ended: 2 } };
    shop.answers['GET /auth/sessions'] = { body: { sessions: [THIS] } };
    press('Sign out everywhere else');
    expect(await screen.findByText('You are signed in on this device only.')).toBeTruthy();
    expect(messages()).toEqual(['Signed out on 2 devices']);
  });

  it('says when it could not be loaded, part by part, and tries again', async () => {
    const away = problem(503, 'session.unavailable', 'Please try again in a moment');
    const shop = setUpAccount({ 'GET /me': { body: { user: account } }, 'GET /auth/sessions': away });
    shop.open(<SecurityPage />, { at: '/user/security' });
    expect(await screen.findByText('Your devices could not be loaded')).toBeTruthy();
    expect(screen.getByText('asha@example.com')).toBeTruthy();
    shop.answers['GET /auth/sessions'] = { body: { sessions: [THIS] } };
    await act(async () => press('Try again'));
    expect(await screen.findByText('Chrome on Windows')).toBeTruthy();
  });

  describe('the authenticator app of staff', () => {
    const mira = { ...account, role: 'admin' };
    const PATH = '/auth/account/authenticator';
    const openedByStaff = async (authenticator: object | null) => {
      const shop = setUpAccount({
        'GET /me': { body: { user: mira } },
        'GET /auth/sessions': { body: { sessions: [THIS] } },
        [`GET ${PATH}`]: { body: { authenticator } },
      });
      shop.open(<SecurityPage />, { at: '/user/security' });
      await screen.findByText('Chrome on Windows');
      return shop;
    };

    it('is nothing of shoppers', async () => {
      const shop = await opened();
      expect(screen.queryByRole('heading', { name: 'Authenticator app' })).toBeNull();
      expect(shop.asked.map(({ call }) => call)).not.toContain(`GET ${PATH}`);
    });

    it('is set up with the password, a picture and a code, and gives recovery codes once', async () => {
      const shop = await openedByStaff(null);
      const secret = 'JBSWY3DPEHPK3PXP';
      shop.answers[`POST ${PATH}`] = { body: { secret, url: `otpauth://totp/shop:mira?secret=${secret}` } };
      shop.answers[`PUT ${PATH}`] = problem(401, 'auth.wrong-code', 'Wrong', { otp: 'This code is wrong' });
      await screen.findByText(/in place of mailed ones/);
      press('Set up the authenticator app');
      fill('Current password', 'three golden bangles');
      pressIn('Go on');
      const picture = await screen.findByRole('img', { name: 'The secret of the app, as a picture' });
      expect(picture.querySelectorAll('path')[1]!.getAttribute('d')!.length).toBeGreaterThan(1_000);
      expect(within(dialog()).getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
      const copied: string[] = [];
      const writeText = async (text: string) => void copied.push(text);
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
      // A phone cannot scan what is on its own screen.
      pressIn('Copy the secret');
      await waitFor(() => expect(copied).toEqual([secret]));
      fill('Code of the app', '123 456');
      pressIn('Confirm');
      expect(await within(dialog()).findByText('This code is wrong')).toBeTruthy();
      shop.answers[`PUT ${PATH}`] = { body: { recoveryCodes: ['abcde-fgh23', 'jkmnp-qrs45'] } };
      pressIn('Confirm');
      await screen.findByRole('dialog', { name: 'Keep these recovery codes' });
      expect(
        within(dialog())
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual(['abcde-fgh23', 'jkmnp-qrs45']);
      expect(shop.asked.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
        { otp: '123456' },
        { otp: '123456' },
      ]);
      pressIn('Copy the recovery codes');
      await waitFor(() => expect(copied.at(-1)).toBe('abcde-fgh23\njkmnp-qrs45'));
      const ask = jest.spyOn(window, 'confirm').mockReturnValueOnce(false);
      fireEvent(dialog(), new Event('cancel', { cancelable: true }));
      expect(ask).toHaveBeenCalledTimes(1);
      expect(within(dialog()).getByText('jkmnp-qrs45')).toBeTruthy();
      pressIn('I have kept them');
      expect(ask).toHaveBeenCalledTimes(1);
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    it('is removed with the password and a code of it, or a recovery code', async () => {
      const shop = await openedByStaff({ since: THIS.signedInAt, recoveryCodesLeft: 7 });
      shop.answers[`POST ${PATH}/remove`] = { body: { authenticator: null } };
      await screen.findByText(/7 recovery codes are left/);
      press('Remove the authenticator app');
      fill('Current password', 'three golden bangles');
      fill('Code of the app, or a recovery code', ' abcde-fgh23 ');
      pressIn('Remove');
      await waitFor(() => expect(messages()).toEqual(['Codes are mailed again']));
      expect(shop.asked.find(({ call }) => call.endsWith('/remove'))?.body).toEqual({
        password: 'three golden bangles',
        code: 'abcde-fgh23',
      });
    });
  });
});
