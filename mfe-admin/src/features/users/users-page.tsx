import { identity } from '@shop/contracts/browser';
import { call, Link, messageOf, toast, useNavigate, useSession, type Prefetch } from '@shop/mfe-kit';
import { Pagination } from '@shop/ui/pagination.tsx';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import filters from '../../components/filters.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { NoRows } from '../../components/no-rows.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { SearchForm } from '../../components/search-form.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { countText } from '../../components/texts.ts';
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

/** Who has an account, who is staff, and the end of an account. */
export function UsersPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const navigate = useNavigate();
  const filter = filterOf(search);
  const [asking, setAsking] = useState<{ intent: Intent; user: User }>();
  const { data, error, isPlaceholderData, refetch } = useQuery({
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
      {data ? (
        <>
          <p className={filters.count} aria-live="polite">
            {countText(data.totalCount, 'account')}
          </p>
          {data.users.length > 0 ? (
            <UsersTable users={data.users} waiting={isPlaceholderData} onAsk={setAsking} />
          ) : (
            <NoRows title="Nobody of that name" page={page} hrefOfPage={hrefOfPage} />
          )}
          <Pagination page={page} pages={Math.ceil(data.totalCount / PAGE_SIZE)} hrefOf={hrefOfPage} link={Link} />
        </>
      ) : error ? (
        <Failure error={error} what="The accounts" onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what="accounts" rows={8} />
      )}
      {asking && <Question {...asking} onClose={() => setAsking(undefined)} />}
    </StaffFrame>
  );
}

/** Asks before a role changes or an account goes: both end the sessions of whom it is about. */
function Question({ intent, user, onClose }: { intent: Intent; user: User; onClose(): void }) {
  const queryClient = useQueryClient();
  const session = useSession();
  const isDelete = intent === 'delete';
  const isSelf = session.user?._id === user._id;
  const role = user.role === 'admin' ? 'user' : 'admin';
  const { mutate, isPending } = useMutation({
    mutationFn: async (): Promise<unknown> =>
      isDelete
        ? call(identity.removeUser, { params: { id: user._id } })
        : call(identity.changeUser, { params: { id: user._id }, body: { role } }),
    meta: { quiet: true },
    onSuccess: async () => {
      onClose();
      toast.success(
        isDelete
          ? 'Account deleted'
          : role === 'admin'
            ? `${user.name} is an admin now`
            : `${user.name} is no longer an admin`,
      );
      // Whose session ended by it is no longer staff.
      if (isSelf) await session.refresh();
      await queryClient.invalidateQueries({ queryKey: USERS_KEY });
    },
    onError: (error) => {
      onClose();
      toast.error(messageOf(error));
    },
  });
  const title = isDelete
    ? `Delete the account of ${user.name}?`
    : role === 'admin'
      ? `Make ${user.name} an admin?`
      : `Take the admin role from ${user.name}?`;
  return (
    <ConfirmDialog
      title={title}
      confirm={isDelete ? 'Delete' : role === 'admin' ? 'Make admin' : 'Take the role'}
      busy={isPending}
      onConfirm={() => mutate()}
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
