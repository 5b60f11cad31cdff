import { StrictMode } from 'react';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { setUpAccount } from '../../testing/account-harness.tsx';
import { LogoutPage } from './logout-page.tsx';

afterEach(cleanup);

it('the page that signs out does so once, and shows that it is at it', () => {
  const shop = setUpAccount({});
  shop.open(
    <StrictMode>
      <LogoutPage />
    </StrictMode>,
  );
  expect(screen.getByRole('status').textContent).toBe('Signing out…');
  expect(shop.signOut).toHaveBeenCalledTimes(1);
});
