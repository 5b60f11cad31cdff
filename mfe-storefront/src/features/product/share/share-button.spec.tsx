import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { toasts } from '@shop/mfe-kit';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import ShareButton from './share-button.tsx';

const RING = { name: 'Meera Ring', path: '/product/group/AR-1001?variant=1', image: '/api/v1/images/a.webp' };
const URL_OF_RING = 'http://localhost/product/group/AR-1001?variant=1';

const offer = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value });

beforeEach(() => {
  toasts.set([]);
  offer('share', undefined);
  offer('clipboard', undefined);
});
afterEach(cleanup);

const open = async () => {
  render(<ShareButton {...RING} />);
  const button = screen.getByRole('button', { name: 'Share Meera Ring' });
  fireEvent.click(button);
  return button;
};

it('shares by what the device offers', async () => {
  const share = jest.fn(async (_: ShareData) => {});
  offer('share', share);
  await open();
  await waitFor(() => expect(share).toHaveBeenCalledWith({ title: 'Meera Ring', url: URL_OF_RING }));
  expect(screen.queryByRole('list')).toBeNull();
});

it('opens no menu for who changed their mind', async () => {
  const share = jest.fn(async () => Promise.reject(new DOMException('', 'AbortError')));
  offer('share', share);
  await open();
  await waitFor(() => expect(share).toHaveBeenCalled());
  expect(screen.queryByRole('list')).toBeNull();
});

describe('where the device offers nothing, a menu', () => {
  it('copies the link', async () => {
    const writeText = jest.fn(async (_: string) => {});
    offer('clipboard', { writeText });
    const button = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(toasts.get().map(({ message }) => message)).toEqual(['Link copied']));
    expect(writeText).toHaveBeenCalledWith(URL_OF_RING);
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('leads to other services with the link in their addresses', async () => {
    await open();
    const href = async (name: string) => (await screen.findByRole<HTMLAnchorElement>('link', { name })).href;
    expect(await href('WhatsApp')).toBe(`https://wa.me/?text=${encodeURIComponent(`Meera Ring ${URL_OF_RING}`)}`);
    expect(await href('E-mail')).toBe(`mailto:?subject=Meera%20Ring&body=${encodeURIComponent(URL_OF_RING)}`);
    expect(await href('Pinterest')).toContain(`url=${encodeURIComponent(URL_OF_RING)}`);
  });

  it('closes with Escape, and the focus is on the button again', async () => {
    const button = await open();
    await screen.findByRole('link', { name: 'WhatsApp' });
    fireEvent.keyDown(document, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
    expect(document.activeElement).toBe(button);
  });
});
