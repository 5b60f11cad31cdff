import { messageOf, type Prefetch } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountPage } from '../../components/account-page.tsx';
import { meQuery, type Account } from '../../components/me.ts';
import { hasPassword } from '../../components/proof-fields.tsx';
import sections from '../../components/sections.module.css';
import titles from '../../components/title.module.css';
import { sessionsQuery } from './api.ts';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { SignedInBrowsers } from './signed-in-browsers.tsx';

const TITLE = 'Sign-in & security';

export function SecurityPage() {
  const { data, error, refetch, isFetching } = useQuery(meQuery);
  const account = data?.user;
  return (
    <AccountPage>
      <h1 className={titles.title}>{TITLE}</h1>
      {account ? (
        <div className={sections.sections}>
          <Email account={account} />
          <Password account={account} />
          <SignedInBrowsers />
        </div>
      ) : error ? (
        <ErrorState
          title="Your account could not be loaded"
          why={messageOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={sections.sections} role="status">
          <span className="visually-hidden">Loading your account…</span>
          <Skeleton height="6rem" />
          <Skeleton height="6rem" />
          <Skeleton height="12rem" />
        </div>
      )}
    </AccountPage>
  );
}

function Email({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={sections.row} aria-labelledby="email">
      <div>
        <h2 id="email">E-mail</h2>
        <p className={sections.value}>{account.email}</p>
      </div>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Change<span className="visually-hidden"> e-mail</span>
      </Button>
      {isOpen && <ChangeEmail account={account} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Password({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  const has = hasPassword(account);
  return (
    <section className={sections.row} aria-labelledby="password">
      <div>
        <h2 id="password">Password</h2>
        <p className={sections.note}>
          {has
            ? 'A new password signs you out everywhere else.'
            : 'You have none yet: you sign in with a code from your e-mail.'}
        </p>
      </div>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {has ? 'Change' : 'Set a'}
        {has ? <span className="visually-hidden"> password</span> : ' password'}
      </Button>
      {isOpen && <ChangePassword account={account} onClose={() => setOpen(false)} />}
    </section>
  );
}

export const prefetch: Prefetch = (queryClient) => {
  // Not awaited: the page has a loading state.
  void queryClient.prefetchQuery(meQuery);
  void queryClient.prefetchQuery(sessionsQuery);
  return { head: { title: TITLE, noindex: true } };
};
