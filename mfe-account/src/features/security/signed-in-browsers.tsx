import { identity } from '@shop/contracts/browser';
import { call, messageOf, toast } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { Button } from '@shop/ui/button.tsx';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { countText, formatDateTime } from '../../components/format.ts';
import sections from '../../components/sections.module.css';
import { sessionsQuery, type SignedInBrowser } from './api.ts';

const DEVICES = { computer: 'Computer', phone: 'Phone', tablet: 'Tablet', unknown: 'Device' } as const;

/** `Chrome on Windows`, as far as it is known. */
const nameOf = ({ browser, system, device }: SignedInBrowser): string =>
  browser && system
    ? `${browser} on ${system}`
    : (browser ?? system ?? (device === 'unknown' ? 'Unknown device' : DEVICES[device]));

/** Where the account is signed in, and how to end it there. */
export function SignedInBrowsers() {
  const queryClient = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery);
  const ended = (message: string) => {
    toast.success(message);
    // The button that had the focus goes with its session.
    title.current?.focus();
    return queryClient.invalidateQueries(sessionsQuery);
  };
  const failed = (failure: unknown) => {
    toast.error(messageOf(failure));
    void queryClient.invalidateQueries(sessionsQuery);
  };
  const endOthers = useMutation({
    mutationFn: () => call(identity.endOtherSessions),
    meta: { quiet: true },
    onSuccess: ({ ended: count }) => ended(`Signed out on ${countText(count, 'device')}`),
    onError: failed,
  });
  const end = useMutation({
    mutationFn: ({ id }: SignedInBrowser) => call(identity.endSession, { params: { id } }),
    meta: { quiet: true },
    onSuccess: () => ended('Signed out there'),
    onError: failed,
  });
  return (
    <section className={sections.card} aria-labelledby="sessions">
      <h2 id="sessions" ref={title} tabIndex={-1}>
        Where you are signed in
      </h2>
      {data ? (
        <>
          <ul className={sections.list}>
            {data.sessions.map((session) => (
              <li key={session.id}>
                <div>
                  <p className={sections.name}>
                    {nameOf(session)}
                    {session.isThis && <Badge tone="good">This device</Badge>}
                    {session.isLimited && <Badge>Buys by code, sees nothing here</Badge>}
                  </p>
                  <p className={sections.note}>
                    {DEVICES[session.device]} · last used {formatDateTime(session.lastUsedAt)}
                    {session.signedInAt && ` · signed in ${formatDateTime(session.signedInAt)}`}
                  </p>
                </div>
                {!session.isThis && (
                  <Button
                    look="quiet"
                    busy={end.isPending && end.variables.id === session.id}
                    onClick={() => end.mutate(session)}
                  >
                    Sign out<span className="visually-hidden"> of {nameOf(session)}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.sessions.length > 1 ? (
            <div>
              <Button look="secondary" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                Sign out everywhere else
              </Button>
            </div>
          ) : (
            <p className={sections.note}>You are signed in on this device only.</p>
          )}
        </>
      ) : error ? (
        <ErrorState
          title="Your devices could not be loaded"
          why={messageOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status">
          <span className="visually-hidden">Loading your devices…</span>
          <Skeleton height="8rem" />
        </div>
      )}
    </section>
  );
}
