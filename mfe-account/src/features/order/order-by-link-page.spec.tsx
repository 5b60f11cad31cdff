import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { press, problem, setUpAccount } from '../../testing/account-harness.tsx';
import { anOrder } from '../../testing/fixtures.ts';
import { OrderByLinkPage } from './order-by-link-page.tsx';

const CALL = 'GET /order/link/a.b.c';
const { userId: _, paymentInfo, ...shown } = anOrder();
const { provider, status } = paymentInfo;
const refund = {
  ...{ refundId: 'r1', amount: 10, state: 'completed' as const, reason: 'Other', requestedAt: shown.createdAt },
  creditNote: { number: 'CN/26-27/000007', issuedAt: shown.createdAt },
};
const order = {
  ...{ ...shown, paymentInfo: { provider, status }, refunds: [refund] },
  invoice: { number: 'INV/26-27/000042', issuedAt: shown.createdAt },
};

// Real page, query and API client; only the gateway is stubbed.
describe('an order that a mail links to', () => {
  afterEach(cleanup);

  const opened = (answer: Parameters<typeof setUpAccount>[0][string]) => {
    const shop = setUpAccount({ [CALL]: answer });
    shop.open(<OrderByLinkPage />, { at: '/order/link/a.b.c', path: '/order/link/:link' });
    return shop;
  };

  it('is shown with its papers by the same link, and cannot be cancelled by it', async () => {
    opened({ body: { order } });
    expect(await screen.findByRole('heading', { name: 'Order #ABC123' })).toBeTruthy();
    const papers = screen.getAllByRole('link', { name: /^(Invoice|Credit note)/ });
    expect(papers.map((link) => link.getAttribute('href'))).toEqual([
      '/api/v1/order/link/a.b.c/invoice',
      '/api/v1/order/link/a.b.c/invoice',
      '/api/v1/order/link/a.b.c/credit-note/r1',
    ]);
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
    expect(screen.queryByText('Payment ID')).toBeNull();
    expect(screen.getByText(/you can cancel it in your account/)).toBeTruthy();
  });

  it('says who pays duties abroad', async () => {
    opened({ body: { order: { ...order, dutiesNote: 'The courier charges duties to the receiver.' } } });
    expect(await screen.findByText('The courier charges duties to the receiver.')).toBeTruthy();
  });

  it('says that the link is over, and where another one is', async () => {
    opened(problem(404, 'order.link-invalid', 'This link does not work any more'));
    expect(await screen.findByText('This link does not work any more')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Track an order' }).getAttribute('href')).toBe('/order/find');
  });

  it('says that it loads, and what went wrong, with another try', async () => {
    opened('never');
    expect(screen.getByText('Loading order…')).toBeTruthy();
    cleanup();
    const { answers } = opened(problem(503, 'service.unavailable', 'Not right now'));
    expect((await screen.findByRole('alert')).textContent).toContain('Not right now');
    answers[CALL] = { body: { order } };
    press('Try again');
    expect(await screen.findByRole('heading', { name: 'Order #ABC123' })).toBeTruthy();
  });
});
