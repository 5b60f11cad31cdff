import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStore, SessionContext, type SessionState, setApiTransport, StaticRouter } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { newQueryClient, StorefrontContexts } from '../../testing/storefront-harness.tsx';
import { showPosted } from './api/own-review.ts';
import { askedReviews, type Review, reviewsQuery } from './api/product.ts';
import { Reviews } from './reviews.tsx';

const PRODUCT = '64b000000000000000000001';
const ASHA = { _id: '64b0000000000000000000a1', name: 'Asha', email: 'a@example.com', role: 'user' as const };
const RAVI = { _id: '64b0000000000000000000b1', name: 'Ravi' };
const review = (n: number, user: { _id: string; name: string }, helpful?: number): Review => ({
  ...{ _id: `64b00000000000000000000${n}`, user: { _id: user._id, name: user.name }, rating: 5, review: `Text ${n}` },
  ...{ bought: false, createdAt: '2026-01-01T00:00:00.000Z', ...(helpful !== undefined && { helpful }) },
});

let marked: { reviewId: string; helpful: number }[];
let calls: string[];
let isRefused: boolean;

beforeEach(() => {
  marked = [];
  calls = [];
  isRefused = false;
  setApiTransport({
    origin: '',
    fetch: async (url, init) => {
      const path = String(url).replace('/api/v1', '');
      calls.push(`${init?.method} ${path} ${String(init?.body ?? '')}`.trim());
      if (init?.method === 'GET') return Response.json({ helpful: marked });
      if (isRefused) return new Response('', { status: 503 });
      const reviewId = path.split('/').at(-1)!;
      const { helped } = JSON.parse(String(init?.body)) as { helped: boolean };
      const helpful = helped ? 8 : 7;
      marked = helped ? [{ reviewId, helpful }] : [];
      return Response.json({ reviewId, helpful });
    },
  });
});
afterEach(cleanup);

function page(
  ratings: Review[],
  {
    user,
    at = '',
    queryClient = newQueryClient(),
  }: { user?: typeof ASHA; at?: string; queryClient?: QueryClient } = {},
) {
  const state = createStore<SessionState>(user ? { status: 'user', user } : { status: 'guest', user: null });
  const signIn = async () => {
    calls.push('sign in');
    state.set({ status: 'user', user: ASHA });
    return true;
  };
  const { queryKey } = reviewsQuery(PRODUCT, askedReviews(new URLSearchParams(at)));
  const counts = [{ rating: 5, count: ratings.length }];
  queryClient.setQueryData(queryKey, { ratings, counts, photos: [], rating: 5, ratingCount: ratings.length });
  const actions = { signIn: user ? async () => true : signIn, signOut: async () => {}, refresh: async () => {} };
  return (
    <StorefrontContexts queryClient={queryClient}>
      <SessionContext value={{ state, actions }}>
        <StaticRouter location={`/product/group/AR-1${at && `?${at}`}`}>
          <Reviews productId={PRODUCT} name="Meera Ring" rating={5} ratingCount={ratings.length} />
        </StaticRouter>
      </SessionContext>
    </StorefrontContexts>
  );
}
const control = () => screen.getByRole('button', { name: 'The review by Ravi is helpful' });
const isPressed = () => control().getAttribute('aria-pressed') === 'true';
const MARK = `PUT /rating/${PRODUCT}/helpful/${review(1, RAVI)._id}`;

describe('reviews that help', () => {
  it('are marked and taken back by one control, with the count of now', async () => {
    render(page([review(1, RAVI, 3)], { user: ASHA }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect([screen.getByText('Helped 3 people'), isPressed()]).toEqual([expect.anything(), false]);
    fireEvent.click(control());
    await screen.findByText('Helped 8 people');
    expect(isPressed()).toBe(true);
    fireEvent.click(control());
    await screen.findByText('Helped 7 people');
    expect(isPressed()).toBe(false);
    expect(calls.slice(1)).toEqual([`${MARK} {"helped":true}`, `${MARK} {"helped":false}`]);
  });

  it('show what the account has marked before, where the page is older than its mark', async () => {
    marked = [{ reviewId: review(1, RAVI)._id, helpful: 1 }];
    render(page([review(1, RAVI)], { user: ASHA }));
    await screen.findByText('Helped one person');
    expect(isPressed()).toBe(true);
  });

  it('ask a guest to sign in, and are marked then', async () => {
    render(page([review(1, RAVI)]));
    expect(calls).toEqual([]);
    fireEvent.click(control());
    await screen.findByText('Helped 8 people');
    await waitFor(() => expect(isPressed()).toBe(true));
    expect(calls[0]).toBe('sign in');
    expect(calls).toContain(`${MARK} {"helped":true}`);
  });

  it('stay as they are when they are refused, and may be marked again', async () => {
    isRefused = true;
    render(page([review(1, RAVI, 3)], { user: ASHA }));
    fireEvent.click(control());
    await waitFor(() => expect(calls).toContain(`${MARK} {"helped":true}`));
    expect([screen.getByText('Helped 3 people'), isPressed()]).toEqual([expect.anything(), false]);
    isRefused = false;
    await waitFor(() => {
      if (calls.filter((one) => one.startsWith(MARK)).length < 2) fireEvent.click(control());
      expect(isPressed()).toBe(true);
    });
  });

  it('are not marked by their author, who reads how many they helped', () => {
    render(page([review(1, ASHA, 2)], { user: ASHA }));
    expect(screen.queryByRole('button', { name: /is helpful/ })).toBeNull();
    expect(screen.getByText('Helped 2 people')).toBeTruthy();
  });

  it('are in the order of the address, which a form without scripts sends with the variant', () => {
    const html = renderToString(page([review(2, RAVI, 9), review(1, RAVI)], { at: 'variant=v1&reviews=helpful' }));
    const form = new DOMParser().parseFromString(html, 'text/html').querySelector('form')!;
    expect([...new FormData(form)]).toEqual([
      ['variant', 'v1'],
      ['reviews', 'helpful'],
    ]);
    expect(form.getAttribute('action')).toBe('#reviews');
    expect(html.indexOf('Text 2')).toBeLessThan(html.indexOf('Text 1'));
    expect(askedReviews(new URLSearchParams('reviews=constructor')).sort).toBe('newest');
  });
});

it('shows a review that was changed at once, also where nothing else on the page changes', async () => {
  const queryClient = newQueryClient();
  const own = review(2, ASHA);
  render(page([own, review(1, RAVI)], { user: ASHA, queryClient }));
  const totals = { rating: 5, ratingCount: 2 };
  act(() => showPosted(queryClient, PRODUCT, { review: { ...own, review: 'Small and light' }, ...totals }));
  await screen.findByText('Small and light');
  expect(screen.queryByText('Text 2')).toBeNull();
});
