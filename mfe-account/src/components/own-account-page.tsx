import { messageOf } from '@shop/mfe-kit';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AccountPage } from './account-page.tsx';
import { type Account, meQuery } from './me.ts';
import sections from './sections.module.css';
import titles from './title.module.css';

interface Props {
  title: string;
  /** Instead of the sections, while the account is loading. */
  skeletons: ReactNode;
  /** The sections. */
  children(account: Account): ReactNode;
}

/** A page in sections about the account itself, which it loads. */
export function OwnAccountPage({ title, skeletons, children }: Props) {
  const { data, error, refetch, isFetching } = useQuery(meQuery);
  const account = data?.user;
  return (
    <AccountPage>
      <h1 className={titles.title}>{title}</h1>
      {account ? (
        <div className={sections.sections}>{children(account)}</div>
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
          {skeletons}
        </div>
      )}
    </AccountPage>
  );
}
