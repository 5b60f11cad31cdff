import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createStore, OverlayContext, SessionContext, setApiTransport, type SessionState, toasts } from '@shop/mfe-kit';
import { LEAVE_QUESTION } from '@shop/ui/dialog.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ownReviewQuery } from './api/own-review.ts';
import { type ProductAnswer, productQuery, reviewsQuery } from './api/product.ts';
import { ReviewForm } from './review-form.tsx';

const PRODUCT = '64b000000000000000000001';
/** The same piece in another metal. */
const WHITE = '64b000000000000000000002';
const ASHA = { _id: '64b0000000000000000000a1', name: 'Asha', email: 'a@example.com', role: 'user' as const };
const review = (user: { _id: string; name: string }, rating: number, text: string) => ({
  _id: `64b0000000000000000000${user._id.slice(-2)}`,
  user: { _id: user._id, name: user.name },
  rating,
  review: text,
  bought: false,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const RAVI = review({ _id: '64b0000000000000000000b1', name: 'Ravi' }, 4, 'Good');

// Real form, queries and API client; only the gateway is stubbed.
describe('the review form', () => {
  const close = jest.fn();
  let mayDismiss: () => boolean;
  const guard = (ask: () => boolean) => {
    mayDismiss = ask;
    return () => {};
  };
  const reported = jest.fn();
  let sent: unknown[];
  let answer: () => Response;
  let queryClient: QueryClient;
  let photo: (file: File) => Response;

  beforeEach(() => {
    sent = [];
    close.mockClear();
    reported.mockClear();
    toasts.set([]);
    Object.assign(window, { reportError: reported });
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    queryClient.setQueryData(productQuery('AR-1', undefined).queryKey, {
      product: { _id: PRODUCT, rating: 4, ratingCount: 1 },
      variants: [{ _id: PRODUCT }, { _id: WHITE }],
    } as ProductAnswer);
    setApiTransport({
      origin: '',
      fetch: async (_, init) => {
        if (init?.body instanceof FormData) return photo(init.body.get('image') as File);
        sent.push(JSON.parse(String(init?.body)));
        return answer();
      },
    });
  });
  afterEach(() => {
    cleanup();
    jest.restoreAllMocks();
  });

  const open = (ratings: (typeof RAVI)[]) => {
    const own = ratings.find(({ user }) => user._id === ASHA._id) ?? null;
    queryClient.setQueryData(ownReviewQuery(PRODUCT, ASHA._id).queryKey, { review: own });
    const counts = ratings.map(({ rating }) => ({ rating, count: 1 }));
    queryClient.setQueryData(reviewsQuery(PRODUCT).queryKey, {
      ...{ ratings, counts, photos: [] },
      ...{ rating: 4, ratingCount: ratings.length },
    });
    const actions = { signIn: async () => true, signOut: async () => {}, refresh: async () => {} };
    render(
      <QueryClientProvider client={queryClient}>
        <SessionContext value={{ state: createStore<SessionState>({ status: 'user', user: ASHA }), actions }}>
          <OverlayContext value={{ close, guard }}>
            <ReviewForm productId={PRODUCT} productName="Meera Ring" />
          </OverlayContext>
        </SessionContext>
      </QueryClientProvider>,
    );
  };
  const star = (n: number) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`${n} of 5`) });

  it('sends stars and text, and what the page shows is new at once', async () => {
    const own = review(ASHA, 5, 'Lovely');
    answer = () => Response.json({ review: own, rating: 4.5, ratingCount: 2 });
    open([RAVI]);
    fireEvent.click(star(5));
    fireEvent.change(screen.getByLabelText('Your review'), { target: { value: ' Lovely ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send review' }));
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
    expect(sent).toEqual([{ rating: 5, review: 'Lovely', photos: [] }]);
    expect(queryClient.getQueryData(reviewsQuery(PRODUCT).queryKey)).toEqual({
      ratings: [own, RAVI],
      counts: [
        { rating: 5, count: 1 },
        { rating: 4, count: 1 },
      ],
      photos: [],
      rating: 4.5,
      ratingCount: 2,
    });
    expect(queryClient.getQueryData(productQuery('AR-1', undefined).queryKey)?.product).toMatchObject({
      rating: 4.5,
      ratingCount: 2,
    });
  });

  it('is one of the whole group: its other metals show it too, and where it is read is told to the page', async () => {
    const own = review(ASHA, 5, 'Lovely');
    answer = () => Response.json({ review: own, rating: 4.5, ratingCount: 2 });
    queryClient.setQueryData(reviewsQuery(WHITE).queryKey, { ratings: [RAVI], rating: 4, ratingCount: 1 });
    queryClient.setQueryData(productQuery('AR-1', WHITE).queryKey, {
      product: { _id: WHITE, rating: 4, ratingCount: 1 },
      variants: [{ _id: PRODUCT }, { _id: WHITE }],
    } as ProductAnswer);
    open([RAVI]);
    fireEvent.click(star(5));
    fireEvent.click(screen.getByRole('button', { name: 'Send review' }));
    await waitFor(() => expect(close).toHaveBeenCalledWith(own._id));
    expect(queryClient.getQueryData(reviewsQuery(WHITE).queryKey)?.ratings).toEqual([own, RAVI]);
    expect(queryClient.getQueryData(productQuery('AR-1', WHITE).queryKey)?.product).toMatchObject({ ratingCount: 2 });
  });

  it('begins with the review that this person wrote before, and replaces it', async () => {
    const changed = review(ASHA, 2, 'It broke');
    answer = () => Response.json({ review: changed, rating: 3, ratingCount: 2 });
    open([RAVI, review(ASHA, 5, 'Lovely')]);
    expect(star(5).checked).toBe(true);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your review').value).toBe('Lovely');
    fireEvent.click(star(2));
    fireEvent.click(screen.getByRole('button', { name: 'Save review' }));
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
    expect(queryClient.getQueryData(reviewsQuery(PRODUCT).queryKey)?.ratings).toEqual([changed, RAVI]);
  });

  it('sends pictures as they are chosen, with the review those that stay, and says which are refused', async () => {
    let stored = 0;
    photo = ({ name }) =>
      name === 'page.html'
        ? Response.json(
            { status: 400, code: 'request.invalid', message: 'This is not a picture that can be read' },
            { status: 400, headers: { 'content-type': 'application/problem+json' } },
          )
        : Response.json({ photo: { image: `/api/v1/images/${(stored += 1)}.webp`, width: 9, height: 9 } });
    answer = () => Response.json({ review: review(ASHA, 5, ''), rating: 5, ratingCount: 1 });
    open([]);
    fireEvent.click(star(5));
    const add = screen.getByLabelText(/Add photographs/);
    const files = ['one.jpg', 'page.html', 'two.jpg'].map((name) => new File(['x'], name));
    fireEvent.change(add, { target: { files } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send review' }).disabled).toBe(true);
    expect(await screen.findByText('page.html: This is not a picture that can be read')).toBeTruthy();
    await screen.findByRole('button', { name: 'Remove photograph 2' });
    fireEvent.click(screen.getByRole('button', { name: 'Remove photograph 1' }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send review' }).disabled).toBe(false),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Send review' }));
    await waitFor(() => expect(sent).toEqual([{ rating: 5, review: '', photos: ['/api/v1/images/2.webp'] }]));
  });

  it('asks before stars, text or pictures that are not sent are lost, and only then', async () => {
    const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
    photo = () => Response.json({ photo: { image: '/api/v1/images/1.webp', width: 9, height: 9 } });
    open([review(ASHA, 4, 'Lovely')]);
    const text = screen.getByLabelText('Your review');
    const write = (value: string) => fireEvent.change(text, { target: { value } });
    expect(mayDismiss()).toBe(true);
    write('Lovely, and');
    expect(mayDismiss()).toBe(false);
    expect(ask).toHaveBeenLastCalledWith(LEAVE_QUESTION);
    write('Lovely');
    fireEvent.click(star(5));
    expect(mayDismiss()).toBe(false);
    fireEvent.click(star(4));
    expect(mayDismiss()).toBe(true);
    fireEvent.change(screen.getByLabelText(/Add photographs/), { target: { files: [new File(['x'], 'one.jpg')] } });
    expect(mayDismiss()).toBe(false);
    await screen.findByRole('button', { name: 'Remove photograph 1' });
    expect(mayDismiss()).toBe(false);
    ask.mockReturnValue(true);
    expect(mayDismiss()).toBe(true);
  });

  it('asks before it is lost by Back, by a reload or with the session, until it is sent', async () => {
    const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const navigation = new EventTarget();
    Object.defineProperty(window, 'navigation', { configurable: true, value: navigation });
    const goBack = () => {
      const event = Object.assign(new Event('navigate', { cancelable: true }), { navigationType: 'traverse' });
      return navigation.dispatchEvent(event);
    };
    const unload = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    open([]);
    expect([goBack(), unload(), ask.mock.calls.length]).toEqual([true, true, 0]);
    fireEvent.change(screen.getByLabelText('Your review'), { target: { value: 'Lovely' } });
    expect([goBack(), unload()]).toEqual([false, false]);
    expect(ask).toHaveBeenLastCalledWith(LEAVE_QUESTION);
    fireEvent.click(star(5));
    fireEvent.click(screen.getByRole('button', { name: 'Send review' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    cleanup();
    expect([goBack(), unload()]).toEqual([true, true]);
    delete (window as { navigation?: unknown }).navigation;
  });

  it('wants stars first', () => {
    open([]);
    fireEvent.click(screen.getByRole('button', { name: 'Send review' }));
    expect(screen.getByText('Choose one to five stars')).toBeTruthy();
    expect(document.activeElement).toBe(star(1));
    expect(sent).toEqual([]);
  });

  it('keeps what was written when it cannot be sent, says why, and logs it', async () => {
    answer = () =>
      Response.json(
        { status: 503, code: 'service.unavailable', message: 'The shop is busy' },
        { status: 503, headers: { 'content-type': 'application/problem+json' } },
      );
    open([]);
    fireEvent.click(star(3));
    fireEvent.click(screen.getByRole('button', { name: 'Send review' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The shop is busy');
    expect(reported).toHaveBeenCalledTimes(1);
    expect(close).not.toHaveBeenCalled();
    expect(star(3).checked).toBe(true);
  });
});
