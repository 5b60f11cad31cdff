import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { useLocation } from '@shop/mfe-kit';
import { act, cleanup, render, screen } from '@testing-library/react';
import { BrowserRouter, replaceLocation } from './router.tsx';

const Address = () => <p>{useLocation().pathname + useLocation().hash}</p>;
let reloads: jest.SpiedFunction<typeof console.error>;

beforeEach(() => {
  // jsdom cannot reload and logs an error instead.
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
/** Like a click on `<a href="#reviews">`. */
const goToAnchor = () =>
  act(async () => {
    window.history.pushState(null, '', '#reviews');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

it('follows the address, also to another part of the page', async () => {
  open(true);
  await goToAnchor();
  expect(screen.getByText('/#reviews')).toBeTruthy();
  await act(async () => replaceLocation('/about'));
  expect(screen.getByText('/about')).toBeTruthy();
  expect(reloads).not.toHaveBeenCalled();
});

it('lets the browser load another page while HTML of the server waits for its code', async () => {
  open(false);
  await act(async () => replaceLocation('/about'));
  expect(reloads).toHaveBeenCalledTimes(1);
});

it('loads nothing anew for another part of the page, where the browser is by itself', async () => {
  open(false);
  await goToAnchor();
  expect(reloads).not.toHaveBeenCalled();
});
