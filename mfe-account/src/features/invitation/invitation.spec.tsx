import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { press, problem, setUpAccount, type } from '../../testing/account-harness.tsx';
import { InvitationPage } from './invitation-page.tsx';

const GET = 'GET /auth/invitation/secret';
const POST = 'POST /auth/invitation/secret';
const invitation = { email: 'chetan@example.com', role: 'Content', invitedBy: 'Mira Shah', account: 'none' };

// Real page, query and API client; only the gateway is stubbed.
describe('an invitation to the staff', () => {
  afterEach(cleanup);

  const opened = (answers: Parameters<typeof setUpAccount>[0]) => {
    const shop = setUpAccount(answers);
    shop.open(<InvitationPage />, { at: '/staff/invitation/secret', path: '/staff/invitation/:token' });
    return shop;
  };
  const sent = ({ asked }: ReturnType<typeof opened>) => asked.filter(({ call }) => call === POST);

  it('makes an account with a name and a password, and asks to sign in then', async () => {
    const shop = opened({ [GET]: { body: { invitation } }, [POST]: { body: { email: invitation.email } } });
    expect((await screen.findByText(/Mira Shah invites/)).textContent).toContain('Content');
    press('Join the staff');
    expect(await screen.findByText('Name is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    type('Your name', 'Chetan');
    type('New password', 'three golden bangles');
    press('Join the staff');
    const heading = await screen.findByRole('heading', { name: 'You are of the staff now' });
    expect(document.activeElement).toBe(heading);
    expect(sent(shop).map(({ body }) => body)).toEqual([{ name: 'Chetan', password: 'three golden bangles' }]);
    expect(shop.refresh).toHaveBeenCalled();
  });

  it('asks who has an account for its password, and says what is wrong at the field', async () => {
    const shop = opened({
      [GET]: { body: { invitation: { ...invitation, account: 'password' } } },
      [POST]: problem(403, 'auth.wrong-password', 'Wrong', { password: 'This is not the password of your account' }),
    });
    await screen.findByLabelText('Your password');
    expect(screen.queryByLabelText('Your name')).toBeNull();
    type('Your password', 'x');
    press('Join the staff');
    expect(await screen.findByText('This is not the password of your account')).toBeTruthy();
    expect(sent(shop).map(({ body }) => body)).toEqual([{ password: 'x' }]);
  });

  it('says that its link is over', async () => {
    opened({ [GET]: problem(410, 'invitation.over', 'This invitation is over') });
    expect(await screen.findByText('This link does not work any more')).toBeTruthy();
  });

  it('says that the address is of the staff already, also when it became so meanwhile', async () => {
    const refused = problem(409, 'invitation.is-staff', 'This person is of the staff already');
    const { answers } = opened({
      [GET]: { body: { invitation: { ...invitation, account: 'password' } } },
      [POST]: refused,
    });
    await screen.findByLabelText('Your password');
    answers[GET] = refused;
    type('Your password', 'three golden bangles');
    press('Join the staff');
    expect(await screen.findByText('This address is of the staff already')).toBeTruthy();
    expect(screen.queryByLabelText('Your password')).toBeNull();
  });

  it('says that it loads, and what went wrong, with another try', async () => {
    opened({ [GET]: 'never' });
    expect(screen.getByText('Loading invitation…')).toBeTruthy();
    cleanup();
    const { answers } = opened({ [GET]: problem(503, 'service.unavailable', 'Not right now') });
    expect((await screen.findByRole('alert')).textContent).toContain('Not right now');
    answers[GET] = { body: { invitation } };
    press('Try again');
    await waitFor(() => expect(screen.getByLabelText('New password')).toBeTruthy());
  });
});
