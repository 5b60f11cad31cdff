import { afterEach, expect, it } from '@jest/globals';
import { emit } from '@shop/mfe-kit';
import { act, cleanup, screen } from '@testing-library/react';
import { setUpAccount } from '../../testing/account-harness.tsx';
import { AddAddressPage } from './add-address-page.tsx';

afterEach(cleanup);

it.each([
  ['is saved', () => emit('account:address-saved', { addressId: 'a1' })],
  ['is given up', () => emit('account:address-form-closed', {})],
])('adding an address leads to the profile once it %s', async (_, happens) => {
  const shop = setUpAccount({});
  const parts = { 'account/address-form': () => <p>the form</p> };
  shop.open(<AddAddressPage />, { at: '/user/add-address', parts });
  expect(await screen.findByText('the form')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('true');
  act(happens);
  expect(shop.visited).toEqual(['/user/profile']);
});
