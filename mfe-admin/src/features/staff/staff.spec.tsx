import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, pressInDialog, problem, type, type StubbedAnswer } from '../../testing/open-screen.tsx';
import * as people from './people-page.tsx';
import * as roles from './roles-page.tsx';

afterEach(cleanup);

const ID = 'c'.repeat(24);
const at = '2026-11-20T10:00:00.000Z';
const BUILT_IN = [
  { id: 'owner', name: 'Owner', summary: 'Everything', permissions: ['roles.change'], isBuiltIn: true, people: 1 },
  { id: 'content', name: 'Content', summary: 'Pages', permissions: ['content.change'], isBuiltIn: true, people: 1 },
];
const PACKING = { id: ID, name: 'Packing', permissions: ['orders.read', 'views.use'], isBuiltIn: false, people: 0 };
const person = (name: string, role: string, more = {}) => ({
  ...{ _id: name.repeat(24).slice(0, 24), name, email: `${name}@example.com`, createdAt: at },
  ...{ role: { id: role, name: role }, ...more },
});
const ANSWERS = {
  'GET /admin/people': {
    body: { people: [person('b', 'owner'), person('c', 'content', { hasAuthenticator: true })] },
  },
  'GET /admin/people/invitations': {
    body: {
      invitations: [
        {
          ...{ _id: ID, email: 'new@example.com', role: { id: 'content', name: 'Content' }, invitedBy: 'Mira' },
          ...{ createdAt: at, expiresAt: '2026-11-21T10:00:00.000Z' },
        },
      ],
    },
  },
  'GET /admin/roles': { body: { roles: [...BUILT_IN, PACKING] } },
};
const openPeople = (more: Parameters<typeof openScreen>[2] = {}, options = {}) =>
  openScreen(
    { Page: people.PeoplePage, prefetch: people.prefetch, path: '/admin/people' },
    '/admin/people',
    { ...ANSWERS, ...more },
    options,
  );
const openRoles = (more: Parameters<typeof openScreen>[2] = {}, address = '/admin/roles', options = {}) =>
  openScreen(
    { Page: roles.RolesPage, prefetch: roles.prefetch, path: '/admin/roles' },
    address,
    { ...ANSWERS, ...more },
    options,
  );

describe('the staff', () => {
  it('is invited to a role by mail; an invitation that is over is sent again, or taken back', async () => {
    const { sent, toasts } = await openPeople({
      'POST /admin/people/invitations': { status: 201, body: { invitation: {} } },
      [`DELETE /admin/people/invitation/${ID}`]: { body: { id: ID } },
    });
    expect(screen.getByText('over')).toBeTruthy();
    await press('Invite');
    type('E-mail', ' dev@example.com ');
    await press('Send invitation');
    expect(await screen.findByText('Choose a role')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'content' } });
    await press('Send invitation');
    await waitFor(() => expect(toasts()).toContain('The invitation is mailed to dev@example.com'));
    await press('Send again new@example.com');
    await press('Send invitation');
    await waitFor(() => expect(sent()).toHaveLength(2));
    await press('Take back new@example.com');
    await pressInDialog('Take back');
    await waitFor(() =>
      expect(sent()).toEqual([
        ['POST', '/admin/people/invitations', { email: 'dev@example.com', role: 'content' }],
        ['POST', '/admin/people/invitations', { email: 'new@example.com', role: 'content' }],
        ['DELETE', `/admin/people/invitation/${ID}`, undefined],
      ]),
    );
  });

  it('is invited with one key until it is answered, so that a repeat mails no second link', async () => {
    let answer: StubbedAnswer = problem(503, 'service.unavailable', 'Please try again');
    const { asked, toasts } = await openPeople({ 'POST /admin/people/invitations': () => answer });
    await press('Invite');
    type('E-mail', 'dev@example.com');
    fireEvent.change(await screen.findByLabelText('Role'), { target: { value: 'content' } });
    await press('Send invitation');
    await waitFor(() => expect(toasts()).toContain('Please try again'));
    answer = { status: 201, body: { invitation: {} } };
    await press('Send invitation');
    await waitFor(() => expect(toasts()).toContain('The invitation is mailed to dev@example.com'));
    const keys = asked.filter(({ method }) => method === 'POST').map(({ key }) => key);
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  it('is left as it is without a question where nobody was written down, also when the roles came late', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const known = Promise.withResolvers<StubbedAnswer>();
    await openPeople({ 'GET /admin/roles': () => known.promise }, { settled: false });
    await press('Invite');
    const dialog = within(screen.getByRole('dialog', { name: 'Invite to the staff' }));
    expect(dialog.getByText('Loading roles…')).toBeTruthy();
    await act(async () => known.resolve(ANSWERS['GET /admin/roles']));
    expect(await screen.findByLabelText('E-mail')).toBeTruthy();
    await pressInDialog('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(confirm).not.toHaveBeenCalled();
    confirm.mockRestore();
  });

  it('has an authenticator app reset by who may change people', async () => {
    const { _id } = person('c', 'content');
    const { sent } = await openPeople({ [`DELETE /admin/people/${_id}/authenticator`]: { body: { id: _id } } });
    expect(screen.queryByRole('button', { name: 'Reset app b' })).toBeNull();
    await press('Reset app c');
    await pressInDialog('Reset');
    await waitFor(() => expect(sent()).toEqual([['DELETE', `/admin/people/${_id}/authenticator`, undefined]]));
  });

  it('shows buttons only for people who may do no more than oneself, and to who may change people', async () => {
    await openPeople({}, { permissions: ['people.read', 'people.change', 'content.change'] });
    expect(screen.queryByRole('button', { name: 'Change role b' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Change role c' })).toBeTruthy();
    cleanup();
    await openPeople({}, { permissions: ['people.read'] });
    for (const name of ['Invite', 'Change role c', 'Take back new@example.com']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('says which permission is missing in place of a screen that the role does not include', async () => {
    await openPeople({}, { permissions: ['content.change', 'media.upload'] });
    expect(screen.getByText(/It needs a role that may see the staff and their roles/)).toBeTruthy();
    // In the menu and in place of the screen.
    expect(screen.getAllByRole('link', { name: 'Instapost' })).toHaveLength(2);
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('the roles', () => {
  it('are made of permissions, each with what it needs, and of none that one does not have', async () => {
    const { sent } = await openRoles(
      { 'POST /admin/roles': { status: 201, body: { role: PACKING } } },
      '/admin/roles',
      {
        permissions: ['people.read', 'roles.change', 'orders.read', 'orders.refund'],
      },
    );
    const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    expect([box('Refund orders').disabled, box('Read the audit trail').disabled]).toEqual([false, true]);
    type('Name', 'Refunds');
    await press('Create');
    expect(await screen.findByText('Choose what this role may do')).toBeTruthy();
    fireEvent.click(box('Refund orders'));
    expect(box('See orders and sales').checked).toBe(true);
    fireEvent.click(box('See orders and sales'));
    expect(box('Refund orders').checked).toBe(false);
    fireEvent.click(box('Refund orders'));
    await press('Create');
    await waitFor(() =>
      expect(sent()).toEqual([
        ['POST', '/admin/roles', { name: 'Refunds', permissions: ['orders.read', 'orders.refund', 'views.use'] }],
      ]),
    );
  });

  it('of the shop are changed and deleted, what the service refuses is said; built-in ones are neither', async () => {
    const { sent, toasts } = await openRoles(
      {
        [`PUT /admin/role/${ID}`]: problem(409, 'role.name-taken', 'Taken', { name: 'Another role has this name' }),
        [`DELETE /admin/role/${ID}`]: problem(409, 'role.in-use', 'People have this role'),
      },
      `/admin/roles?of=${ID}`,
    );
    type('Name', 'Content');
    await press('Update');
    expect(await screen.findByText('Another role has this name')).toBeTruthy();
    await press('Delete Packing');
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['People have this role']));
    expect(sent().map(([method]) => method)).toEqual(['PUT', 'DELETE']);
    expect(screen.queryByRole('button', { name: 'Delete Owner' })).toBeNull();
  });

  it('ask before a new one takes the place of what was written', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const { at } = await openRoles({}, `/admin/roles?of=${ID}`);
    type('Name', 'Parcels');
    await press('New');
    expect(screen.getByLabelText('Name')).toMatchObject({ value: 'Parcels' });
    expect(at()).toBe(`/admin/roles?of=${ID}`);
    confirm.mockReturnValue(true);
    await press('New');
    expect(screen.getByRole('heading', { name: 'New role' })).toBeTruthy();
    expect(confirm).toHaveBeenCalledTimes(2);
    confirm.mockRestore();
  });

  it('are a matrix of who may do what', async () => {
    await openRoles();
    const row = screen.getByRole('row', { name: /^Change pages, posts and banners/ });
    expect([...row.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['no', '✓yes', 'no']);
  });
});
