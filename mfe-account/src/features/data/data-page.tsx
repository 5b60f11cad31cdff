import type { Prefetch } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useState } from 'react';
import { meQuery, type Account } from '../../components/me.ts';
import { OwnAccountPage } from '../../components/own-account-page.tsx';
import sections from '../../components/sections.module.css';
import { downloadQuery } from './api.ts';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadSection } from './download-section.tsx';

const TITLE = 'Your data';

const SKELETONS = (
  <>
    <Skeleton height="9rem" />
    <Skeleton height="9rem" />
  </>
);

export function DataPage() {
  return (
    <OwnAccountPage title={TITLE} skeletons={SKELETONS}>
      {(account) => (
        <>
          <DownloadSection account={account} />
          <DeletionSection account={account} />
        </>
      )}
    </OwnAccountPage>
  );
}

function DeletionSection({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={sections.card} aria-labelledby="delete">
      <h2 id="delete">Delete your account</h2>
      <p className={sections.note}>
        Your profile, addresses, cart and sign-ins go at once, all else that names you within a day. Your reviews stay
        without your name and pictures. The law makes us keep bills for eight years: we seal your name and address on
        them, and use them for nothing else.
      </p>
      {account.role === 'admin' ? (
        <p>This is an account of staff: another admin can delete it.</p>
      ) : (
        <div>
          <Button look="secondary" onClick={() => setOpen(true)}>
            Delete account
          </Button>
        </div>
      )}
      {isOpen && <DeleteAccount account={account} onClose={() => setOpen(false)} />}
    </section>
  );
}

export const prefetch: Prefetch = (queryClient) => {
  // Not awaited: the page has a loading state.
  void queryClient.prefetchQuery(meQuery);
  void queryClient.prefetchQuery(downloadQuery);
  return { head: { title: TITLE, noindex: true } };
};
