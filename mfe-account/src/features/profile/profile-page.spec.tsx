import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { emit } from '@shop/mfe-kit';
import { LEAVE_QUESTION } from '@shop/ui/dialog.tsx';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setUpAccount, click, messages, press, problem } from '../../testing/account-harness.tsx';
import { accountWith, HOME, WORK } from '../../testing/fixtures.ts';
import { prefetch, ProfilePage } from './profile-page.tsx';

const parts = {
  'account/address-form': ({ addressId, cancellable }: { addressId?: string; cancellable: boolean }) => (
    <p>
      form of {addressId ?? 'a new one'}
      {cancellable && ' with Cancel'}
    </p>
  ),
};

// Real page, queries and API client; the form fragment is replaced by a marker.
describe('the profile', () => {
  afterEach(() => {
    cleanup();
    jest.restoreAllMocks();
  });
  const opened = async (...addresses: (typeof HOME)[]) => {
    const shop = setUpAccount({
      'GET /me': { body: { user: accountWith(...addresses) } },
      'GET /me/sizes': { body: { sizes: { ring: '14' } } },
      'GET /ring-sizes': { body: { data: [{ size: '12' }, { size: '14' }] } },
      'GET /bracelet-sizes': { body: { data: [{ braceletSize: '7 in' }, { braceletSize: '2.4' }] } },
      'GET /necklace-sizes': { body: { data: [{ necklaceSize: '16 in' }] } },
      'GET /chain-lengths': { body: { data: [{ length: '18 in' }] } },
    });
    shop.open(<ProfilePage />, { at: '/user/profile', parts });
    await screen.findByText('asha@example.com');
    return shop;
  };
  const dialog = () => screen.getByRole('dialog');
  const pressIn = (name: string) => click(within(dialog()).getByRole('button', { name }));
  const typeName = (value: string) => fireEvent.change(within(dialog()).getByLabelText('Name'), { target: { value } });

  it('shows name and e-mail, and the way through the account', async () => {
    await opened(HOME);
    const places = within(screen.getByRole('navigation', { name: 'Account' })).getAllByRole('link');
    expect(places.map((one) => [one.textContent, one.getAttribute('href'), one.getAttribute('aria-current')])).toEqual([
      ['Profile', '/user/profile', 'page'],
      ['Orders', '/user/orders', null],
      ['Sign-in & security', '/user/security', null],
      ['Your data', '/user/data', null],
      ['Logout', '/user/logout', null],
    ]);
  });

  it('shows the sizes that are remembered, and changes and forgets them', async () => {
    const shop = await opened(HOME);
    const ring = await screen.findByLabelText<HTMLSelectElement>('Ring size');
    expect(ring.value).toBe('14');
    expect(
      within(screen.getByLabelText('Bangle size'))
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Not set', '2.4']);
    shop.answers['PUT /me/sizes'] = { body: { sizes: { ring: '12' } } };
    fireEvent.change(ring, { target: { value: '12' } });
    await waitFor(() => expect(messages()).toEqual(['Ring size 12 is remembered']));
    expect(shop.asked.at(-1)?.body).toEqual({ sizes: { ring: '12' } });
    shop.answers['PUT /me/sizes'] = { body: { sizes: {} } };
    fireEvent.change(ring, { target: { value: '' } });
    await waitFor(() => expect(ring.value).toBe(''));
    expect(shop.asked.at(-1)?.body).toEqual({ sizes: { ring: null } });
  });

  it('edits the name, and nothing else', async () => {
    const shop = await opened(HOME);
    shop.answers['PUT /me/update'] = { body: { user: { ...accountWith(HOME), name: 'Asha Mehta' } } };
    press('Edit');
    expect(within(dialog()).getAllByRole('textbox')).toHaveLength(1);
    typeName(' Asha Mehta ');
    pressIn('Save');
    await waitFor(() => expect(messages()).toEqual(['Profile updated successfully']));
    expect(shop.asked.at(-1)?.body).toEqual({ name: 'Asha Mehta' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Asha Mehta')).toBeTruthy();
    expect(shop.refresh).toHaveBeenCalled();
  });

  it('needs a name, and says so beside the field', async () => {
    const shop = await opened(HOME);
    press('Edit');
    typeName('   ');
    pressIn('Save');
    expect(await within(dialog()).findByText('Name is required')).toBeTruthy();
    expect(shop.asked.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
  });

  it('asks before what was written is lost', async () => {
    await opened(HOME);
    press('Edit');
    typeName('Asha Mehta');
    const ask = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    pressIn('Cancel');
    expect(ask).toHaveBeenCalledWith(LEAVE_QUESTION);
    expect(within(dialog()).getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Mehta');
    pressIn('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps the dialog with what was typed when it could not be saved', async () => {
    const shop = await opened(HOME);
    shop.answers['PUT /me/update'] = problem(503, 'service.unavailable', 'Please try again in a moment');
    press('Edit');
    typeName('Asha Mehta');
    pressIn('Save');
    await waitFor(() => expect(messages()).toEqual(['Please try again in a moment']));
    expect(within(dialog()).getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Mehta');
  });

  it('offers the form where no address is saved', async () => {
    await opened();
    expect(await screen.findByText('form of a new one')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add address' })).toBeNull();
  });

  it('reads addresses, and shows the form in place of the one that is changed until it is saved or given up', async () => {
    await opened(HOME, WORK);
    const [home, work] = screen.getAllByRole('listitem').filter((one) => /Road/.test(one.textContent));
    expect(home!.textContent).toMatch(/Asha RaoDefault12 MG RoadJaipur, Rajasthan 302001India/);
    expect(work!.textContent).not.toContain('Default');
    expect(screen.getByRole('link', { name: 'Add address' }).getAttribute('href')).toBe('/user/add-address');
    click(within(work!).getByRole('button', { name: /^Change/ }));
    expect(await screen.findByText('form of a2 with Cancel')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Addresses');
    act(() => (document.activeElement as HTMLElement).blur());
    act(() => emit('account:address-form-closed', {}));
    await waitFor(() => expect(screen.queryByText(/^form of/)).toBeNull());
    expect(document.activeElement?.textContent).toBe('Addresses');
  });

  it('makes another one the default', async () => {
    const shop = await opened(HOME, WORK);
    shop.answers['PUT /me/addresses/a2'] = { body: { user: accountWith(WORK, HOME) } };
    press(/^Make default/);
    await waitFor(() => expect(messages()).toEqual(['Default address changed']));
    expect(document.activeElement?.textContent).toBe('Addresses');
    expect(shop.asked.at(-1)?.body).toEqual({ address: WORK, isDefault: true });
    expect(screen.getByText('Default').parentElement?.parentElement?.textContent).toContain('Bengaluru');
  });

  it('asks before it removes one', async () => {
    const shop = await opened(HOME, WORK);
    shop.answers['DELETE /me/addresses/a1'] = { body: { user: accountWith(WORK) } };
    click(screen.getAllByRole('button', { name: /^Remove/ })[0]!);
    expect((await screen.findByRole('dialog')).textContent).toContain('12 MG Road');
    expect(shop.asked.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
    pressIn('Remove');
    await waitFor(() => expect(messages()).toEqual(['Address removed']));
    expect(screen.queryByText('12 MG Road')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Addresses');
  });

  it('says when it could not be loaded, and tries again', async () => {
    const shop = setUpAccount({ 'GET /me': problem(503, 'service.unavailable', 'Please try again in a moment') });
    shop.open(<ProfilePage />, { at: '/user/profile', parts });
    expect(await screen.findByText('Your profile could not be loaded')).toBeTruthy();
    shop.answers['GET /me'] = { body: { user: accountWith(HOME) } };
    press('Try again');
    expect(await screen.findByText('asha@example.com')).toBeTruthy();
  });

  it('is what /user leads to', async () => {
    const shop = setUpAccount({ 'GET /me': { body: { user: accountWith(HOME) } } });
    const signal = new AbortController().signal;
    const at = (path: string) => prefetch(shop.queryClient, { params: {}, url: new URL(path, 'http://shop'), signal });
    expect(await at('/user')).toMatchObject({ redirect: '/user/profile' });
    expect(await at('/user/profile')).toEqual({ head: { title: 'Profile', noindex: true } });
  });
});
