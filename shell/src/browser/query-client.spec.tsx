import { expect, it } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient, forgetVisitor } from './query-client.ts';

/** Shows a cart whose answers are given one by one. */
function shownCart() {
  const queryClient = createQueryClient();
  const asked: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => asked.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey: ['cart'], queryFn });
  const unsubscribe = observer.subscribe(() => {});
  return { queryClient, asked, unsubscribe, result: () => observer.getCurrentResult() };
}

it('shows what a change made, though the first fetch was under way when it was made', async () => {
  const cart = shownCart();
  expect(cart.asked).toHaveLength(1);
  const invalidated = cart.queryClient.invalidateQueries({ queryKey: ['cart'] });
  expect(cart.asked).toHaveLength(2);
  cart.asked[0]!('before');
  cart.asked[1]!('after');
  await invalidated;
  expect(cart.result()).toMatchObject({ data: 'after', status: 'success', fetchStatus: 'idle' });
  cart.unsubscribe();
});

it('still answers a page that waits for the first fetch', async () => {
  const cart = shownCart();
  const waiting = cart.queryClient.fetchQuery({ queryKey: ['cart'], queryFn: () => Promise.resolve('another') });
  void cart.queryClient.invalidateQueries({ queryKey: ['cart'] });
  cart.asked[1]!('after');
  await expect(waiting).resolves.toBe('after');
  cart.unsubscribe();
});

it('shows what a change answered, though a first fetch was under way, and answers a page that waits for it', async () => {
  const cart = shownCart();
  const waiting = cart.queryClient.fetchQuery({ queryKey: ['cart'] });
  cart.queryClient.setQueryData(['cart'], 'after');
  cart.asked[0]!('before');
  await expect(waiting).resolves.toBe('after');
  expect(cart.result()).toMatchObject({ data: 'after', status: 'success', fetchStatus: 'idle' });
  cart.unsubscribe();
});

it('shows what a change answered, though it was being fetched again', async () => {
  const cart = shownCart();
  cart.asked[0]!('at first');
  await cart.queryClient.fetchQuery({ queryKey: ['cart'] });
  const fetched = cart.queryClient.refetchQueries({ queryKey: ['cart'] });
  cart.queryClient.setQueryData(['cart'], 'after');
  cart.asked[1]!('before');
  await fetched;
  expect(cart.result()).toMatchObject({ data: 'after', status: 'success', fetchStatus: 'idle' });
  cart.unsubscribe();
});

it('lets a fetch end where there was nothing to change', async () => {
  const cart = shownCart();
  cart.queryClient.setQueryData(['cart'], (before: string | undefined) => before && 'after');
  cart.asked[0]!('before');
  await cart.queryClient.fetchQuery({ queryKey: ['cart'] });
  expect(cart.result()).toMatchObject({ data: 'before', status: 'success' });
  cart.unsubscribe();
});

it('fetches again what was shown before a change', async () => {
  const cart = shownCart();
  cart.asked[0]!('before');
  await cart.queryClient.fetchQuery({ queryKey: ['cart'] });
  const invalidated = cart.queryClient.invalidateQueries({ queryKey: ['cart'] });
  cart.asked[1]!('after');
  await invalidated;
  expect(cart.result().data).toBe('after');
  cart.unsubscribe();
});

it('forgets a visitor and keeps the frame, which would be broken until it was asked for again', () => {
  const queryClient = createQueryClient();
  for (const slice of ['shell', 'storefront', 'checkout', 'account', 'admin']) queryClient.setQueryData([slice], slice);
  forgetVisitor(queryClient);
  const left = queryClient.getQueryCache().getAll();
  expect(left.map(({ queryKey }) => queryKey)).toEqual([['shell']]);
});
