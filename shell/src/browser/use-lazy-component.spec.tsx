import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { useLazyComponent } from './use-lazy-component.ts';

afterEach(cleanup);

const Toaster = () => <p>Offline</p>;

/** A page whose first `failures` loads fail. */
function open(failures: number) {
  const state = { loads: 0, retry: () => {} };
  const load = (): Promise<{ default: ComponentType }> =>
    state.loads++ < failures ? Promise.reject(new Error('Failed to fetch')) : Promise.resolve({ default: Toaster });
  function Page({ isNeeded }: { isNeeded: boolean }) {
    const Part = useLazyComponent(load, isNeeded, (retry) => {
      state.retry = retry;
    });
    return (
      <>
        <h1>About us</h1>
        {Part && <Part />}
      </>
    );
  }
  const { rerender } = render(<Page isNeeded={false} />);
  const setNeeded = (isNeeded: boolean) => act(async () => rerender(<Page isNeeded={isNeeded} />));
  return { state, setNeeded };
}
const isShown = () => screen.queryByText('Offline') !== null;

it('is fetched once, when it is first wanted, and shown as long as it is', async () => {
  const { state, setNeeded } = open(0);
  expect(state.loads).toBe(0);
  await setNeeded(true);
  expect(isShown()).toBe(true);
  await setNeeded(false);
  expect(isShown()).toBe(false);
  await setNeeded(true);
  expect([isShown(), state.loads]).toEqual([true, 1]);
});

it('leaves the page as it is when it does not come, and comes at another try', async () => {
  const { state, setNeeded } = open(2);
  await setNeeded(true);
  expect(screen.getByRole('heading')).toBeTruthy();
  await act(async () => state.retry());
  expect(isShown()).toBe(false);
  await act(async () => state.retry());
  expect(isShown()).toBe(true);
});

it('is tried again by who wants it once more', async () => {
  const { setNeeded } = open(1);
  await setNeeded(true);
  await setNeeded(false);
  await setNeeded(true);
  expect(isShown()).toBe(true);
});
