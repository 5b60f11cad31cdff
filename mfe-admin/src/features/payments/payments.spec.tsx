import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Attention } from '../../api/payments.ts';
import { openScreen, press, problem, type } from '../../testing/open-screen.tsx';
import { PaymentsPage, prefetch } from './payments-page.tsx';

afterEach(cleanup);

const payments = { Page: PaymentsPage, prefetch, path: '/admin/payments' };
const LIST = 'GET /admin/payments/attention';
const entry = (changes: Partial<Attention> = {}): Attention => ({
  _id: 'f'.repeat(24),
  provider: 'razorpay',
  reason: 'wrong-amount',
  message: 'Captured ₹1.00 of ₹2,060.00',
  checkoutId: '6b01c5734d9f13a5da2d662a',
  providerOrderId: 'order_1',
  providerPaymentId: 'pay_1',
  amount: 100,
  currency: 'INR',
  createdAt: '2026-11-20T10:00:00.000Z',
  resolvedAt: null,
  ...changes,
});

describe('payments that need attention', () => {
  it('say what is wrong, with how much money, and lead to the order', async () => {
    const yen = entry({ _id: 'e'.repeat(24), amount: 1200, currency: 'JPY', provider: 'paypal', checkoutId: null });
    await openScreen(payments, '/admin/payments', { [LIST]: { body: { attention: [entry(), yen], totalCount: 2 } } });
    const [, first, second] = screen.getAllByRole('row');
    for (const text of ['Wrong amount', 'Captured ₹1.00 of ₹2,060.00', '₹1.00', 'pay_1', 'order_1']) {
      expect(first!.textContent).toContain(text);
    }
    expect(within(first!).getByRole('link').getAttribute('href')).toBe('/admin/order/6b01c5734d9f13a5da2d662a');
    expect(second!.textContent).toContain('¥1,200');
  });

  it('are taken by one of the staff, who can give them back; whoever comes second is told', async () => {
    const at = '2026-11-20T10:00:00.000Z';
    const mine = entry({ taker: { userId: 'a'.repeat(24), name: 'Mira', at } });
    const others = entry({ _id: 'e'.repeat(24), taker: { userId: 'b'.repeat(24), name: 'Ravi', at } });
    const answers: Parameters<typeof openScreen>[2] = {
      [LIST]: { body: { attention: [entry()], totalCount: 1 } },
      [`PUT /admin/payments/attention/${'f'.repeat(24)}/taker`]: problem(
        409,
        'attention.taken',
        'Ravi works on it already',
      ),
    };
    const { sent } = await openScreen(payments, '/admin/payments', answers);
    answers[LIST] = { body: { attention: [mine, others], totalCount: 2 } };
    await press(/^Take /);
    const row = async (text: string) => (await screen.findByText(text)).closest('tr')!;
    expect(within(await row('Ravi')).queryByRole('button', { name: /^(Take|Give back) Captured/ })).toBeNull();
    await act(async () => fireEvent.click(within(await row('You')).getByRole('button', { name: /^Give back / })));
    expect(sent().map(([, , body]) => body)).toEqual([{ isMine: true }, { isMine: false }]);
  });

  it('leave the list with a note', async () => {
    const answers = {
      [LIST]: { body: { attention: [entry()], totalCount: 1 } },
      [`PUT /admin/payments/attention/${'f'.repeat(24)}`]: { body: { attention: entry() } },
    };
    const { sent } = await openScreen(payments, '/admin/payments', answers);
    await press('Resolve…');
    await press('Resolve');
    expect(await screen.findByText('Say what was done')).toBeTruthy();
    type('Note', ' Paid back by hand ');
    answers[LIST] = { body: { attention: [], totalCount: 0 } };
    await press('Resolve');
    expect(await screen.findByText('Nothing needs attention')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([['PUT', `/admin/payments/attention/${'f'.repeat(24)}`, { note: 'Paid back by hand' }]]);
  });

  it('stay when the note could not be kept, with what was written', async () => {
    const { toasts } = await openScreen(payments, '/admin/payments', {
      [LIST]: { body: { attention: [entry()], totalCount: 1 } },
      [`PUT /admin/payments/attention/${'f'.repeat(24)}`]: problem(
        404,
        'payment.not-found',
        'There is no such payment',
      ),
    });
    await press('Resolve…');
    type('Note', 'Called the bank');
    await press('Resolve');
    await waitFor(() => expect(toasts()).toEqual(['There is no such payment']));
    expect(screen.getByLabelText('Note')).toMatchObject({ value: 'Called the bank' });
  });

  it('are not all settled when the last one of a later page is', async () => {
    await openScreen(payments, '/admin/payments?page=2', { [LIST]: { body: { attention: [], totalCount: 20 } } });
    expect(screen.queryByText('Nothing needs attention')).toBeNull();
    expect(screen.getByRole('link', { name: 'To the first page' }).getAttribute('href')).toBe('/admin/payments');
  });

  it('that are resolved have an address of their own', async () => {
    const { asked } = await openScreen(payments, '/admin/payments', {
      [LIST]: { body: { attention: [], totalCount: 0 } },
    });
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Resolved' })));
    expect(await screen.findByText('Nothing was resolved yet')).toBeTruthy();
    expect(asked.map(({ path }) => path)).toEqual([
      '/admin/payments/attention?page=1&limit=20&resolved=no',
      '/admin/payments/attention?page=1&limit=20&resolved=yes',
    ]);
  });
});
