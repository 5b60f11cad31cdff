import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { openScreen, press } from '../../testing/open-screen.tsx';
import type { Mail } from '../../api/mails.ts';
import { MailsPage, prefetch } from './mails-page.tsx';

afterEach(cleanup);

const mail: Mail = {
  _id: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f',
  kind: 'order-created' as Mail['kind'],
  orderId: '6b01c5734d9f13a5da2d662a',
  userId: 'b'.repeat(24),
  to: 'asha@example.com',
  state: 'dead',
  attempts: 8,
  problem: '550 no such mailbox',
  occurredAt: '2026-11-20T10:00:00.000Z',
  sentAt: null,
};

it('a mail that was given up says why, and is sent again', async () => {
  const answers: Parameters<typeof openScreen>[2] = {
    'GET /admin/mails': { body: { mails: [mail], totalCount: 1 } },
    [`POST /admin/mails/${mail._id}/retry`]: { body: { mail } },
  };
  const { sent, toasts } = await openScreen(
    { Page: MailsPage, prefetch, path: '/admin/mails' },
    '/admin/mails',
    answers,
  );
  expect(screen.getByText('550 no such mailbox (8 tries)')).toBeTruthy();
  answers['GET /admin/mails'] = { body: { mails: [], totalCount: 0 } };
  await press('Send again to asha@example.com');
  expect(await screen.findByText('Every mail was sent or is on its way')).toBeTruthy();
  expect(sent()).toEqual([['POST', `/admin/mails/${mail._id}/retry`, undefined]]);
  expect(toasts()).toEqual(['The mail is on its way again']);
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Order confirmed' }).pathname).toBe(
    '/api/v1/admin/mails/preview/order-created',
  );
});

it('a mail that was given up is taken by one of the staff, whom the others see', async () => {
  const path = `/admin/mails/${mail._id}/taker`;
  const ravi = { userId: 'b'.repeat(24), name: 'Ravi', at: '2026-11-20T10:00:00.000Z' };
  const answers: Parameters<typeof openScreen>[2] = {
    'GET /admin/mails': { body: { mails: [mail], totalCount: 1 } },
    [`PUT ${path}`]: { body: { mail } },
  };
  const { sent } = await openScreen({ Page: MailsPage, prefetch, path: '/admin/mails' }, '/admin/mails', answers);
  answers['GET /admin/mails'] = { body: { mails: [{ ...mail, taker: ravi }], totalCount: 1 } };
  await press('Take The mail “order created” to asha@example.com');
  expect(await screen.findByText('Ravi')).toBeTruthy();
  expect(sent()).toEqual([['PUT', path, { isMine: true }]]);
});
