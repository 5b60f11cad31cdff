import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { anOrder } from '../../testing/orders.ts';
import { openScreen, press, problem } from '../../testing/open-screen.tsx';
import { aStockSummary, salesFrom } from '../../testing/sales.ts';
import { DashboardPage, prefetch } from './dashboard-page.tsx';

afterEach(cleanup);

const dashboard = { Page: DashboardPage, prefetch, path: '/admin/dashboard' };
const ANSWERS = {
  'GET /admin/orders/summary': {
    body: {
      byStatus: { Processing: 3, Shipped: 2, Delivered: 9, Cancelled: 1 },
      lastThirtyDays: { orders: 14, total: 82_132.2 },
      oldestProcessing: { _id: 'e'.repeat(24), createdAt: '2026-11-18T10:00:00.000Z' },
    },
  },
  'GET /admin/orders/sales': { body: salesFrom('2026-11-19', [1, 0, 2, 0, 0, 1, 3]) },
  'GET /admin/products/stock': { body: aStockSummary() },
  'GET /admin/orders': { body: { orders: [anOrder()], totalCount: 15 } },
  'GET /admin/payments/attention': { body: { attention: [], totalCount: 4 } },
  'GET /admin/products/attention': { body: { attention: [], totalCount: 7 } },
  'GET /admin/products': {
    body: {
      products: [
        { _id: 'c'.repeat(24), name: 'Meera Ring', metalTone: 'Rose Gold', productGroup: 'AR-1001', stock: 1, held: 2 },
      ],
      totalCount: 1,
    },
  },
};

describe('the dashboard', () => {
  it('shows what the services count, each leading to what it counts', async () => {
    const { result } = await openScreen(dashboard, '/admin/dashboard', ANSWERS);
    expect(result).toMatchObject({ head: { noindex: true } });
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('Payments need attention 4')).toBe('/admin/payments');
    expect(href('Products need attention 7')).toBe('/admin/products?attention=yes');
    expect(href('Processing 3 oldest of 18 Nov 2026')).toBe('/admin/orders?status=Processing');
    expect(href('Delivered 9')).toBe('/admin/orders?status=Delivered');
    expect(href('#2D662A')).toBe(`/admin/order/${anOrder()._id}`);
    expect(href('Meera Ring, Rose Gold')).toBe(`/admin/product/${'c'.repeat(24)}`);
  });

  it('keeps what works when a service is away', async () => {
    await openScreen(dashboard, '/admin/dashboard', {
      ...ANSWERS,
      'GET /admin/orders': problem(503, 'service.unavailable', 'Away'),
      'GET /admin/payments/attention': problem(503, 'service.unavailable', 'Not now'),
    });
    expect(screen.getByRole('alert').textContent).toContain('The orders could not be loaded');
    expect(screen.getByRole('link', { name: 'Payments need attention Not now' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Meera Ring, Rose Gold' })).toBeTruthy();
  });

  it('is where /admin leads', async () => {
    expect(
      await prefetch(undefined as never, {
        params: {},
        url: new URL('http://shop/admin'),
        signal: AbortSignal.abort(),
      }),
    ).toMatchObject({ status: 302, redirect: '/admin/dashboard' });
  });
});

describe('the frame of staff screens', () => {
  it('marks the screen that is open, and leads to the shop and out', async () => {
    await openScreen(dashboard, '/admin/dashboard', ANSWERS);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Dashboard');
    expect(screen.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: 'Sign out' }).getAttribute('href')).toBe('/admin/logout');
    expect(screen.getByText('Mira')).toBeTruthy();
  });

  it('opens its menu by the button and closes it by Escape', async () => {
    await openScreen(dashboard, '/admin/dashboard', ANSWERS);
    const button = screen.getByRole('button', { name: 'Menu' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await press('Menu');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(button, { key: 'Escape' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });
});
