import type { Prefetch } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useState } from 'react';
import { meQuery, type Account } from '../../components/me.ts';
import { OwnAccountPage } from '../../components/own-account-page.tsx';
import { hasPassword } from '../../components/proof-fields.tsx';
import sections from '../../components/sections.module.css';
import { sessionsQuery } from './api.ts';
import { Authenticator } from './authenticator.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { SignedInBrowsers } from './signed-in-browsers.tsx';

const TITLE = 'Sign-in & security';

const SKELETONS = (
  <>
    <Skeleton height="6rem" />
    <Skeleton height="6rem" />
    <Skeleton height="12rem" />
  </>
);

export function SecurityPage() {
  return (
    <OwnAccountPage title={TITLE} skeletons={SKELETONS}>
      {(account) => (
        <>
          <Email account={account} />
          <Password account={account} />
          {account.role === 'admin' && <Authenticator account={account} />}
          <SignedInBrowsers />
        </>
      )}
    </OwnAccountPage>
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
