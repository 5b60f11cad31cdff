import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { useLocation } from '@shop/mfe-kit';
import { act, cleanup, render, screen } from '@testing-library/react';
import { BrowserRouter, goInstead } from './router.tsx';

const Address = () => <p>{useLocation().pathname + useLocation().hash}</p>;
let reloads: jest.SpiedFunction<typeof console.error>;

beforeEach(() => {
  // What jsdom cannot do is told on the console.
  reloads = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
  reloads.mockRestore();
});

const open = (mayRender: boolean) =>
  render(
    <BrowserRouter mayRender={() => mayRender}>
      <Address />
    </BrowserRouter>,
  );
/** As the browser does for `<a href="#reviews">`. */
const followToPart = () =>
  act(async () => {
    window.history.pushState(null, '', '#reviews');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

it('follows the address, also to another part of the page', async () => {
  open(true);
  await followToPart();
  expect(screen.getByText('/#reviews')).toBeTruthy();
  await act(async () => goInstead('/about'));
  expect(screen.getByText('/about')).toBeTruthy();
  expect(reloads).not.toHaveBeenCalled();
});

it('lets the browser load another page while HTML of the server waits for its code', async () => {
  open(false);
  await act(async () => goInstead('/about'));
  expect(reloads).toHaveBeenCalledTimes(1);
});

it('loads nothing anew for another part of the page, where the browser is by itself', async () => {
  open(false);
  await followToPart();
  expect(reloads).not.toHaveBeenCalled();
});
