import type { Prefetch } from '@shop/mfe-kit';
import { messageOf } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountPage } from '../../components/account-page.tsx';
import { meQuery, type Account } from '../../components/me.ts';
import titles from '../../components/title.module.css';
import { Addresses } from './addresses.tsx';
import { EditName } from './edit-name.tsx';
import s from './profile.module.css';
import { Sizes } from './sizes.tsx';

export function ProfilePage() {
  const { data, error, refetch, isFetching } = useQuery(meQuery);
  const account = data?.user;
  return (
    <AccountPage>
      <h1 className={titles.title}>Profile</h1>
      {account ? (
        <div className={s.sections}>
          <ProfileDetails account={account} />
          <Addresses addresses={account.addresses} />
          <Sizes />
        </div>
      ) : error ? (
        <EmptyState title="Your profile could not be loaded">
          <p>{messageOf(error)}</p>
          <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyState>
      ) : (
        <div className={s.sections} role="status">
          <span className="visually-hidden">Loading your profile…</span>
          <Skeleton height="8rem" />
          <Skeleton height="12rem" />
        </div>
      )}
    </AccountPage>
  );
}

function ProfileDetails({ account }: { account: Account }) {
  const [isEditing, setEditing] = useState(false);
  const { name, email, username } = account;
  return (
    <section className={s.who} aria-labelledby="details">
      <h2 id="details" className={s.title}>
        Personal details
      </h2>
      <dl className={s.facts}>
        <div>
          <dt>Name</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd>{email}</dd>
        </div>
        {username && (
          <div>
            <dt>Username</dt>
            <dd>{username}</dd>
          </div>
        )}
      </dl>
      <Button look="secondary" onClick={() => setEditing(true)}>
        Edit
      </Button>
      {isEditing && <EditName name={name} onClose={() => setEditing(false)} />}
    </section>
  );
}

export const prefetch: Prefetch = (queryClient, { url }) => {
  const head = { title: 'Profile', noindex: true };
  if (url.pathname === '/user') return { redirect: '/user/profile', head };
  // Not awaited: the page has a loading state.
  void queryClient.prefetchQuery(meQuery);
  return { head };
};
