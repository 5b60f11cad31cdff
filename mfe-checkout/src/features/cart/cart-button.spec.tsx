import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeOverlays, emit, overlays, toasts } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type Answers, ASHA, cartOf, line, startGateway, visit } from '../../testing/checkout-harness.tsx';
import { CartButton } from './cart-button.tsx';

const CART = 'GET /cart';
let answers: Answers;
let gateway: ReturnType<typeof startGateway>;

beforeEach(() => {
  answers = { [CART]: cartOf(line(1, { quantity: 2 }), line(2)) };
  gateway = startGateway(answers);
});
afterEach(() => {
  cleanup();
  closeOverlays();
  toasts.set([]);
});

describe('the cart button', () => {
  it('asks a guest to sign in, says so, and has no number', () => {
    visit(<CartButton />, { user: null });
    fireEvent.click(screen.getByRole('button', { name: 'Cart' }));
    expect(toasts.get()).toMatchObject([{ kind: 'error', message: 'Please login' }]);
    expect([overlays.get(), gateway.sent]).toEqual([[], []]);
  });

  it('opens the cart for a guest who signed in', async () => {
    visit(<CartButton />, { user: null, signsInAs: ASHA });
    fireEvent.click(screen.getByRole('button', { name: 'Cart' }));
    await waitFor(() => expect(overlays.get()).toMatchObject([{ id: 'checkout/cart-drawer' }]));
  });

  it('shows how many pieces lie in the cart, and opens it', async () => {
    visit(<CartButton />);
    const button = await screen.findByRole('button', { name: 'Cart, 3 pieces' });
    expect(button.textContent).toBe('3');
    fireEvent.click(button);
    await waitFor(() => expect(overlays.get()).toMatchObject([{ id: 'checkout/cart-drawer' }]));
    expect(toasts.get()).toEqual([]);
  });

  it('counts anew when something says that the cart is another', async () => {
    visit(<CartButton />);
    await screen.findByRole('button', { name: 'Cart, 3 pieces' });
    answers[CART] = cartOf();
    emit('checkout:cart-changed', {});
    await screen.findByRole('button', { name: 'Cart' });
  });

  it('forgets the number with its owner', async () => {
    const { session } = visit(<CartButton />);
    await screen.findByRole('button', { name: 'Cart, 3 pieces' });
    act(() => session.set({ status: 'guest', user: null }));
    await screen.findByRole('button', { name: 'Cart' });
  });
});
