import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { click, messages, press, problem, setUpAccount } from '../../testing/account-harness.tsx';
import { accountWith, HOME, ORDER_ID } from '../../testing/fixtures.ts';
import { DataPage } from './data-page.tsx';

const READY = {
  _id: '65f0c0ffee00000000abc777',
  state: 'ready',
  requestedAt: '2026-11-24T10:00:00.000Z',
  keptUntil: '2026-12-01T10:00:00.000Z',
  bytes: 12_345,
};
const PREPARING = { ...READY, state: 'preparing', keptUntil: null, bytes: null };

// Real page, queries and API client.
describe('your data', () => {
  afterEach(cleanup);
  const opened = async (download: object | null = null, user: object = accountWith(HOME)) => {
    const shop = setUpAccount({
      'GET /me': { body: { user } },
      'GET /me/download': { body: { download } },
    });
    shop.open(<DataPage />, { at: '/user/data' });
    await screen.findByRole('heading', { name: 'Delete your account' });
    return shop;
  };
  const dialog = () => screen.getByRole('dialog');
  const fill = (label: string, value: string) =>
    fireEvent.change(within(dialog()).getByLabelText(label), { target: { value } });
  const pressIn = (name: string | RegExp) => click(within(dialog()).getByRole('button', { name }));
  const called = (shop: Awaited<ReturnType<typeof opened>>, call: string) =>
    shop.asked.filter((one) => one.call === call).map(({ body }) => body);

  it('is prepared for download with a proof, and says so', async () => {
    const shop = await opened();
    shop.answers['POST /auth/account/download'] = { status: 202, body: { download: PREPARING } };
    click(await screen.findByRole('button', { name: 'Prepare the download' }));
    pressIn('Prepare');
    expect(await within(dialog()).findByText('Password is required')).toBeTruthy();
    fill('Current password', 'three golden bangles');
    pressIn('Prepare');
    expect(await screen.findByText(/^Your download is being prepared\. We mail you/)).toBeTruthy();
    expect(called(shop, 'POST /auth/account/download')).toEqual([{ password: 'three golden bangles' }]);
    expect(screen.queryByRole('button', { name: /^Prepare/ })).toBeNull();
  });

  it('is fetched as one file while it is kept', async () => {
    await opened(READY);
    const link = await screen.findByRole('link', { name: 'Download (12 KB, JSON)' });
    expect(link.getAttribute('href')).toBe(`/api/v1/me/download/${READY._id}`);
    expect(screen.getByText('It is ready, and here until 1 December 2026.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Prepare a new download' })).toBeTruthy();
  });

  it('is not there any more where it was thrown away while the page was open', async () => {
    const shop = await opened(READY);
    const link = await screen.findByRole('link', { name: /^Download/ });
    shop.answers['GET /me/download'] = { body: { download: null } };
    click(link);
    expect(await screen.findByRole('button', { name: 'Prepare the download' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull();
  });

  it('says when it could not be prepared', async () => {
    await opened({ ...READY, state: 'failed', bytes: null });
    expect(await screen.findByText('Your download could not be prepared. Please try again.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull();
  });

  it('is deleted with a proof, and signs out', async () => {
    const shop = await opened();
    shop.answers['POST /auth/account/delete'] = problem(403, 'auth.wrong-password', 'This is not your password', {
      password: 'This is not your password',
    });
    press('Delete account');
    fill('Current password', 'a wrong one');
    pressIn('Delete for good');
    expect(await within(dialog()).findByText('This is not your password')).toBeTruthy();
    expect(shop.signOut).not.toHaveBeenCalled();
    shop.answers['POST /auth/account/delete'] = { body: { success: true } };
    fill('Current password', 'three golden bangles');
    pressIn('Delete for good');
    await waitFor(() => expect(shop.signOut).toHaveBeenCalled());
    expect(messages()).toEqual(['Your account is deleted']);
  });

  it('is deleted by another admin where the account is one of staff', async () => {
    await opened(null, { ...accountWith(HOME), role: 'admin' });
    expect(screen.getByText('This is an account of staff: another admin can delete it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
  });

  it('names what has to be finished before', async () => {
    const shop = await opened();
    const refusal = problem(409, 'user.unfinished', 'Something of this account is not finished yet');
    const unfinished = [
      { kind: 'order', id: ORDER_ID },
      { kind: 'refund', id: ORDER_ID },
      { kind: 'checkout', id: ORDER_ID },
    ];
    shop.answers['POST /auth/account/delete'] = { ...refusal, body: { ...refusal.body, details: { unfinished } } };
    press('Delete account');
    fill('Current password', 'three golden bangles');
    pressIn('Delete for good');
    await screen.findByText('Your account can be deleted as soon as this is finished:');
    expect(
      within(dialog())
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      'Order #ABC123 is not delivered yet.',
      'Order #ABC123 has a refund on its way to you.',
      'A checkout is open. It ends by itself within a quarter of an hour.',
    ]);
    expect(within(dialog()).getAllByRole('link')[0]!.getAttribute('href')).toBe(`/user/order/${ORDER_ID}`);
    expect(shop.signOut).not.toHaveBeenCalled();
  });
});
