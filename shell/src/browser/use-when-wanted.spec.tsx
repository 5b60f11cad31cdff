import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { useWhenWanted } from './use-when-wanted.ts';

afterEach(cleanup);

const Toaster = () => <p>Offline</p>;

/** A page whose network fails so many times. */
function open(failures: number) {
  const state = { asked: 0, again: () => {} };
  const load = (): Promise<{ default: ComponentType }> =>
    state.asked++ < failures ? Promise.reject(new Error('Failed to fetch')) : Promise.resolve({ default: Toaster });
  function Page({ isWanted }: { isWanted: boolean }) {
    const Part = useWhenWanted(load, isWanted, (again) => {
      state.again = again;
    });
    return (
      <>
        <h1>About us</h1>
        {Part && <Part />}
      </>
    );
  }
  const { rerender } = render(<Page isWanted={false} />);
  const want = (isWanted: boolean) => act(async () => rerender(<Page isWanted={isWanted} />));
  return { state, want };
}
const isShown = () => screen.queryByText('Offline') !== null;

it('is fetched once, when it is first wanted, and shown as long as it is', async () => {
  const { state, want } = open(0);
  expect(state.asked).toBe(0);
  await want(true);
  expect(isShown()).toBe(true);
  await want(false);
  expect(isShown()).toBe(false);
  await want(true);
  expect([isShown(), state.asked]).toEqual([true, 1]);
});

it('leaves the page as it is when it does not come, and comes at another try', async () => {
  const { state, want } = open(2);
  await want(true);
  expect(screen.getByRole('heading')).toBeTruthy();
  await act(async () => state.again());
  expect(isShown()).toBe(false);
  await act(async () => state.again());
  expect(isShown()).toBe(true);
});

it('is tried again by who wants it once more', async () => {
  const { want } = open(1);
  await want(true);
  await want(false);
  await want(true);
  expect(isShown()).toBe(true);
});
