import { identity, type AnswerOf } from '@shop/contracts/browser';
import { call, toast, useSession, type Prefetch } from '@shop/mfe-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ListScreen } from '../../components/list/list-screen.tsx';
import { sortIn, type List } from '../../components/list/list.ts';
import { prefetchList } from '../../components/list/prefetch-list.ts';
import { USERS_KEY, usersQuery, type User, type UsersFilter } from '../../api/users.ts';
import { userColumns, type Intent } from './user-columns.tsx';

const LIST: List<User, UsersFilter, AnswerOf<typeof identity.listUsers>> = {
  name: 'users',
  path: '/admin/users',
  what: 'accounts',
  title: 'Users',
  counted: ['account'],
  search: 'Name, e-mail or username',
  filters: [],
  tabsLabel: 'Views of the accounts',
  tabs: [{ name: 'All', set: {} }],
  filterOf(search) {
    const q = search.get('q')?.slice(0, 100);
    const sort = sortIn(search, ['name', '-name', 'email', '-email', 'since', '-since']);
    return { ...(q && { q }), ...(sort && { sort }) };
  },
  query: usersQuery,
  rowsOf: ({ users }) => users,
  idOf: ({ _id }) => _id,
  nameOf: ({ name }) => name,
  hrefOf: ({ _id }) => `/admin/orders?buyer=${_id}`,
  empty: { title: 'No accounts yet', help: 'Who registers, or orders as a guest, is here.' },
  none: 'Nobody of that name',
};

export const prefetch: Prefetch = (queryClient, { url }) => prefetchList(queryClient, LIST, url.searchParams);

/** All accounts: their roles are changed here, and accounts deleted. */
export function UsersPage() {
  const [asking, setAsking] = useState<{ intent: Intent; user: User }>();
  const columns = useMemo(() => userColumns(setAsking), []);
  return (
    <>
      <ListScreen list={LIST} columns={columns} />
      {asking && <AccountChangeDialog {...asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

/** Asks before a role is changed or an account deleted: both end the sessions of the account. */
function AccountChangeDialog({ intent, user, onClose }: { intent: Intent; user: User; onClose(): void }) {
  const queryClient = useQueryClient();
  const session = useSession();
  const isDelete = intent === 'delete';
  const isSelf = session.user?._id === user._id;
  const role = user.role === 'admin' ? 'user' : 'admin';
  const change = async () => {
    await (isDelete
      ? call(identity.removeUser, { params: { id: user._id } })
      : call(identity.changeUser, { params: { id: user._id }, body: { role } }));
    toast.success(
      isDelete
        ? 'Account deleted'
        : role === 'admin'
          ? `${user.name} is an admin now`
          : `${user.name} is no longer an admin`,
    );
    // The own session has ended.
    if (isSelf) await session.refresh();
    void queryClient.invalidateQueries({ queryKey: USERS_KEY });
  };
  const title = isDelete
    ? `Delete the account of ${user.name}?`
    : role === 'admin'
      ? `Make ${user.name} an admin?`
      : `Take the admin role from ${user.name}?`;
  return (
    <ConfirmDialog
      title={title}
      confirm={isDelete ? 'Delete' : role === 'admin' ? 'Make admin' : 'Take the role'}
      action={change}
      onClose={onClose}
    >
      <p>
        {user.email}:{' '}
        {isDelete
          ? 'profile, addresses and sessions go; the orders stay with the shop. This cannot be undone.'
          : role === 'admin'
            ? 'can then do everything in this area. All sessions end, so they sign in again.'
            : 'all sessions end at once.'}
        {isSelf && ' This is your own account: you will be signed out.'}
      </p>
    </ConfirmDialog>
  );
}
