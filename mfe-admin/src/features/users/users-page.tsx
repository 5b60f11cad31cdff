import { identity } from '@shop/contracts/browser';
import { call, toast, useNavigate, useSession, type Prefetch } from '@shop/mfe-kit';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { SearchForm } from '../../components/search-form.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { USERS_KEY, usersQuery, type User, type UsersFilter } from './api/users.ts';
import { UsersTable, type Intent } from './users-table.tsx';

const PAGE_SIZE = 25;

const filterOf = (search: URLSearchParams): UsersFilter => {
  const q = search.get('q')?.slice(0, 100);
  return { page: pageIn(search), limit: PAGE_SIZE, ...(q && { q }) };
};

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(usersQuery(filterOf(url.searchParams)));
  return staffHead('Users');
};

/** All accounts: their roles are changed here, and accounts deleted. */
export function UsersPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const navigate = useNavigate();
  const filter = filterOf(search);
  const [asking, setAsking] = useState<{ intent: Intent; user: User }>();
  const query = useQuery({
    ...usersQuery(filter),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame title="Users">
      <SearchForm
        label="Name, e-mail or username"
        value={filter.q ?? ''}
        onSearch={(q) => navigate(hrefWith({ q: q || undefined }))}
      />
      <PagedList
        query={query}
        rowsOf={({ users }) => users}
        what="accounts"
        skeletonRows={8}
        counted={['account']}
        none="Nobody of that name"
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(users, waiting) => <UsersTable users={users} waiting={waiting} onAsk={setAsking} />}
      </PagedList>
      {asking && <AccountChangeDialog {...asking} onClose={() => setAsking(undefined)} />}
    </StaffFrame>
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
