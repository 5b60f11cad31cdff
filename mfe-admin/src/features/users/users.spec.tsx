import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { openScreen, press, problem, type, pressInDialog } from '../../testing/open-screen.tsx';
import type { User } from '../../api/users.ts';
import { prefetch, UsersPage } from './users-page.tsx';

afterEach(cleanup);

const page = { Page: UsersPage, prefetch, path: '/admin/users' };
const asha: User = {
  _id: 'b'.repeat(24),
  name: 'Asha Rao',
  email: 'asha@example.com',
  username: 'asha',
  role: 'user',
  addresses: [],
  createdAt: '2026-11-20T10:00:00.000Z',
};
const LIST = { 'GET /admin/users': { body: { users: [asha], totalCount: 1 } } };

describe('the accounts', () => {
  it('are looked for by what the address says', async () => {
    const { asked, at } = await openScreen(page, '/admin/users?page=2', LIST);
    type('Name, e-mail or username', ' asha ');
    await press('Search');
    expect(at()).toBe('/admin/users?q=asha');
    await waitFor(() => expect(asked.at(-1)!.path).toBe('/admin/users?page=1&limit=25&q=asha'));
    expect(screen.getByText('asha@example.com')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Orders of Asha Rao' }).getAttribute('href')).toBe(
      `/admin/orders?buyer=${asha._id}`,
    );
  });

  it('become staff once that is confirmed', async () => {
    const { sent, toasts } = await openScreen(page, '/admin/users', {
      ...LIST,
      [`PUT /admin/user/${asha._id}`]: { body: { user: { ...asha, role: 'admin' } } },
    });
    await press('Make admin Asha Rao');
    expect(sent()).toEqual([]);
    await pressInDialog('Make admin');
    await waitFor(() => expect(toasts()).toEqual(['Asha Rao is an admin now']));
    expect(sent()).toEqual([['PUT', `/admin/user/${asha._id}`, { role: 'admin' }]]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('go once that is confirmed, and stay when it is thought over', async () => {
    const answers: Parameters<typeof openScreen>[2] = {
      ...LIST,
      [`DELETE /admin/user/${asha._id}`]: { body: { id: asha._id } },
    };
    const { sent } = await openScreen(page, '/admin/users', answers);
    await press('Delete Asha Rao');
    expect(screen.getByRole('dialog').textContent).toContain('the orders stay with the shop');
    await pressInDialog('Keep it as it is');
    expect(sent()).toEqual([]);
    await press('Delete Asha Rao');
    answers['GET /admin/users'] = { body: { users: [], totalCount: 0 } };
    await pressInDialog('Delete');
    expect(await screen.findByText('No accounts yet')).toBeTruthy();
    expect(sent()).toEqual([['DELETE', `/admin/user/${asha._id}`, undefined]]);
  });

  it('always hold one admin: what the service says is shown', async () => {
    const last = { ...asha, role: 'admin' };
    const { toasts } = await openScreen(page, '/admin/users', {
      'GET /admin/users': { body: { users: [last], totalCount: 1 } },
      [`PUT /admin/user/${asha._id}`]: problem(409, 'user.last-admin', 'The shop needs at least one admin'),
    });
    await press('Take admin role Asha Rao');
    await pressInDialog('Take the role');
    await waitFor(() => expect(toasts()).toEqual(['The shop needs at least one admin']));
  });
});
