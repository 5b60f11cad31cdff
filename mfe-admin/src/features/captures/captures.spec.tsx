import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, problem, type } from '../../testing/open-screen.tsx';
import type { Capture, CaptureRefund } from './api/captures.ts';
import { CapturesPage, prefetch } from './captures-page.tsx';

afterEach(cleanup);

const captures = { Page: CapturesPage, prefetch, path: '/admin/payments/money' };
const LIST = 'GET /admin/captures';
const STAFF = 'f'.repeat(24);
const refund = (changes: Partial<CaptureRefund> = {}): CaptureRefund => ({
  refundId: 'refund-1',
  amount: 500,
  state: 'completed',
  code: 'damaged',
  causedBy: { who: 'staff', userId: STAFF },
  requestedAt: '2026-11-20T10:00:00.000Z',
  settledAt: '2026-11-22T10:00:00.000Z',
  ...changes,
});
const capture = (changes: Partial<Capture> = {}): Capture => ({
  _id: 'razorpay/pay_1',
  provider: 'razorpay',
  providerPaymentId: 'pay_1',
  amount: 2_060,
  currency: 'INR',
  capturedAt: '2026-11-19T10:00:00.000Z',
  userId: 'b'.repeat(24),
  checkoutId: '6b01c5734d9f13a5da2d662a',
  orderId: '6b01c5734d9f13a5da2d662a',
  refunds: [refund()],
  ...changes,
});
const NAMES = { 'GET /admin/audit': { body: { entries: [{ actorName: 'Kavi' }], totalCount: 9 } } };
const open = (list: Capture[], address = '/admin/payments/money') =>
  openScreen(captures, address, { [LIST]: { body: { captures: list, totalCount: list.length } }, ...NAMES });

describe('money that came back', () => {
  it('is listed with its payment, its order, the reason, and who of staff caused it', async () => {
    const { asked, result } = await open([capture()]);
    expect(result).toMatchObject({ head: { title: 'Money that came back · Staff', noindex: true } });
    const [, row] = screen.getAllByRole('row');
    await within(row!).findByText(/Kavi \(staff\)/);
    for (const text of ['Razorpay', 'pay_1', '₹2,060.00', '₹500.00', 'Came back', 'Damaged piece', '22 Nov 2026']) {
      expect(row!.textContent).toContain(text);
    }
    expect(within(row!).getByRole('link', { name: '#2D662A' }).getAttribute('href')).toBe(
      '/admin/order/6b01c5734d9f13a5da2d662a',
    );
    expect(asked.map(({ path }) => path)).toContain(`/admin/audit?actorId=${STAFF}&limit=1`);
  });

  it('says what became no order, and what the shop, the buyer or the provider caused', async () => {
    const once = capture({
      ...{ _id: 'paypal/2', providerPaymentId: '2', provider: 'paypal', currency: 'JPY', amount: 1200, orderId: null },
      refunds: [refund({ code: 'sold-out', state: 'requested', settledAt: null, causedBy: { who: 'shop' } })],
    });
    const twice = capture({
      refunds: [
        refund({ code: 'order-cancelled', causedBy: { who: 'buyer' } }),
        refund({ refundId: 'r2', code: 'provider', state: 'failed', causedBy: { who: 'provider' } }),
      ],
    });
    const { asked } = await open([once, twice]);
    const [, first, second] = screen.getAllByRole('row');
    for (const text of ['No order', '¥1,200', 'On its way', 'Sold before the payment came, by the shop itself']) {
      expect(first!.textContent).toContain(text);
    }
    expect(first!.textContent).not.toContain('settled');
    for (const text of ['Order cancelled, by the buyer', 'Failed', 'by the payment provider']) {
      expect(second!.textContent).toContain(text);
    }
    expect(asked.some(({ path }) => path.startsWith('/admin/audit'))).toBe(false);
  });

  it('stays readable where the name cannot be found', async () => {
    await openScreen(captures, '/admin/payments/money', {
      [LIST]: { body: { captures: [capture()], totalCount: 1 } },
      'GET /admin/audit': { body: { entries: [], totalCount: 0 } },
    });
    expect(screen.getByText(/Damaged piece, by/).textContent).toBe('Damaged piece, by staff');
  });

  it('is found by view, reason and words, each with an address', async () => {
    const { asked, at } = await open([]);
    expect(screen.getByText('No money came back')).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'On its way' })));
    type('Reason', 'sold-out');
    await waitFor(() => expect(at()).toBe('/admin/payments/money?show=on-its-way&code=sold-out'));
    type('Payment at the provider, order or account', ' pay_1 ');
    await act(async () => fireEvent.submit(screen.getByRole('search')));
    expect(at()).toBe('/admin/payments/money?show=on-its-way&code=sold-out&q=pay_1');
    await screen.findByText('No such capture');
    await waitFor(() =>
      expect(asked.at(-1)!.path).toBe('/admin/captures?page=1&limit=25&show=on-its-way&code=sold-out&q=pay_1'),
    );
  });

  it('of all captures shows also those of which nothing went back', async () => {
    await open([capture({ refunds: [] })], '/admin/payments/money?show=all&code=no-such');
    expect(screen.getByRole('link', { current: 'page', name: 'All captures' })).toBeTruthy();
    expect(screen.getAllByRole('row')[1]!.textContent).toContain('Nothing');
  });

  it('says why it could not be loaded', async () => {
    await openScreen(captures, '/admin/payments/money', { [LIST]: problem(503, 'service.unavailable', 'Away') });
    expect(screen.getByRole('alert').textContent).toContain('The captures could not be loaded');
  });
});
