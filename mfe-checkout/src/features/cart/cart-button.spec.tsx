import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createStore, SessionContext, type SessionState, toasts } from '@shop/mfe-kit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CartButton } from './cart-button.tsx';

const shownTo = (state: SessionState) => {
  const signIn = jest.fn(async () => true);
  const actions = { signIn, signOut: async () => {}, refresh: async () => {} };
  render(
    <SessionContext value={{ state: createStore(state), actions }}>
      <CartButton />
    </SessionContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Cart' }));
  return signIn;
};

describe('the cart button', () => {
  afterEach(() => {
    cleanup();
    toasts.set([]);
  });

  it('asks a guest to sign in, and says so', () => {
    const signIn = shownTo({ status: 'guest', user: null });
    expect(signIn).toHaveBeenCalledTimes(1);
    expect(toasts.get()).toMatchObject([{ kind: 'error', message: 'Please login' }]);
  });

  it('asks nothing of somebody who is signed in', () => {
    const user = { _id: 'u1', name: 'Asha', email: 'asha@example.com', role: 'user' as const };
    const signIn = shownTo({ status: 'user', user });
    expect(signIn).not.toHaveBeenCalled();
    expect(toasts.get()).toEqual([]);
  });
});
