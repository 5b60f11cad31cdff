import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { openScreen, press, pressInDialog, problem, type StubbedAnswer } from '../../testing/open-screen.tsx';
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

it('a mail that was sent is sent again to the address of now, once that is confirmed', async () => {
  const sentMail = { ...mail, state: 'sent' as const, sentAt: '2026-11-20T10:01:00.000Z', isKept: true, problem: null };
  const old = { ...sentMail, _id: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e50', to: 'dev@example.com', isKept: false };
  const path = `/admin/mails/${mail._id}/again`;
  const answers: Parameters<typeof openScreen>[2] = {
    'GET /admin/mails': { body: { mails: [sentMail, old], totalCount: 2 } },
    [`POST ${path}`]: problem(429, 'mail.just-sent', 'Please give it two minutes to arrive'),
  };
  const screenOf = { Page: MailsPage, prefetch, path: '/admin/mails' };
  const { asked, sent, toasts } = await openScreen(screenOf, '/admin/mails?show=sent', answers);
  expect(asked[0]!.path).toBe('/admin/mails?page=1&limit=25&state=sent');
  expect(screen.queryByRole('button', { name: 'Send again to dev@example.com' })).toBeNull();
  expect(screen.getByText('It cannot be sent again: what a mail said is kept for a month.')).toBeTruthy();
  await press('Send again to asha@example.com');
  expect(screen.getByRole('dialog').textContent).toContain('goes to asha@example.com');
  expect(sent()).toEqual([]);
  await pressInDialog('Send again');
  await waitFor(() => expect(toasts()).toEqual(['Please give it two minutes to arrive']));
  answers[`POST ${path}`] = { body: { mail: { ...sentMail, copyOf: mail._id } } };
  await press('Send again to asha@example.com');
  await pressInDialog('Send again');
  await waitFor(() => expect(toasts()).toContain('The mail is on its way again'));
  expect(sent()).toEqual([
    ['POST', path, undefined],
    ['POST', path, undefined],
  ]);
});

it('who may not send mails again reads them only', async () => {
  const body = { mails: [{ ...mail, state: 'sent', sentAt: mail.occurredAt, isKept: true }], totalCount: 1 };
  await openScreen(
    { Page: MailsPage, prefetch, path: '/admin/mails' },
    '/admin/mails?show=sent',
    { 'GET /admin/mails': { body } },
    { permissions: ['mails.read'] },
  );
  expect(screen.getByText('asha@example.com')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
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

it('says nothing of the mails of a tab before they are there', async () => {
  const sent = { ...mail, state: 'sent' as const, sentAt: mail.occurredAt };
  const answer = Promise.withResolvers<StubbedAnswer>();
  await openScreen({ Page: MailsPage, prefetch, path: '/admin/mails' }, '/admin/mails?show=sent', {
    'GET /admin/mails': ({ path }) =>
      path.includes('state=sent') ? { body: { mails: [sent], totalCount: 1 } } : answer.promise,
  });
  expect(screen.getByText('1 mail')).toBeTruthy();
  for (const [tab, none] of [
    ['Given up', 'Every mail was sent or is on its way'],
    ['On their way', 'No mail waits'],
  ] as const) {
    await act(async () => fireEvent.click(screen.getByRole('link', { name: tab })));
    expect(screen.getByText('Loading mails…')).toBeTruthy();
    expect([screen.queryByText(none), screen.queryByText('1 mail')]).toEqual([null, null]);
  }
  await act(async () => answer.resolve({ body: { mails: [], totalCount: 0 } }));
  expect(await screen.findByText('No mail waits')).toBeTruthy();
  expect(screen.queryByText('Loading mails…')).toBeNull();
});
