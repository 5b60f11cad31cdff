import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AnswerOf, type cartOrder, type catalog, GUEST_WISHLIST } from '@shop/contracts/browser';
import { emit, type SessionUser, setApiTransport, StaticRouter } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { guestList } from '../../components/wishlist/guest-list.ts';
import { cardOf, StorefrontContexts } from '../../testing/storefront-harness.tsx';
import { WishlistPage } from './wishlist-page.tsx';

const ASHA: SessionUser = { _id: 'a1', name: 'Asha', email: 'asha@example.com', role: 'user' };
type List = AnswerOf<typeof cartOrder.getWishlist>;

let list: List;
let cards: AnswerOf<typeof catalog.listCards>;
let sent: string[] = [];
const at = (n: number) => `2026-01-0${n}T00:00:00.000Z`;

beforeEach(() => {
  localStorage.clear();
  guestList.set([]);
  sent = [];
  const [ring, necklace, bangle] = [
    cardOf(1, { name: 'Meera Ring', price: 900 }),
    cardOf(2, { name: 'Noor Necklace', price: 1_000 }),
    cardOf(3, { name: 'Tara Bangle', stock: 0 }),
  ] as const;
  cards = { products: [ring, necklace, bangle], needSize: [ring._id] };
  list = {
    limit: 200,
    items: [
      { productId: ring._id, addedAt: at(4), price: 1_000 },
      { productId: necklace._id, addedAt: at(3), price: 1_000 },
      { productId: bangle._id, addedAt: at(2) },
      { productId: cardOf(4)._id, addedAt: at(1), gone: true, name: 'Old Brooch' },
    ],
  };
  setApiTransport({
    origin: '',
    fetch: async (url, init) => {
      const path = String(url).replace('/api/v1', '');
      const call = `${init?.method} ${path}`;
      if (call === 'GET /wishlist') return Response.json(list);
      if (path.startsWith('/product/cards')) return Response.json(cards);
      if (call === 'GET /alerts') return Response.json({ alerts: [], allPriceDrops: false });
      sent.push(call);
      const productId = path.split('/').at(-1)!;
      if (call.startsWith('DELETE'))
        list = { ...list, items: list.items.filter((item) => item.productId !== productId) };
      if (call.startsWith('PUT /wishlist/pieces'))
        list = { ...list, items: [{ productId, addedAt: at(4), price: 1_000 }, ...list.items] };
      return Response.json({ count: 1 });
    },
  });
});
afterEach(cleanup);

const shown = (user?: SessionUser) =>
  render(
    <StorefrontContexts user={user}>
      <StaticRouter location="/wishlist">
        <WishlistPage />
      </StaticRouter>
    </StorefrontContexts>,
  );
const itemOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li')!;

describe('the wishlist', () => {
  it('says what became cheaper, what is sold out and what left the shop', async () => {
    shown(ASHA);
    expect((await itemOf('Meera Ring')).textContent).toContain('Less than ₹1,000, when you saved it');
    expect((await itemOf('Noor Necklace')).textContent).not.toContain('when you saved it');
    expect((await itemOf('Tara Bangle')).textContent).toContain('Out of stock');
    expect(screen.getByText('Old Brooch is not in the shop any more.')).not.toBeNull();
  });

  it('leads to the piece where a size has to be chosen', async () => {
    shown(ASHA);
    const link = within(await itemOf('Meera Ring')).getByRole('link', { name: 'Choose a size of Meera Ring' });
    expect(link.getAttribute('href')).toMatch(/^\/product\/group\/AR-1001\?variant=/);
    expect(within(await itemOf('Noor Necklace')).queryByRole('link', { name: /Choose a size/ })).toBeNull();
  });

  it('takes a piece off and back again', async () => {
    shown(ASHA);
    fireEvent.click(within(await itemOf('Meera Ring')).getByRole('button', { name: 'Remove Meera Ring' }));
    expect(await screen.findByText('Meera Ring was removed.')).not.toBeNull();
    expect(screen.queryByRole('link', { name: 'Meera Ring' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await itemOf('Meera Ring');
    await waitFor(() =>
      expect(sent).toEqual([`DELETE /wishlist/pieces/${cardOf(1)._id}`, `PUT /wishlist/pieces/${cardOf(1)._id}`]),
    );
  });

  it('loses what was put into the cart', async () => {
    shown(ASHA);
    await itemOf('Noor Necklace');
    act(() => emit('checkout:piece-added', { productId: cardOf(2)._id }));
    expect(await screen.findByText('Noor Necklace is in your cart now.')).not.toBeNull();
    expect(screen.queryByRole('link', { name: 'Noor Necklace' })).toBeNull();
  });

  it('is a guest’s in this browser, and asks to sign in for more', async () => {
    localStorage.setItem(GUEST_WISHLIST, JSON.stringify([{ productId: cardOf(2)._id, addedAt: at(1) }]));
    shown();
    await itemOf('Noor Necklace');
    expect(screen.getByText(/Kept in this browser only/)).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Share this list' })).toBeNull();
  });

  it('says how it is filled while it is empty', async () => {
    shown();
    expect(await screen.findByText('Your wishlist is empty')).not.toBeNull();
  });
});
