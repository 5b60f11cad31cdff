import { holds, identity, OWNER, permissionsIn, type AnswerOf } from '@shop/contracts/browser';
import { call, toast, useSession, type Prefetch } from '@shop/mfe-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ListScreen } from '../../components/list/list-screen.tsx';
import { sortIn, type List } from '../../components/list/list.ts';
import { prefetchList } from '../../components/list/prefetch-list.ts';
import { useProof } from '../../components/proof.tsx';
import { FILE_TIMEOUT_MS } from '../../components/workbook-button.tsx';
import { RoleDialog } from '../../components/role-dialog.tsx';
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
  file: {
    href: (filter) => `/api/v1/admin/users/export?${new URLSearchParams(filter)}`,
    load: (query) => call(identity.exportUsers, { query, timeoutMs: FILE_TIMEOUT_MS }),
  },
  empty: { title: 'No accounts yet', help: 'Who registers, or orders as a guest, is here.' },
  none: 'Nobody of that name',
};

export const prefetch: Prefetch = (queryClient, { url }) => prefetchList(queryClient, LIST, url.searchParams);

/** All accounts: their roles are changed here, and accounts deleted. */
export function UsersPage() {
  const [asking, setAsking] = useState<{ intent: Intent; user: User }>();
  const permissions = permissionsIn(useSession().user);
  const columns = useMemo(() => userColumns(setAsking, (permission) => holds(permissions, permission)), [permissions]);
  const close = () => setAsking(undefined);
  return (
    <>
      <ListScreen list={LIST} columns={columns} />
      {asking?.intent === 'delete' && <DeletionDialog user={asking.user} onClose={close} />}
      {asking?.intent === 'change-role' && (
        <RoleDialog person={{ ...asking.user, roleId: roleIdOf(asking.user) }} onClose={close} />
      )}
    </>
  );
}

/** An `admin` of a version before there were roles is an owner. */
const roleIdOf = ({ role, staffRole }: User) => staffRole?.id ?? (role === 'admin' ? OWNER : undefined);

/** Asks before an account is deleted. */
function DeletionDialog({ user, onClose }: { user: User; onClose(): void }) {
  const queryClient = useQueryClient();
  const session = useSession();
  const isSelf = session.user?._id === user._id;
  const [prove, proofDialog] = useProof();
  const remove = async () => {
    await prove(() => call(identity.removeUser, { params: { id: user._id } }));
    toast.success('Account deleted');
    // The own session has ended.
    if (isSelf) await session.refresh();
    void queryClient.invalidateQueries({ queryKey: USERS_KEY });
  };
  return (
    <ConfirmDialog title={`Delete the account of ${user.name}?`} confirm="Delete" action={remove} onClose={onClose}>
      <p>
        {user.email}: profile, addresses and sessions go; the orders stay with the shop. This cannot be undone.
        {isSelf && ' This is your own account: you will be signed out.'}
      </p>
      {proofDialog}
    </ConfirmDialog>
  );
}
