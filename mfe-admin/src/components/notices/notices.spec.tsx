import { afterEach, describe, expect, it } from '@jest/globals';
import { emit } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Notice, Notices } from '../../api/notices.ts';
import { openScreen, press, problem } from '../../testing/open-screen.tsx';
import { StaffFrame } from '../staff-frame.tsx';
import { staffHead } from '../staff-head.ts';

afterEach(cleanup);

const ID = 'd'.repeat(24);
const notice = (kind: string, fields: Partial<Notice> = {}): Notice => ({
  ...{ _id: `u:${kind}`, kind, recordId: ID, text: `About ${kind}`, at: '2026-11-26T10:00:00.000Z', isRead: false },
  ...fields,
});
const ALL = [notice('order'), notice('dispute'), notice('low-stock', { isRead: true }), notice('birthday')];
const asRead = (notices: Notice[]): Notices => ({
  notices: notices.map((one) => ({ ...one, isRead: true })),
  unread: 0,
});

const Orders = () => <StaffFrame title="Orders">None yet</StaffFrame>;
const open = (answers: Parameters<typeof openScreen>[2], options: Parameters<typeof openScreen>[3] = {}) =>
  openScreen(
    { Page: Orders, prefetch: () => staffHead('Orders'), path: '/admin/orders' },
    '/admin/orders',
    answers,
    options,
  );
const bell = () => screen.getByRole('button', { name: 'Notices' });
const row = (text: string) => screen.getByText(text, { selector: ':not(.visually-hidden)' }).closest('li')!;

describe('the bell of the staff area', () => {
  it('counts what is unread, and again when something happened', async () => {
    let answer: Notices = { notices: [], unread: 0 };
    await open({ 'GET /admin/notices': () => ({ body: answer }) });
    expect(bell().textContent).toBe('Notices');
    answer = { notices: [notice('order')], unread: 1 };
    act(() => emit('admin:notices-changed', {}));
    expect(await screen.findByText('1 unread notice')).toBeTruthy();
    expect(bell().textContent).toBe('Notices1');
    answer = { notices: [notice('order')], unread: 100 };
    act(() => emit('admin:notices-changed', {}));
    expect(await screen.findByText('More than 99 unread notices')).toBeTruthy();
    expect(bell().textContent).toBe('Notices99+');
  });

  it('opens the list, in which each kind leads to its record', async () => {
    await open({ 'GET /admin/notices': { body: { notices: ALL, unread: 3 } } });
    await press('Notices');
    const links = ALL.map(({ text }) => within(row(text)).queryByRole('link')?.getAttribute('href') ?? null);
    expect(links).toEqual([`/admin/order/${ID}`, '/admin/payments', `/admin/product/${ID}?show=stock`, null]);
    expect(row('About birthday').textContent).toContain('Birthday');
    expect(within(row('About low-stock')).queryByText('New')).toBeNull();
    expect(screen.getByRole('link', { name: 'Choose what you are told of' }).getAttribute('href')).toBe(
      '/admin/account',
    );
  });

  it('marks one as read by its button and by its link, and all up to the newest that is shown', async () => {
    const answers = {
      'GET /admin/notices': { body: { notices: ALL, unread: 3 } },
      'PUT /admin/notices/read': { body: { notices: ALL, unread: 3 } as Notices },
    };
    const { sent, at } = await open(answers);
    await press('Notices');
    await press('Mark as read About dispute');
    await waitFor(() => expect(sent()).toHaveLength(1));
    answers['PUT /admin/notices/read'] = { body: asRead(ALL) };
    await press('Mark all as read');
    await waitFor(() => expect(screen.queryByText('New')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    expect(sent().map(([, , body]) => body)).toEqual([
      { ids: ['u:dispute'], until: ALL[0]!.at },
      { until: ALL[0]!.at },
    ]);
    cleanup();
    const again = await open(answers);
    await press('Notices');
    fireEvent.click(screen.getByRole('link', { name: 'About order' }));
    await waitFor(() =>
      expect(again.sent()).toEqual([['PUT', '/admin/notices/read', { ids: ['u:order'], until: ALL[0]!.at }]]),
    );
    expect(at()).toBe(`/admin/order/${ID}`);
  });

  it('says that there are none, that they could not be loaded, and why something is not marked', async () => {
    await open({ 'GET /admin/notices': { body: { notices: [], unread: 0 } } });
    await press('Notices');
    expect(screen.getByText('No notices')).toBeTruthy();
    cleanup();
    await open({ 'GET /admin/notices': problem(503, 'service.away', 'Back in a minute') });
    await press('Notices');
    expect((await screen.findByRole('alert')).textContent).toContain('Back in a minute');
    cleanup();
    const { toasts } = await open({
      'GET /admin/notices': { body: { notices: ALL, unread: 3 } },
      'PUT /admin/notices/read': problem(503, 'service.away', 'Back in a minute'),
    });
    await press('Notices');
    await press('Mark all as read');
    await waitFor(() => expect(toasts()).toEqual(['Back in a minute']));
  });

  it('is not there for somebody whose role is gone', async () => {
    const { asked } = await open({ 'GET /admin/notices': { body: { notices: [], unread: 0 } } }, { permissions: [] });
    expect(screen.queryByRole('button', { name: 'Notices' })).toBeNull();
    expect(asked).toEqual([]);
  });
});
