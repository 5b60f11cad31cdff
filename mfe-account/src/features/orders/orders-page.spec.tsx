import { afterEach, describe, expect, it } from '@jest/globals';
import { emit } from '@shop/mfe-kit';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { setUpAccount, comeBack, press, problem } from '../../testing/account-harness.tsx';
import { anItem, anOrder } from '../../testing/fixtures.ts';
import { OrdersPage, prefetch } from './orders-page.tsx';

const LIST = 'GET /orders/my-orders?page=1&limit=10';
const orders = (count: number) => Array.from({ length: count }, (_, i) => anOrder({ _id: `${i}`.padStart(24, 'a') }));

// Real page, query and API client; only the gateway is stubbed.
describe('My Orders', () => {
  afterEach(cleanup);
  const opened = (answer: Parameters<typeof setUpAccount>[0][string], at = '/user/orders') => {
    const shop = setUpAccount({ [LIST]: answer });
    shop.open(<OrdersPage />, { at });
    return shop;
  };

  it('shows three places for cards while it loads', () => {
    opened('never');
    const loading = screen.getByText('Loading your orders…').parentElement!;
    expect(loading.querySelectorAll('span[aria-hidden="true"]')).toHaveLength(3);
  });

  it('says that there are none, with the way to the shop', async () => {
    opened({ body: { orders: [], totalCount: 0 } });
    expect(await screen.findByText('No orders yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the shop' }).getAttribute('href')).toBe('/shop');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('says what failed, else Failed, and tries again', async () => {
    const shop = opened(problem(503, 'service.unavailable', 'Please try again in a moment'));
    expect((await screen.findByRole('alert')).textContent).toContain('Please try again in a moment');
    shop.answers[LIST] = problem(500, 'unexpected.error', '');
    press('Try again');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Failed'));
    shop.answers[LIST] = { body: { orders: orders(1), totalCount: 1 } };
    press('Try again');
    expect(await screen.findByRole('link', { name: /^Order #/ })).toBeTruthy();
  });

  it('has a card for each, with what matters of it, that opens it', async () => {
    const items = Array.from({ length: 6 }, () => anItem({ quantity: 2 }));
    const order = anOrder({ items, currency: 'USD', symbol: '$', totalAmount: 1_234.5, status: 'Shipped' });
    opened({ body: { orders: [order], totalCount: 1 } });
    const link = await screen.findByRole('link', { name: 'Order #ABC123' });
    expect(link.getAttribute('href')).toBe(`/user/order/${order._id}`);
    expect(screen.getByText('12 items')).toBeTruthy();
    expect(screen.getByText('$1,234.50')).toBeTruthy();
    expect(screen.getByText('Shipped')).toBeTruthy();
    expect(document.querySelectorAll('time')[0]?.getAttribute('datetime')).toBe(order.createdAt);
    const pictures = [...document.querySelectorAll('article img')];
    expect(pictures).toHaveLength(4);
    expect(pictures[0]?.getAttribute('src')).toBe('/api/v1/images/demo/ring.svg?w=160');
    expect(screen.getByText('+2 more')).toBeTruthy();
  });

  it('has no more to count with four pieces', async () => {
    opened({ body: { orders: [anOrder({ items: Array.from({ length: 4 }, () => anItem()) })], totalCount: 1 } });
    await screen.findByRole('link', { name: 'Order #ABC123' });
    expect(screen.queryByText(/more/)).toBeNull();
  });

  it('has pages, each with an address of its own', async () => {
    opened({ body: { orders: orders(10), totalCount: 21 } });
    const last = await screen.findByRole('link', { name: 'Page 3' });
    expect(last.getAttribute('href')).toBe('/user/orders?page=3');
    cleanup();
    const second = setUpAccount({
      'GET /orders/my-orders?page=2&limit=10': { body: { orders: orders(10), totalCount: 21 } },
    });
    second.open(<OrdersPage />, { at: '/user/orders?page=2' });
    expect((await screen.findByRole('link', { name: 'Prev' })).getAttribute('href')).toBe('/user/orders');
  });

  it('is asked for again when an order changed, and when its buyer comes back to the tab', async () => {
    const shop = opened({ body: { orders: [anOrder()], totalCount: 1 } });
    await screen.findByText('Processing');
    shop.answers[LIST] = { body: { orders: [anOrder({ status: 'Shipped' })], totalCount: 1 } };
    act(() => emit('account:order-changed', { orderId: anOrder()._id }));
    expect(await screen.findByText('Shipped')).toBeTruthy();
    shop.answers[LIST] = { body: { orders: [anOrder({ status: 'Delivered' })], totalCount: 1 } };
    comeBack();
    expect(await screen.findByText('Delivered')).toBeTruthy();
  });

  it('is known to no search engine, and its orders are on their way with its code', async () => {
    const shop = setUpAccount({ [LIST]: { body: { orders: [], totalCount: 0 } } });
    const url = new URL('http://shop/user/orders');
    const result = await prefetch(shop.queryClient, { params: {}, url, signal: new AbortController().signal });
    expect(result.head).toEqual({ title: 'My Orders', noindex: true });
    expect(shop.asked.map(({ call }) => call)).toEqual([LIST]);
  });
});
