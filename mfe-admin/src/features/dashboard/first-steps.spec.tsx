import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { SCREENS } from '../../components/screens.ts';
import { openScreen, problem } from '../../testing/open-screen.tsx';
import { aStockSummary, salesFrom } from '../../testing/sales.ts';
import { DashboardPage, prefetch } from './dashboard-page.tsx';
import { FIRST_STEPS } from './first-steps.rules.ts';

afterEach(cleanup);

const dashboard = { Page: DashboardPage, prefetch, path: '/admin/dashboard' };
const summaryOf = (delivered: number) => ({
  body: {
    byStatus: { Processing: 0, Shipped: 0, Delivered: delivered, Cancelled: 0 },
    lastThirtyDays: { orders: 0, total: 0 },
    oldestProcessing: null,
  },
});
/** A shop as it is installed. */
const NEW_SHOP = {
  'GET /admin/orders/summary': summaryOf(0),
  'GET /admin/orders/sales': { body: salesFrom('2026-11-19', [0, 0, 0, 0, 0, 0, 0]) },
  'GET /admin/products/stock': { body: aStockSummary() },
  'GET /admin/orders': { body: { orders: [], totalCount: 0 } },
  'GET /admin/payments/attention': { body: { attention: [], totalCount: 0 } },
  'GET /admin/products/attention': { body: { attention: [], totalCount: 0 } },
  'GET /admin/products': { body: { products: [], totalCount: 0 } },
  'GET /brand': { body: { brand: { name: 'Jewellery shop', untouched: true } } },
  'GET /charges': { body: { data: { gstRate: 0.03, untouched: true } } },
  'GET /categories': { body: { categories: [] } },
  'GET /materials': { body: { materials: [] } },
  'GET /metal-purities': { body: { data: [] } },
  'GET /metal-tones': { body: { data: [] } },
  'GET /payment/methods': { body: { methods: [{ provider: 'paypal', currencies: ['USD'] }] } },
  'GET /admin/pages': { body: { pages: [{ slug: 'shipping-policy', isOfShop: true }] } },
  'GET /admin/couriers': { body: { couriers: [] } },
  'GET /admin/people': { body: { people: [{ _id: 'a'.repeat(24), name: 'Mira' }] } },
  'GET /admin/people/invitations': { body: { invitations: [] } },
};
/** The same shop once it has all that it cannot sell without. */
const SET_UP = {
  ...NEW_SHOP,
  'GET /brand': {
    body: {
      brand: { name: 'Meher Jewels', seller: { name: 'Meher Jewels Pvt Ltd' }, grievanceOfficer: { name: 'Mira' } },
    },
  },
  'GET /charges': { body: { data: { gstRate: 0.03 } } },
  'GET /categories': { body: { categories: [{ main: 'ring' }] } },
  'GET /materials': { body: { materials: [{ tag: 'silver' }] } },
  'GET /metal-purities': { body: { data: [{ name: '925' }] } },
  'GET /metal-tones': { body: { data: [{ name: 'Silver' }] } },
  'GET /payment/methods': { body: { methods: [{ provider: 'razorpay', currencies: ['INR'] }] } },
  'GET /admin/products': { body: { products: [], totalCount: 1 } },
  'GET /admin/pages': {
    body: { pages: [{ slug: 'shipping-policy', isOfShop: true, updatedAt: '2026-11-19T08:00:00.000Z' }] },
  },
};
const list = async () => within(await screen.findByRole('region', { name: 'Open your shop' }));
const done = async () => (await list()).queryAllByText(': done').map((word) => word.parentElement!.textContent);

describe('the first steps of a shop', () => {
  it('lead from nothing to the first order, each to its screen, the next one by a button', async () => {
    await openScreen(dashboard, '/admin/dashboard', NEW_SHOP);
    const steps = await list();
    expect(steps.getByRole('status').textContent).toBe(`0 of ${FIRST_STEPS.length} done`);
    expect(steps.getByRole('link', { name: 'Next: Name the shop' }).getAttribute('href')).toBe('/admin/brand');
    expect(steps.getByRole('link', { name: 'Publish the first piece' }).getAttribute('href')).toBe(
      '/admin/product/new',
    );
    expect(steps.getAllByRole('listitem')).toHaveLength(FIRST_STEPS.length);
  });

  it('are done by what the shop has', async () => {
    await openScreen(dashboard, '/admin/dashboard', { ...SET_UP, 'GET /materials': NEW_SHOP['GET /materials'] });
    expect(await done()).toEqual(
      [
        'Name the shop',
        'Enter the seller',
        'Name a grievance officer',
        'Check tax and shipping',
        'Add a category',
        'Add a metal purity',
        'Add a metal tone',
        'Publish the first piece',
        'Switch on a way to pay',
        'Write the policies and pages',
      ].map((title) => `${title}: done`),
    );
    expect((await list()).getByRole('link', { name: 'Next: Add a material' })).toBeTruthy();
  });

  it('end with the first order; what can wait does not keep them', async () => {
    await openScreen(dashboard, '/admin/dashboard', SET_UP);
    expect((await list()).getByRole('link', { name: 'Next: Buy a piece yourself' })).toBeTruthy();
    cleanup();
    await openScreen(dashboard, '/admin/dashboard', { ...SET_UP, 'GET /admin/orders/summary': summaryOf(1) });
    expect(screen.getByRole('link', { name: 'Delivered 1' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Open your shop' })).toBeNull();
  });

  it('stay while something is missing that a shop with orders needs, and are not asked for of one that sells', async () => {
    const { seller: _, ...unsold } = SET_UP['GET /brand'].body.brand;
    const noSeller = { ...SET_UP, 'GET /brand': { body: { brand: unsold } } };
    await openScreen(dashboard, '/admin/dashboard', { ...noSeller, 'GET /admin/orders/summary': summaryOf(3) });
    expect((await list()).getByRole('link', { name: 'Next: Enter the seller' })).toBeTruthy();
    cleanup();
    const { asked } = await openScreen(dashboard, '/admin/dashboard', {
      ...NEW_SHOP,
      'GET /admin/orders/summary': summaryOf(400),
    });
    expect(await screen.findByRole('link', { name: 'Delivered 400' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Open your shop' })).toBeNull();
    expect(asked.map(({ path }) => path)).not.toContain('/charges');
  });

  it('leave a step open whose service is away, and show only those that one’s role allows', async () => {
    const away = problem(503, 'service.unavailable', 'Away');
    await openScreen(
      dashboard,
      '/admin/dashboard',
      { ...SET_UP, 'GET /charges': away },
      { permissions: ['orders.read', 'charges.change', 'views.use'] },
    );
    const steps = (await list()).getAllByRole('listitem').map((item) => item.querySelector('a')!.textContent);
    expect(steps).toEqual([
      'Check tax and shipping',
      'Add your courier',
      'Protect your account',
      'Buy a piece yourself',
    ]);
    expect(await done()).toEqual([]);
  });

  it('lead to screens of staff with the permission of the screen, or into the shop', () => {
    for (const { to, permission } of FIRST_STEPS.filter((step) => step.to.startsWith('/admin/'))) {
      const path = to.replace(/[?#].*/, '');
      const screen = SCREENS.find((one) => one.path === path || one.records?.some((place) => path.startsWith(place)));
      expect(screen).toBeDefined();
      expect(permission).toBeDefined();
    }
  });
});
