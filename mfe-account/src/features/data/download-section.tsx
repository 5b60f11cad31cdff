import { identity } from '@shop/contracts/browser';
import { call, hrefOf, messageOf, toast } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { Spinner } from '@shop/ui/spinner.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type MouseEvent } from 'react';
import { formatDay } from '../../components/format.ts';
import type { Account } from '../../components/me.ts';
import sections from '../../components/sections.module.css';
import { type Download, downloadQuery } from './api.ts';
import { RequestDownload } from './request-download.tsx';

/** `12 KB`. */
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export function DownloadSection({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch, isFetching } = useQuery(downloadQuery);
  const download = data?.download;
  return (
    <section className={sections.card} aria-labelledby="download">
      <h2 id="download">Download your data</h2>
      <p className={sections.note}>
        Everything we keep of you, in one file: profile and addresses, cart, orders and payments, reviews, and which
        mails we sent.
      </p>
      {data ? (
        <>
          <div role="status">{download && <State download={download} />}</div>
          {download?.state !== 'preparing' && (
            <div>
              <Button look="secondary" onClick={() => setOpen(true)}>
                {download ? 'Prepare a new download' : 'Prepare the download'}
              </Button>
            </div>
          )}
        </>
      ) : error ? (
        <ErrorState
          title="Your download could not be looked up"
          why={messageOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height="3rem" />
      )}
      {isOpen && <RequestDownload account={account} onClose={() => setOpen(false)} />}
    </section>
  );
}

function State({ download: { _id, state, bytes, keptUntil } }: { download: Download }) {
  const queryClient = useQueryClient();
  const href = hrefOf(identity.fetchDownload.path, { id: _id });
  const fetchFile = async (event: MouseEvent) => {
    event.preventDefault();
    try {
      // A link renews no session, and does not find out that the file was thrown away.
      const answer = await call(identity.getDownload);
      queryClient.setQueryData(downloadQuery.queryKey, answer);
      if (answer.download?._id === _id) location.assign(href);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  if (state === 'preparing') {
    return (
      <p className={sections.name}>
        <Spinner /> Your download is being prepared. We mail you when it is ready; you may leave this page.
      </p>
    );
  }
  if (state === 'failed') return <p>Your download could not be prepared. Please try again.</p>;
  return (
    <>
      <p className={sections.note}>It is ready, and here until {formatDay(keptUntil!)}.</p>
      <p>
        <a className={buttonClass('primary')} href={href} download onClick={(event) => void fetchFile(event)}>
          Download ({sizeOf(bytes ?? 0)}, JSON)
        </a>
      </p>
    </>
  );
}
