import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { CurrencyContext, formatMoney, useCurrency, type CurrencyState } from './currency.ts';
import { closeOverlays, openOverlay, overlays } from './overlay.ts';
import { breadcrumbs } from './page.ts';
import { createStore, useStore } from './store.ts';
import { toast, toasts } from './toast.ts';

afterEach(cleanup);
beforeEach(() => toasts.set([]));

describe('a store', () => {
  const store = createStore('server');
  const Follower = () => <p>{useStore(store)}</p>;

  it('is followed, and read as it is by what comes later', async () => {
    const { unmount } = render(<Follower />);
    await act(async () => store.set('browser'));
    expect(screen.getByText('browser')).toBeTruthy();
    unmount();
    render(<Follower />);
    expect(screen.getByText('browser')).toBeTruthy();
  });

  it('shows the server what it was made with', () => {
    expect(renderToString(<Follower />)).toBe('<p>server</p>');
  });
});

describe('prices', () => {
  const Price = ({ rupees }: { rupees: number }) => <p>{useCurrency().format(rupees)}</p>;
  const shown = (state: CurrencyState, rupees: number) => {
    const value = { state: createStore(state), choose: () => Promise.resolve() };
    return renderToString(
      <CurrencyContext value={value}>
        <Price rupees={rupees} />
      </CurrencyContext>,
    );
  };

  it('are rupees with Indian grouping and two decimals at home', () => {
    expect(shown({ country: 'IN', code: 'INR', rate: null }, 123456.5)).toBe('<p>₹1,23,456.50</p>');
  });

  it('are converted and rounded to the smallest unit of the currency', () => {
    const at = '2026-01-01T00:00:00.000Z';
    expect(shown({ country: 'US', code: 'USD', rate: { perRupee: 0.012, at } }, 1000.4)).toBe('<p>$12.00</p>');
    expect(shown({ country: 'JP', code: 'JPY', rate: { perRupee: 1.7777, at } }, 100)).toBe('<p>¥178</p>');
  });

  it('are never an unconverted number under a foreign sign', () => {
    expect(shown({ country: 'GB', code: 'GBP', rate: null }, 500)).toBe('<p>₹500.00</p>');
  });

  it('carry the sign of their own currency', () => {
    expect(['GBP', 'EUR', 'AUD', 'CAD'].map((code) => formatMoney(1, code as 'GBP'))).toEqual([
      '£1.00',
      '€1.00',
      '$1.00',
      '$1.00',
    ]);
  });
});

describe('toasts', () => {
  it('follow a promise in one place, and hand its outcome on', async () => {
    const texts = { loading: 'Sending OTP…', success: 'OTP sent!', error: () => 'Failed to send OTP' };
    let settle!: { resolve(value: number): void; reject(error: Error): void };
    const work = () => new Promise<number>((resolve, reject) => (settle = { resolve, reject }));
    const sent = toast.promise(work(), texts);
    expect(toasts.get().map(({ message }) => message)).toEqual(['Sending OTP…']);
    settle.resolve(1);
    expect(await sent).toBe(1);
    expect(toasts.get().map(({ kind, message }) => [kind, message])).toEqual([['success', 'OTP sent!']]);
    const failed = toast.promise(work(), texts);
    settle.reject(new Error('refused'));
    await expect(failed).rejects.toThrow('refused');
    expect(toasts.get().at(-1)).toMatchObject({ kind: 'error', message: 'Failed to send OTP' });
  });

  it('stand there once where the same is said again, as the newest, and wait for each of their promises', () => {
    const first = toast.success('Product updated');
    toast.error('Product updated');
    const again = toast.success('Product updated');
    void toast.promise(new Promise(() => {}), { loading: 'Saving…', success: 'Saved', error: 'Not saved' });
    void toast.promise(new Promise(() => {}), { loading: 'Saving…', success: 'Saved', error: 'Not saved' });
    expect(again).not.toBe(first);
    expect(toasts.get().map(({ kind, message }) => [kind, message])).toEqual([
      ['error', 'Product updated'],
      ['success', 'Product updated'],
      ['loading', 'Saving…'],
      ['loading', 'Saving…'],
    ]);
  });
});

describe('overlays', () => {
  it('lie on a stack and answer what they were closed with', async () => {
    const first = openOverlay('storefront/search', {});
    const second = openOverlay('account/sign-in', {});
    expect(overlays.get().map(({ id }) => id)).toEqual(['storefront/search', 'account/sign-in']);
    overlays.get()[1]!.settle(true);
    expect(await second).toBe(true);
    closeOverlays();
    expect(await first).toBeUndefined();
    expect(overlays.get()).toEqual([]);
  });
});

describe('structured data', () => {
  it('names the way to a page with whole addresses', () => {
    const { itemListElement } = breadcrumbs('https://shop.example', [
      { name: 'Home', path: '/' },
      { name: 'Rings', path: '/product/ring' },
    ]);
    expect(itemListElement[1]).toEqual({
      '@type': 'ListItem',
      position: 2,
      name: 'Rings',
      item: 'https://shop.example/product/ring',
    });
  });
});
