import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  errorAt,
  openScreen,
  press,
  problem,
  type,
  pressInDialog,
  type StubbedAnswer,
} from '../../testing/open-screen.tsx';
import type { User } from '../../api/users.ts';
import { prefetch, UsersPage } from './users-page.tsx';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

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
const ROLES = {
  'GET /admin/roles': {
    body: {
      roles: [
        {
          id: 'owner',
          name: 'Owner',
          summary: 'Everything',
          permissions: ['roles.change'],
          isBuiltIn: true,
          people: 1,
        },
        {
          ...{ id: 'content', name: 'Content', summary: 'Pages and banners', permissions: ['content.change'] },
          ...{ isBuiltIn: true, people: 0 },
        },
      ],
    },
  },
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

  it('leave as one file of all that fit the filter, also as a workbook', async () => {
    const csv = '\uFEFFName,E-mail\r\nAsha Rao,asha@example.com\r\n';
    const { asked } = await openScreen(page, '/admin/users?q=asha&sort=name', {
      ...LIST,
      'GET /admin/users/export': { body: csv },
    });
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'CSV' }).href).toBe(
      'http://localhost/api/v1/admin/users/export?q=asha&sort=name',
    );
    const files: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} });
    // jsdom downloads nothing.
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download);
    });
    await press('XLSX');
    await waitFor(() => expect(files).toEqual(['users.xlsx']));
    expect(asked.at(-1)!.path).toBe('/admin/users/export?q=asha&sort=name');
  });

  it('become staff by a role that one may give', async () => {
    const { sent, toasts } = await openScreen(page, '/admin/users', {
      ...LIST,
      ...ROLES,
      [`PUT /admin/people/${asha._id}/role`]: {
        body: { person: { ...asha, role: { id: 'content', name: 'Content' } } },
      },
    });
    await press('Change role Asha Rao');
    fireEvent.change(await screen.findByLabelText('Role'), { target: { value: 'content' } });
    expect(screen.getByRole('dialog').textContent).toContain('Pages and banners');
    expect(sent()).toEqual([]);
    await pressInDialog('Change role');
    await waitFor(() => expect(toasts()).toEqual(['Asha Rao has the role Content']));
    expect(sent()).toEqual([['PUT', `/admin/people/${asha._id}/role`, { role: 'content' }]]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keep their role without a question where nothing was chosen, also when the roles came late', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const roles = Promise.withResolvers<StubbedAnswer>();
    const staff = { ...asha, role: 'admin' as const, staffRole: { id: 'content', name: 'Content' } };
    await openScreen(page, '/admin/users', {
      'GET /admin/users': { body: { users: [staff], totalCount: 1 } },
      'GET /admin/roles': () => roles.promise,
    });
    await press('Change role Asha Rao');
    expect(screen.getByText('Loading roles…')).toBeTruthy();
    await act(async () => roles.resolve(ROLES['GET /admin/roles']));
    expect(await screen.findByLabelText('Role')).toMatchObject({ value: 'content' });
    await press('Keep it as it is');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(confirm).not.toHaveBeenCalled();
  });

  it('cannot be given a role that may do more than one’s own, nor changed without the permission', async () => {
    await openScreen(
      page,
      '/admin/users',
      { ...LIST, ...ROLES },
      { permissions: ['users.read', 'people.change', 'people.read', 'content.change'] },
    );
    expect(screen.queryByRole('button', { name: 'Delete Asha Rao' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Orders of Asha Rao' })).toBeNull();
    await press('Change role Asha Rao');
    const options = (await screen.findByLabelText('Role')).querySelectorAll('option');
    expect([...options].map(({ value, disabled }) => [value, disabled])).toEqual([
      ['', false],
      ['owner', true],
      ['content', false],
    ]);
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

  it('go only with the password, which is asked for when the service asks, and not again for a call that is refused', async () => {
    let isProved = false;
    const { sent, toasts } = await openScreen(page, '/admin/users', {
      ...LIST,
      [`DELETE /admin/user/${asha._id}`]: () =>
        isProved ? { body: { id: asha._id } } : problem(403, 'session.proof-required', 'Please confirm'),
      'POST /auth/account/proof': ({ body }) => {
        if ((body as { password: string }).password !== 'right') {
          return problem(403, 'auth.wrong-password', 'No', { password: 'This is not your password' });
        }
        isProved = true;
        return { body: { validForS: 300 } };
      },
    });
    const field = async (value: string) => {
      fireEvent.change(await screen.findByLabelText('Your password'), { target: { value } });
      await press('Confirm');
    };
    await press('Delete Asha Rao');
    await press('Delete');
    await field('wrong');
    expect(await screen.findByText('This is not your password')).toBeTruthy();
    await field('right');
    await waitFor(() => expect(toasts()).toContain('Account deleted'));
    expect(sent().map(([method, path]) => `${String(method)} ${String(path)}`)).toEqual([
      `DELETE /admin/user/${asha._id}`,
      ...['POST /auth/account/proof', 'POST /auth/account/proof'],
      `DELETE /admin/user/${asha._id}`,
    ]);
  });

  it('stay when the password is not given', async () => {
    const { toasts } = await openScreen(page, '/admin/users', {
      ...LIST,
      [`DELETE /admin/user/${asha._id}`]: problem(403, 'session.proof-required', 'Please confirm'),
    });
    await press('Delete Asha Rao');
    await press('Delete');
    await screen.findByLabelText('Your password');
    await press('Cancel');
    await waitFor(() => expect(toasts()).toEqual(['Please confirm']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('always hold one owner: what the service says is shown', async () => {
    const last = { ...asha, role: 'admin' as const, staffRole: { id: 'owner', name: 'Owner' } };
    await openScreen(page, '/admin/users', {
      'GET /admin/users': { body: { users: [last], totalCount: 1 } },
      ...ROLES,
      [`PUT /admin/people/${asha._id}/role`]: problem(409, 'user.last-admin', 'The shop needs at least one owner'),
    });
    await press('Change role Asha Rao');
    fireEvent.change(await screen.findByLabelText('Role'), { target: { value: '' } });
    await pressInDialog('Change role');
    await waitFor(() => expect(errorAt('Role')).toBe('The shop needs at least one owner'));
  });
});
