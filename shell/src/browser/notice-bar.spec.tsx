import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { NoticeBar } from './notice-bar.tsx';
import { notices } from './notices.ts';
import { noteReadOnly, readOnlyUntil } from './read-only.ts';

afterEach(async () => {
  await act(async () => {
    readOnlyUntil.set(null);
    notices.set([]);
  });
  cleanup();
});

const answer = (until?: string) => new Response('', { headers: until ? { 'shop-read-only': until } : {} });
const status = () => screen.queryByRole('status')?.textContent;

it('says until when the shop is read-only, as long as answers say so', async () => {
  render(<NoticeBar />);
  expect(status()).toBeUndefined();
  const until = new Date(Date.now() + 3_600_000);
  await act(async () => noteReadOnly(answer(until.toISOString())));
  const time = until.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  expect(status()).toContain(`until about ${time}`);
  await act(async () => noteReadOnly(answer()));
  expect(status()).toBeUndefined();
});

it('names no time that has passed', async () => {
  render(<NoticeBar />);
  await act(async () => noteReadOnly(answer('2020-01-01T00:00:00.000Z')));
  expect(status()).toMatch(/for some minutes/);
});

it('stands above what cannot be used', async () => {
  render(<NoticeBar />);
  await act(async () => {
    noteReadOnly(answer('2020-01-01T00:00:00.000Z'));
    notices.set([{ id: 'checkout/cart-button', retry: () => {} }]);
  });
  expect(status()).toMatch(/looking after/);
  expect(screen.getByRole('alert').textContent).toMatch(/Not available right now/);
});
