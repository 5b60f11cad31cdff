import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GUEST_WISHLIST } from '@shop/contracts/browser';
import { type SessionUser, setApiTransport, StaticRouter, toasts } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { cardOf, newQueryClient, StorefrontContexts } from '../../testing/storefront-harness.tsx';
import { ProductGrid } from '../product-grid.tsx';
import { guestList } from './guest-list.ts';
import { giveToAccount } from './list.ts';
import { savedPieces } from './saved-pieces.ts';

const ASHA: SessionUser = { _id: 'a1', name: 'Asha', email: 'asha@example.com', role: 'user' };
const RING = cardOf(1, { name: 'Meera Ring' });

let sent: { call: string; body: unknown }[] = [];
let account: { productId: string; addedAt: string }[] = [];
let refusal: { status: number; message: string } | undefined;

beforeEach(() => {
  sent = [];
  account = [];
  refusal = undefined;
  localStorage.clear();
  guestList.set([]);
  savedPieces.set({ of: undefined, ids: new Set() });
  toasts.set([]);
  setApiTransport({
    origin: '',
    fetch: async (url, init) => {
      const call = `${init?.method} ${String(url).replace('/api/v1', '')}`;
      const body = init?.body ? (JSON.parse(String(init.body)) as { items?: { productId: string }[] }) : undefined;
      if (call === 'GET /wishlist') return Response.json({ items: account, limit: 200 });
      sent.push({ call, body });
      if (refusal) {
        const headers = { 'content-type': 'application/problem+json' };
        return new Response(JSON.stringify({ code: 'x', ...refusal }), { status: refusal.status, headers });
      }
      if (call === 'POST /wishlist/merge') return Response.json({ count: 1, left: [RING._id] });
      const productId = call.split('/').at(-1)!;
      account = account.filter((item) => item.productId !== productId);
      if (call.startsWith('PUT')) account.push({ productId, addedAt: new Date().toISOString() });
      return Response.json({ count: account.length });
    },
  });
});
afterEach(cleanup);

const shown = (user?: SessionUser) =>
  render(
    <StorefrontContexts user={user}>
      <StaticRouter location="/shop">
        <ProductGrid cards={[RING, cardOf(2)]} />
      </StaticRouter>
    </StorefrontContexts>,
  );
const heart = () => screen.getByRole('button', { name: 'Save Meera Ring to the wishlist' });
const isPressed = () => heart().getAttribute('aria-pressed') === 'true';
const press = async (pressed: boolean) => {
  fireEvent.click(heart());
  await waitFor(() => expect(isPressed()).toBe(pressed));
};

describe('a guest’s heart', () => {
  it('saves the piece in the browser and removes it again, without a request', async () => {
    shown();
    await press(true);
    expect(JSON.parse(localStorage.getItem(GUEST_WISHLIST)!)).toMatchObject([
      { productId: RING._id, name: 'Meera Ring', price: RING.price },
    ]);
    expect(toasts.get().map(({ message }) => message)).toEqual(['Saved to your wishlist']);
    await press(false);
    expect(localStorage.getItem(GUEST_WISHLIST)).toBeNull();
    expect(sent).toEqual([]);
  });

  it('is filled for what was saved before, and follows another tab', async () => {
    const entry = { productId: RING._id, addedAt: '2026-01-01T00:00:00Z' };
    localStorage.setItem(GUEST_WISHLIST, JSON.stringify([entry, { productId: 'nonsense' }, 7]));
    shown();
    await waitFor(() => expect(isPressed()).toBe(true));
    localStorage.removeItem(GUEST_WISHLIST);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: GUEST_WISHLIST })));
    await waitFor(() => expect(isPressed()).toBe(false));
  });
});

describe('a signed-in user’s heart', () => {
  it('saves the piece in the account', async () => {
    shown(ASHA);
    await press(true);
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([`PUT /wishlist/pieces/${RING._id}`]));
    expect(localStorage.getItem(GUEST_WISHLIST)).toBeNull();
  });

  it('is empty again, with the reason, where the shop refuses it', async () => {
    refusal = { status: 409, message: 'Your wishlist is full. Please remove a piece first' };
    shown(ASHA);
    fireEvent.click(heart());
    await waitFor(() => expect(toasts.get().map(({ message }) => message)).toEqual([refusal!.message]));
    await waitFor(() => expect(isPressed()).toBe(false));
  });
});

it.each([
  ['a guest', undefined],
  ['another user', { ...ASHA, _id: 'b1', name: 'Ben' }],
])('shows %s no heart of the user before, not for one frame', async (_, next) => {
  account = [{ productId: RING._id, addedAt: '2026-01-01T00:00:00Z' }];
  shown(ASHA);
  await waitFor(() => expect(isPressed()).toBe(true));
  // As the shell does with a session that ends.
  cleanup();
  account = [];
  shown(next);
  expect(isPressed()).toBe(false);
});

it('gives a guest’s list to the account, and keeps what found no room or was not taken', async () => {
  const saved = [1, 2].map((n) => ({
    productId: cardOf(n)._id,
    addedAt: `2026-01-0${n}T00:00:00Z`,
    price: n,
    name: 'x',
  }));
  localStorage.setItem(GUEST_WISHLIST, JSON.stringify(saved));
  refusal = { status: 503, message: 'Away' };
  await expect(giveToAccount(newQueryClient())).rejects.toThrow('Away');
  expect(JSON.parse(localStorage.getItem(GUEST_WISHLIST)!)).toHaveLength(2);
  refusal = undefined;
  await giveToAccount(newQueryClient());
  expect(sent.at(-1)).toEqual({
    call: 'POST /wishlist/merge',
    body: { items: saved.map(({ productId, addedAt, price }) => ({ productId, addedAt, price })) },
  });
  expect(JSON.parse(localStorage.getItem(GUEST_WISHLIST)!)).toMatchObject([{ productId: RING._id }]);
  expect(toasts.get().at(-1)!.message).toBe('Your wishlist is full: 1 piece stays in this browser');
});
