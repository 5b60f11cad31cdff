import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { toasts } from '@shop/mfe-kit';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type Answers, Refused, startGateway, visit } from '../../testing/checkout-harness.tsx';
import { AddButton } from './add-button.tsx';

const ADD = 'POST /cart';
const PIECE = { productId: 'a'.repeat(24), name: 'Meera Ring', label: 'Move to cart' };
let answers: Answers;
let gateway: ReturnType<typeof startGateway>;
let added: unknown[];
const note = (event: Event) => added.push((event as CustomEvent).detail);

beforeEach(() => {
  answers = { [ADD]: { cartItem: {}, count: 1 } };
  gateway = startGateway(answers);
  added = [];
  window.addEventListener('checkout:piece-added', note);
});
afterEach(() => {
  cleanup();
  toasts.set([]);
  window.removeEventListener('checkout:piece-added', note);
});

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Move to cart Meera Ring' }));
const toastIs = (message: string) => waitFor(() => expect(toasts.get().at(-1)?.message).toBe(message));

it('adds one piece as it is shown, and tells the page which', async () => {
  visit(<AddButton {...PIECE} />);
  press();
  await toastIs('Added to cart!');
  expect(gateway.of(ADD)).toMatchObject([{ body: { productId: PIECE.productId, quantity: 1 } }]);
  await waitFor(() => expect(added).toEqual([{ productId: PIECE.productId }]));
});

it('says why it was refused, and tells the page nothing', async () => {
  answers[ADD] = new Refused(409, 'cart.full', 'The cart is full');
  visit(<AddButton {...PIECE} />);
  press();
  await toastIs('The cart is full');
  expect(added).toEqual([]);
});

it('asks a guest to sign in first', async () => {
  visit(<AddButton {...PIECE} />, { user: null });
  press();
  await toastIs('Please login');
  expect(gateway.of(ADD)).toEqual([]);
});
